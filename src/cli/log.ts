/** `guard log`: what was recorded. What else can be done with the record is a file of its own, loaded when it is asked for. */
import { parseArgs } from "node:util";
import { FILTER_HELP, FILTER_OPTIONS, readFilter, sayNoEvents } from "./log-filters.ts";
import { listLog } from "./log-list.ts";
import { whileReading } from "./open-log.ts";
import { firstSentence, type SessionIo, sayUsage } from "./session-io.ts";

const HELP = `guard log: what was recorded of every check

  guard log [FILTER…] [--events] [--limit N] [--follow] [--json]
  guard log show ID [--json]      one record in full, with what happened around
  guard log export --format jsonl|csv [FILTER…] [--output FILE]
  guard log verify                whether anything was changed afterwards
  guard log repair                makes the record whole again from its copy
  guard log prune                 takes old records away

  guard log --verdict deny --since yesterday
  guard log --program git --text push --limit 10
  guard log --person alice --project ~/shop
  guard log --follow --json | jq -r 'select(.verdict == "deny") | .reason'
  guard log show 1234

${FILTER_HELP}  --events        what else happened, too: questions, answers, modes, starts
  --limit N       the newest N (50; 0 for all). On a terminal a line says that
                  there are more than these 50
  --follow, -f    goes on with what is recorded from now on, until Ctrl-C
  --json          one object per line: the record's fields, and its hash

exit status: 0 shown, 1 nothing fits (with --json or --follow: 0),
2 usage or internal error
`;

export async function runLog(args: readonly string[], io: SessionIo): Promise<number> {
  return await whileReading(io, () => runPart(args, io));
}

async function runPart(args: readonly string[], io: SessionIo): Promise<number> {
  const [command, ...rest] = args;
  switch (command) {
    case "show":
      return (await import("./log-show.ts")).runLogShow(rest, io);
    case "export":
      return (await import("./log-export.ts")).runLogExport(rest, io);
    case "verify":
      return (await import("./log-verify.ts")).runLogVerify(rest, io);
    case "repair":
      return (await import("./log-repair.ts")).runLogRepair(rest, io);
    case "prune":
      return (await import("./log-prune.ts")).runLogPrune(rest, io);
    case "help":
      return await runPart([...rest.slice(0, 1), "--help"], io);
    default:
      if (command !== undefined && !command.startsWith("-"))
        return sayUsage(io, "log", `${command} is none of show, export, verify, repair, prune`);
      return await runList(args, io);
  }
}

const DEFAULT_LIMIT = 50;

async function runList(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "log", firstSentence(error));
  }
  const { help, json, follow, limit, ...filters } = values;
  if (help) {
    io.stdout(HELP);
    return 0;
  }
  const read = readFilter(filters, io);
  if (read.kind === "unusable") return sayUsage(io, "log", read.problem);
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    return sayUsage(io, "log", `--limit ${limit} is not a number`);
  sayNoEvents(read.filter, io);
  return await listLog(
    {
      filter: read.filter,
      limit: Number(limit ?? DEFAULT_LIMIT) || Number.MAX_SAFE_INTEGER,
      output: json ? "json" : "text",
      after: follow ? "follow" : "end",
      older: limit === undefined ? "untold" : "known",
    },
    io,
  );
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      ...FILTER_OPTIONS,
      limit: { type: "string" },
      follow: { type: "boolean", short: "f" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
