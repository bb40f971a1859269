/**
 * One record for a tired person: what was decided, the command whole behind its bar, then where, by whom, what it would have done, who said what,
 * and what happened around it. Texts of the record are hostile; guard's own words stand at the left.
 */
import { commandBlock } from "../display/command-block.ts";
import { flagsOf } from "../display/flags.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { RecordState } from "../history/check-record.ts";
import type { Found } from "../history/history.ts";
import { isVerdict, type StoredEvent, type StoredVerdict } from "../history/stored-record.ts";
import { describeMs, showMs } from "./durations.ts";
import { detailEntries, detailsText, detailText, shownCommand } from "./log-rows.ts";
import { localClock, localDay } from "./parse-time.ts";
import { deciderWords, effectWords, rulingWords } from "./record-words.ts";
import type { SessionIo } from "./session-io.ts";

type Rows = (word: string, texts: readonly string[]) => string[];

export function renderRecord(
  found: Found,
  around: readonly Found[],
  state: RecordState,
  io: SessionIo,
): string {
  const rows: Rows = (word, texts) =>
    texts.flatMap((text, index) =>
      wrapVisible(index === 0 ? `  ${word}`.padEnd(12) : " ".repeat(12), text, io.columns),
    );
  const { record } = found;
  const head = record === undefined ? "UNREADABLE" : isVerdict(record) ? verdictHead(record, io) : "EVENT";
  const middle =
    record === undefined
      ? rows("note", ["it is no record of guard's; guard log verify tells more"])
      : isVerdict(record)
        ? verdictRows(record, rows, io)
        : eventRows(record, rows);
  return `${[
    `${head}   record ${found.seq}${whenText(record?.timestamp, io)}`,
    ...rows("CHANGED", state === "changed" ? [CHANGED] : []),
    "",
    ...middle,
    ...rows(
      "around",
      around.map((other) => aroundText(other)),
    ),
    ...rows("check", record?.request_id === undefined ? [] : [record.request_id]),
    ...rows("hash", [found.hash.toString("hex")]),
  ].join("\n")}\n`;
}

export const CHANGED =
  "this is not what guard wrote: the record was changed afterwards; guard log verify tells more";

function verdictHead({ verdict }: StoredVerdict, { colour }: SessionIo): string {
  const [word, code] = verdict === "allow" ? ["ALLOWED", "32"] : ["DENIED", "1;31"];
  return colour === "colour" ? `\u001b[${code}m${word}\u001b[0m` : word;
}

function whenText(timestamp: string | undefined, { nowMs }: SessionIo): string {
  const ms = Date.parse(timestamp ?? "");
  if (Number.isNaN(ms)) return "";
  return `   ${localDay(ms)} ${localClock(ms)}, ${describeMs(nowMs() - ms)} ago`;
}

function verdictRows(record: StoredVerdict, rows: Rows, io: SessionIo): string[] {
  const text = shownCommand(record.command);
  const beware = rows(
    "beware",
    flagsOf(text).map((flag) => flag.text),
  );
  const { command_bytes } = record as { command_bytes?: number };
  return [
    ...(beware.length === 0 ? [] : [...beware, ""]),
    ...commandBlock(text, io.columns),
    "",
    ...rows(
      "cut",
      command_bytes === undefined
        ? []
        : [`it was ${command_bytes} bytes long; a part is kept, with the hash of all of it`],
    ),
    ...rows(
      "runs",
      record.programs === undefined ? [] : [`${record.programs.join(", ")} (a secret was taken out of it)`],
    ),
    ...rows("why", [String(record.reason)]),
    ...rows("decided", [deciderWords(record)]),
    ...rows("said", (record.rulings ?? []).map(rulingWords)),
    ...rows("would", (record.effects ?? []).map(effectWords)),
    ...rows("risk", [String(record.risk)]),
    ...rows("in", [String(record.cwd)]),
    ...rows("by", [byText(record)]),
    ...rows("from", record.chain === undefined ? [] : [record.chain.join(" > ")]),
    ...rows(
      "around it",
      record.wrapper === undefined
        ? []
        : [`${record.wrapper} puts its own text around the line, which guard knows`],
    ),
    ...rows("took", [tookText(record)]),
  ];
}

function byText({ session, agent, project, mode, shell, pid, layer }: StoredVerdict): string {
  const who = agent === undefined ? `session ${session}` : `${agent}, session ${session}`;
  const where = project === undefined ? "" : `, project ${project}`;
  return `${who}${where}, mode ${mode}; process ${pid}${shell === undefined ? "" : ` of ${shell}`}, seen by ${SEEN_BY.get(layer) ?? layer}`;
}

const SEEN_BY: ReadonlyMap<string, string> = new Map([
  ["hook", "the shell hook"],
  ["shim", "the PATH shim"],
  ["gate", "the exec gate"],
  ["root", "the launcher"],
]);

function tookText({ latency_ms, asked_ms }: StoredVerdict): string {
  const all = typeof latency_ms === "number" ? showMs(latency_ms) : "unknown";
  return asked_ms === undefined ? all : `${all}, of which a person was waited for ${showMs(asked_ms)}`;
}

function eventRows(record: StoredEvent, rows: Rows): string[] {
  return [
    ...rows("what", [record.event]),
    ...rows("session", [String(record.session)]),
    ...detailEntries(record.details).flatMap(([name, value]) => {
      const [words, text] = [name.replaceAll("_", " "), detailText(name, value)];
      return /^[a-z_]{1,9}$/.test(name) ? rows(words, [text]) : rows("detail", [`${words} ${text}`]);
    }),
  ];
}

function aroundText({ seq, record }: Found): string {
  const ms = Date.parse(record?.timestamp ?? "");
  const clock = Number.isNaN(ms) ? "" : `${localClock(ms)} `;
  if (record === undefined) return `${clock}unreadable (record ${seq})`;
  const what = isVerdict(record)
    ? `${record.verdict} by ${record.decided_by}: ${shownCommand(record.command)}`
    : [record.event, detailsText(record.details)].filter((one) => one !== "").join(": ");
  return `${clock}${what} (record ${seq})`;
}
