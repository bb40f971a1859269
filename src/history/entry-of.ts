/** What of a record goes into the index. Pure; records of any version, so nothing in them is taken for granted. */
import { type CommandNames, namesIn } from "./programs-of.ts";
import { commandText, isVerdict, type StoredRecord, type StoredVerdict } from "./stored-record.ts";
import type { SearchedTexts } from "./text-block.ts";

export interface Entry {
  readonly verdict: 0 | 1 | null;
  readonly event: string | undefined;
  readonly session: string;
  readonly decider: string | undefined;
  readonly rule: string | undefined;
  readonly person: string | undefined;
  readonly agent: string | undefined;
  readonly project: string | undefined;
  readonly pattern: string | undefined;
  readonly programs: readonly string[];
  readonly request: number | null;
  readonly latencyUs: number | null;
  readonly askedMs: number | null;
  readonly texts: SearchedTexts;
  /** A session's start: who it is, for records that do not say it. */
  readonly starts: { readonly agent: string | undefined; readonly project: string | undefined } | undefined;
}

const NOTHING = {
  decider: undefined,
  rule: undefined,
  person: undefined,
  agent: undefined,
  project: undefined,
  pattern: undefined,
  programs: [],
  latencyUs: null,
  askedMs: null,
  starts: undefined,
} as const;

/** Undefined: it cannot be read. It is counted all the same, and `guard log verify` tells of it. */
export function entryOf(record: StoredRecord | undefined): Entry {
  if (record === undefined)
    return { ...NOTHING, verdict: null, event: "unreadable", session: "", request: null, texts: NO_TEXTS };
  return isVerdict(record) ? verdictEntry(record) : eventEntry(record);
}

const NO_TEXTS: SearchedTexts = { command: "", reason: "", cwd: "" };

function verdictEntry(record: StoredVerdict): Entry {
  const { command, decided_by, latency_ms, asked_ms } = record;
  const { programs, pattern } = namesOrNone(record);
  return {
    verdict: record.verdict === "allow" ? 1 : 0,
    event: undefined,
    session: text(record.session) ?? "",
    decider: text(decided_by),
    rule: text(record.rule),
    person: text(record.person),
    agent: text(record.agent),
    project: text(record.project),
    pattern: pattern === "" ? undefined : pattern,
    programs,
    request: requestOf(record.request_id),
    latencyUs: scaled(latency_ms, 1_000),
    askedMs: scaled(
      asked_ms ?? (decided_by === "person" || decided_by === "timeout" ? latency_ms : undefined),
      1,
    ),
    texts: { command: commandText(command), reason: text(record.reason) ?? "", cwd: text(record.cwd) ?? "" },
    starts: undefined,
  };
}

/** Whatever a command holds, its record is found. */
function namesOrNone(record: StoredVerdict): CommandNames {
  try {
    return namesIn(record.command, record);
  } catch {
    return { programs: [], pattern: "" };
  }
}

function eventEntry(record: Exclude<StoredRecord, StoredVerdict>): Entry {
  const details: Readonly<Record<string, unknown>> = record.details ?? {};
  return {
    ...NOTHING,
    verdict: null,
    event: record.event,
    session: text(record.session) ?? "",
    rule: text(details["rule"]),
    person: text(details["person"]),
    request: requestOf(record.request_id),
    texts: {
      command: commandOf(details),
      reason: text(details["reason"]) ?? "",
      cwd: text(details["cwd"]) ?? "",
    },
    starts: record.event === "session-start" ? startOf(details) : undefined,
  };
}

function commandOf(details: Readonly<Record<string, unknown>>): string {
  const { line, agent } = details as { line?: unknown; agent?: unknown };
  return text(line) ?? (Array.isArray(agent) ? agent.join(" ") : "");
}

function startOf(details: Readonly<Record<string, unknown>>): Entry["starts"] {
  const { agent, name, project, cwd } = details as Record<string, unknown>;
  const program: unknown = Array.isArray(agent) ? agent[0] : agent;
  const base = text(program)?.split("/").at(-1);
  return { agent: text(name) ?? base, project: text(project) ?? text(cwd) };
}

/** The last eight digits: what people are shown of it. */
export function requestOf(id: unknown): number | null {
  const digits = /[0-9a-f]{8}$/i.exec(text(id) ?? "")?.[0];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function scaled(value: unknown, by: number): number | null {
  const number = typeof value === "number" ? Math.max(0, Math.round(value * by)) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}
