/** `guard stats`: how much was checked, asked and denied, what it cost people and machine. */
import { parseArgs } from "node:util";
import type { Filter } from "../history/filter.ts";
import { countStats, type GroupBy, type Stats } from "../history/stats.ts";
import { FILTER_OPTIONS, readFilter } from "./log-filters.ts";
import { openLog, sayNothingYet, whileReading } from "./open-log.ts";
import { localDay } from "./parse-time.ts";
import { renderStats } from "./render-stats.ts";
import { firstSentence, type SessionIo, sayJson, sayProblem, sayUsage } from "./session-io.ts";

const HELP = `guard stats: what was checked, asked and denied, and what it cost

  guard stats [--by session|agent|project|day] [FILTER…] [--json]

  guard stats --since 7d --by day
  guard stats --project ~/shop --by agent
  guard stats --json | jq '.total.asked_ms.sum / 60000'

  --by WHAT       one row for each: session (default), agent, project, day
  --session ID    one session (the beginning of its id is enough)
  --agent NAME    commands of that agent: claude, codex …
  --project DIR   in that project, or in one below that folder
  --since TIME    2h, 3d, 14:30, yesterday, 2026-11-17, 2026-11-17T14:30
  --until TIME    the same; a day is meant until its end
  --json          one object; times in milliseconds

Asked: a person was asked, and answered or let the time pass; not where the
asker gave up, the session ended or another mode ruled before. The time people
spent is how long answered questions waited for them; asked most names the first
command of a line that does more than look. Latencies are those of checks that
nobody was asked about.
exit status: 0 shown, 1 nothing fits, 2 usage or internal error
`;

const GROUPS: readonly GroupBy[] = ["session", "agent", "project", "day"];

export async function runStats(args: readonly string[], io: SessionIo): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return sayUsage(io, "stats", firstSentence(error));
  }
  const { help, json, by: wanted = "session", ...filters } = values;
  if (help) {
    io.stdout(HELP);
    return 0;
  }
  const by = GROUPS.find((one) => one === wanted);
  if (by === undefined) return sayUsage(io, "stats", `--by ${wanted} is none of ${GROUPS.join(", ")}`);
  const read = readFilter(filters, io);
  if (read.kind === "unusable") return sayUsage(io, "stats", read.problem);
  return await whileReading(io, () => show(read.filter, by, json ? "json" : "text", io));
}

function show(filter: Filter, by: GroupBy, output: "json" | "text", io: SessionIo): number {
  const opened = openLog(io, "stats");
  if (opened.kind === "failed") return opened.status;
  if (opened.kind === "none") return sayNothingYet(io, opened.file);
  const { history } = opened;
  try {
    const stats = history.query((index) => countStats(index, filter, by, localDay));
    if (stats === undefined) {
      sayProblem(io, "no check fits");
      return 1;
    }
    if (output === "json") sayJson(io, fieldsOf(stats, by));
    else io.stdout(renderStats(stats, by, io));
    return 0;
  } finally {
    history.close();
  }
}

/** The names are a contract. */
function fieldsOf(stats: Stats, by: GroupBy) {
  const tally = ({ askedMs, latencyMs, timedOut, ...counts }: Stats["total"]) => ({
    ...counts,
    timed_out: timedOut,
    asked_ms: askedMs,
    latency_ms: latencyMs,
  });
  return {
    first: new Date(stats.firstMs).toISOString(),
    last: new Date(stats.lastMs).toISOString(),
    sessions: stats.sessions,
    total: tally(stats.total),
    denied_by: stats.deniedBy,
    allowed_by: stats.allowedBy,
    asked_patterns: stats.askedPatterns.slice(0, 100),
    denied_rules: stats.deniedRules.slice(0, 100),
    people: stats.people.map(({ askedMs, ...one }) => ({ ...one, asked_ms: askedMs })),
    by,
    groups: stats.groups.map(({ name, ...rest }) => ({ name, ...tally(rest) })),
  };
}

function parse(args: readonly string[]) {
  const { session, agent, project, since, until } = FILTER_OPTIONS;
  return parseArgs({
    args: [...args],
    options: {
      ...{ session, agent, project, since, until },
      by: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
}
