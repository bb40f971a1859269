/** A record as the cells of a table. Text is still as it was recorded: hostile. */
import { quoteArgv } from "../decide/argv.ts";
import type { Found } from "../history/history.ts";
import {
  isVerdict,
  type StoredEvent,
  type StoredRecord,
  type StoredVerdict,
} from "../history/stored-record.ts";
import { localClock, localDay } from "./parse-time.ts";

export interface LogRow {
  readonly id: string;
  readonly day: string;
  readonly clock: string;
  readonly session: string;
  readonly word: string;
  readonly tone: "allow" | "deny" | "event";
  readonly text: string;
  readonly reason: string;
}

export function logRow({ seq, record }: Found): LogRow {
  const ms = Date.parse(record?.timestamp ?? "");
  const when = Number.isNaN(ms) ? { day: "?", clock: "?" } : { day: localDay(ms), clock: localClock(ms) };
  return { id: String(seq), ...when, ...cellsOf(record) };
}

function cellsOf(record: StoredRecord | undefined): Omit<LogRow, "id" | "day" | "clock"> {
  if (record === undefined)
    return {
      session: "?",
      word: "unreadable",
      tone: "event",
      text: "guard log verify tells more",
      reason: "",
    };
  const session = String(record.session);
  if (!isVerdict(record))
    return { session, word: record.event, tone: "event", text: eventText(record), reason: "" };
  const tone = record.verdict === "allow" ? "allow" : "deny";
  const word = `${tone} ${record.decided_by}`;
  return { session, word, tone, text: shownCommand(record.command), reason: String(record.reason) };
}

/** An argv as questions show it: `cat 'a b'` is not `cat a b`. */
export function shownCommand(command: StoredVerdict["command"]): string {
  return typeof command === "string" ? command : quoteArgv(command);
}

function eventText({ request_id, details }: StoredEvent): string {
  const about = request_id === undefined ? [] : [`check ${request_id.slice(-8)}`];
  return [...about, detailsText(details)].filter((text) => text !== "").join("; ");
}

/** What an event says, in one row: its details one after the other. */
export function detailsText(details: StoredEvent["details"] = {}): string {
  return detailEntries(details)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${detailText(name, value)}`)
    .join("; ");
}

/** Without those that say nothing; what was done comes first, for the rest of a row may be cut. */
export function detailEntries(details: StoredEvent["details"] = {}): [string, unknown][] {
  const told = Object.entries(details).filter(([name, value]) => detailText(name, value) !== "");
  return [...told.filter(([name]) => name === "action"), ...told.filter(([name]) => name !== "action")];
}

export function detailText(name: string, value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  return name === "agent" ? quoteArgv(value.map(String)) : value.join(" ");
}
