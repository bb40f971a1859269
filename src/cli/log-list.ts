/** The list of `guard log`: rows or JSON, the newest last, and then what comes. */
import { cutVisible } from "../display/cut-visible.ts";
import type { Filter } from "../history/filter.ts";
import type { Found, History } from "../history/history.ts";
import { followLog } from "./log-follow.ts";
import { type LogRow, logRow } from "./log-rows.ts";
import { openLog, sayNothingYet } from "./open-log.ts";
import { localDay } from "./parse-time.ts";
import { type Layout, layoutOf, onlySession, renderHead, renderRow } from "./render-log.ts";
import { type SessionIo, sayJson, sayProblem } from "./session-io.ts";

export interface ListRequest {
  readonly filter: Filter;
  readonly limit: number;
  readonly output: "json" | "text";
  readonly after: "end" | "follow";
  /** `untold`: nobody asked for this limit, so that there is more must be said. */
  readonly older: "untold" | "known";
}

export async function listLog(request: ListRequest, io: SessionIo): Promise<number> {
  if (request.after === "follow") return await followLog(request, io, createPrinter(request, io));
  const opened = openLog(io, "log");
  if (opened.kind === "failed") return opened.status;
  if (opened.kind === "none") return request.output === "json" ? 0 : sayNothingYet(io, opened.file);
  const { history } = opened;
  try {
    const count = printLast(history, request, createPrinter(request, io));
    sayOlder(history, request, count, io);
    if (count > 0 || request.output === "json") return 0;
    sayProblem(io, "no record fits");
    return 1;
  } finally {
    history.close();
  }
}

/** To who sits there: programs ask for what they want. */
function sayOlder(
  history: History,
  { filter, limit, older, output }: ListRequest,
  count: number,
  io: SessionIo,
): void {
  if (output === "json" || older === "known" || io.ask === undefined || count < limit) return;
  if (history.seqs(filter, "newest", limit + 1).length <= limit) return;
  sayProblem(
    io,
    `these are the newest ${limit}; --limit 0 lists all that fit, --since 3d those of three days`,
  );
}

/** What the first rows' layout must have room for. */
export interface Outlook {
  readonly lastSeq: number;
  readonly more: "comes" | "none";
}

export type Printer = (found: readonly Found[], outlook: Outlook) => void;

/** So many at once: a million records are never in memory. */
const PAGE = 1_000;

export function printLast(history: History, { filter, limit }: ListRequest, print: Printer): number {
  const seqs = history.last(filter, limit);
  const outlook: Outlook = { lastSeq: seqs.at(-1) ?? 0, more: seqs.length > PAGE ? "comes" : "none" };
  for (let at = 0; at < seqs.length; at += PAGE)
    print(
      seqs.slice(at, at + PAGE).flatMap((seq) => history.read(seq) ?? []),
      outlook,
    );
  return seqs.length;
}

export function createPrinter({ output }: ListRequest, io: SessionIo): Printer {
  if (output === "json")
    return (found) => {
      for (const one of found) sayJson(io, jsonOf(one));
    };
  let layout: Layout | undefined;
  return (found, { lastSeq, more }) => {
    const rows = found.map(logRow);
    if (rows.length === 0) return;
    const head: string[] = [];
    if (layout === undefined) {
      layout = layoutOf(
        more === "comes" ? [...rows, roomy(lastSeq)] : rows,
        io.columns,
        localDay(io.nowMs()),
      );
      head.push(...headOf(rows, layout));
    }
    const shown = layout;
    io.stdout(`${[...head, ...rows.flatMap((row) => renderRow(row, shown, io.colour))].join("\n")}\n`);
  };
}

/** The first rows decide how wide each column is. */
function headOf(rows: readonly LogRow[], layout: Layout): string[] {
  const only = onlySession(rows, layout);
  return [...(only === undefined ? [] : [cutVisible(`session ${only}`, layout.columns)]), renderHead(layout)];
}

/** What may come: it must find room. */
function roomy(lastSeq: number): LogRow {
  const texts = { word: "allow startup", text: " ".repeat(60), reason: " ".repeat(40) };
  return { id: String(lastSeq), day: "", clock: "", session: "", tone: "event", ...texts };
}

export function jsonOf({ seq, record, body, hash }: Found): object {
  return { ...(record ?? { seq, unreadable: body }), hash: hash.toString("hex") };
}
