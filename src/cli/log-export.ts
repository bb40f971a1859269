/** `guard log export`: records for other programs, one after the other, so that a million of them need no memory. */
import { closeSync, openSync, writeSync } from "node:fs";
import { parseArgs } from "node:util";
import { copyLine, type Found, type History } from "../history/history.ts";
import { isFromSqlite } from "../history/open-history.ts";
import { isVerdict } from "../history/stored-record.ts";
import { csvRow } from "./csv.ts";
import { FILTER_HELP, FILTER_OPTIONS, readFilter, sayNoEvents } from "./log-filters.ts";
import { detailsText, shownCommand } from "./log-rows.ts";
import { openLog, sayNothingYet } from "./open-log.ts";
import { firstSentence, type SessionIo, sayProblem, sayUsage } from "./session-io.ts";

const HELP = `guard log export: records for other programs

  guard log export --format jsonl|csv [FILTER…] [--events] [--output FILE]

  guard log export --format csv --since 7d --output week.csv
  guard log export --format jsonl --verdict deny | jq -r .rule | sort | uniq -c

jsonl: the record's own lines, as in permissions.jsonl; with all of them and
--events, the chain of hashes can be checked elsewhere. csv: RFC 4180, with a
first row of names; a cell that begins with = + - @ (blanks before it or not) or
a tab would be run as a formula, so it gets an apostrophe in front; control and
invisible characters are written as \\u001b. Oldest first.

${FILTER_HELP}  --events        what else happened, too: questions, answers, modes, starts
  --output FILE   a new file, readable by you alone; else it is printed

exit status: 0 exported, 1 nothing is recorded yet, 2 usage or internal error
`;

export async function runLogExport(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "log export", firstSentence(error));
  }
  const { help, format, output, ...filters } = values;
  if (help) {
    io.stdout(HELP);
    return 0;
  }
  if (format !== "jsonl" && format !== "csv") return sayUsage(io, "log export", "--format is jsonl or csv");
  const read = readFilter(filters, io);
  if (read.kind === "unusable") return sayUsage(io, "log export", read.problem);
  sayNoEvents(read.filter, io);
  const opened = openLog(io, "log");
  if (opened.kind === "failed") return opened.status;
  if (opened.kind === "none") return sayNothingYet(io, opened.file);
  const { history } = opened;
  try {
    const seqs = history.seqs(read.filter, "oldest");
    return output === undefined
      ? exportTo(io.stdout, history, seqs, format)
      : exportToFile(output, history, seqs, format, io);
  } finally {
    history.close();
  }
}

/** Written in pieces of about this size. */
const PIECE_CHARS = 256 * 1024;

function exportTo(
  write: (text: string) => void,
  history: History,
  seqs: readonly number[],
  format: "jsonl" | "csv",
): 0 {
  let piece = format === "csv" ? csvRow(COLUMNS) : "";
  for (const seq of seqs) {
    const found = history.read(seq);
    if (found !== undefined) piece += format === "csv" ? csvRow(csvCells(found)) : `${copyLine(found)}\n`;
    if (piece.length < PIECE_CHARS) continue;
    write(piece);
    piece = "";
  }
  if (piece !== "") write(piece);
  return 0;
}

/** Never over something that is there. */
function exportToFile(
  file: string,
  history: History,
  seqs: readonly number[],
  format: "jsonl" | "csv",
  io: SessionIo,
): number {
  let fd: number | undefined;
  try {
    const opened = openSync(file, "wx", 0o600);
    fd = opened;
    exportTo((text) => writeAll(opened, text), history, seqs, format);
    return 0;
  } catch (error) {
    // It is the record that cannot be read.
    if (isFromSqlite(error)) throw error;
    const { code = "", message } = error as NodeJS.ErrnoException;
    const why =
      code === "EEXIST" ? "is there already; choose another name" : `cannot be written (${code || message})`;
    sayProblem(io, `${file} ${why}`);
    return 2;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

const COLUMNS = [
  "seq",
  "timestamp",
  "event",
  "request_id",
  "session",
  "agent",
  "project",
  "mode",
  "verdict",
  "ruling",
  "decided_by",
  "person",
  "rule",
  "reason",
  "risk",
  "command",
  "cwd",
  "layer",
  "pid",
  "programs",
  "effects",
  "rulings",
  "latency_ms",
  "asked_ms",
  "hash",
];

function csvCells(found: Found): (string | number | undefined)[] {
  const { record, seq } = found;
  const hash = found.hash.toString("hex");
  const fields: Record<string, unknown> =
    record === undefined
      ? { seq, event: "unreadable", command: found.body, hash }
      : isVerdict(record)
        ? { ...record, command: shownCommand(record.command), hash }
        : { ...record, reason: detailsText(record.details), hash };
  return COLUMNS.map((name) => cellOf(fields[name]));
}

function cellOf(value: unknown): string | number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "number" || typeof value === "string") return value;
  return Array.isArray(value) ? value.join("; ") : JSON.stringify(value);
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      ...FILTER_OPTIONS,
      format: { type: "string" },
      output: { type: "string", short: "o" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
