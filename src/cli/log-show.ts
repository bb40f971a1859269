/** `guard log show ID`: one record in full. */
import { parseArgs } from "node:util";
import { checkRecord } from "../history/check-record.ts";
import { findAround, findById } from "../history/find-by-id.ts";
import { jsonOf } from "./log-list.ts";
import { logRow } from "./log-rows.ts";
import { openLog, sayNothingYet } from "./open-log.ts";
import { localDay } from "./parse-time.ts";
import { layoutOf, renderRow } from "./render-log.ts";
import { CHANGED, renderRecord } from "./render-record.ts";
import { firstSentence, type SessionIo, sayJson, sayProblem, sayUsage } from "./session-io.ts";

const HELP = `guard log show: one record in full, and what happened around it

  guard log show ID [--json]

ID: a record's number, as guard log lists it; a check's id, as the agent was
told it ("guard: denied: … check ID"); the end of one, six digits or more.

  guard log show 1234
  guard log show 65a1a569 --json

--json: the record's fields and its hash, as guard log --json prints them
A record whose text was changed in the database is marked CHANGED (with --json
a line on stderr says it).
exit status: 0 shown, 1 there is none, 2 usage or internal error
`;

export async function runLogShow(args: readonly string[], io: SessionIo): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return sayUsage(io, "log show", firstSentence(error));
  }
  const { values, positionals } = parsed;
  if (values.help) {
    io.stdout(HELP);
    return 0;
  }
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) return sayUsage(io, "log show", "it takes one id");
  return show(id, values.json ? "json" : "text", io);
}

function show(id: string, output: "json" | "text", io: SessionIo): number {
  const opened = openLog(io, "log");
  if (opened.kind === "failed") return opened.status;
  if (opened.kind === "none") return sayNothingYet(io, opened.file);
  const { history } = opened;
  try {
    const answer = findById(history, id);
    switch (answer.kind) {
      case "unusable":
        return sayUsage(io, "log show", answer.problem);
      case "none":
        sayProblem(io, `there is no record ${id}; guard log lists them`);
        return 1;
      case "several": {
        sayProblem(io, `${id} fits several records; give one of their numbers`);
        const rows = answer.found.map(logRow);
        const layout = layoutOf(rows, io.columns, localDay(io.nowMs()));
        io.stdout(`${rows.flatMap((row) => renderRow(row, layout, io.colour)).join("\n")}\n`);
        return 1;
      }
      case "one": {
        const { found } = answer;
        const state = checkRecord(history, found);
        // Its fields are a contract, so it is said beside them.
        if (output === "json" && state === "changed") sayProblem(io, `record ${found.seq}: ${CHANGED}`);
        if (output === "json") sayJson(io, jsonOf(found));
        else io.stdout(renderRecord(found, findAround(history, found), state, io));
        return 0;
      }
    }
  } finally {
    history.close();
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}
