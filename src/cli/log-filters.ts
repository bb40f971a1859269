/** What to look for in the record, from the command line: the same words for log, export and stats. */
import { resolve } from "node:path";
import { DECIDERS, type Decider } from "../audit/record.ts";
import type { Filter } from "../history/filter.ts";
import { parseTime } from "./parse-time.ts";
import { type SessionIo, sayProblem } from "./session-io.ts";

export const FILTER_OPTIONS = {
  session: { type: "string" },
  verdict: { type: "string" },
  program: { type: "string" },
  rule: { type: "string" },
  person: { type: "string" },
  agent: { type: "string" },
  project: { type: "string" },
  by: { type: "string", multiple: true },
  since: { type: "string" },
  until: { type: "string" },
  text: { type: "string" },
  events: { type: "boolean" },
} as const;

export type FilterValues = {
  readonly [Name in keyof typeof FILTER_OPTIONS]?: Name extends "events"
    ? boolean
    : Name extends "by"
      ? readonly string[]
      : string;
};

export const FILTER_HELP = `  --session ID    one session (the beginning of its id is enough)
  --verdict V     allow or deny
  --program NAME  lines that run it: git finds  cd x && git push
  --rule ID       decided by that rule; floor finds all of floor.*
  --person NAME   answered by that person
  --agent NAME    commands of that agent: claude, codex …
  --project DIR   in that project, or in one below that folder
  --by WHO,…      rule, mode, grant, lease, person, timeout, error, root,
                  startup, asker or loop; no-lease,no-startup (or
                  '!lease,!startup') leaves these out
  --since TIME    2h, 3d, 14:30, yesterday, 2026-11-17, 2026-11-17T14:30
  --until TIME    the same; a day is meant until its end
  --text TEXT     somewhere in command, reason or folder
`;

export type ReadFilter =
  | { readonly kind: "filter"; readonly filter: Filter }
  | { readonly kind: "unusable"; readonly problem: string };

export function readFilter(values: FilterValues, io: SessionIo): ReadFilter {
  const { verdict, by, events, since, until, project, ...same } = values;
  const empty = Object.entries(values).find(([, value]) => value === "");
  if (empty !== undefined) return { kind: "unusable", problem: `--${empty[0]} is empty` };
  if (verdict !== undefined && verdict !== "allow" && verdict !== "deny")
    return { kind: "unusable", problem: `--verdict ${verdict} is neither allow nor deny` };
  const deciders = readDeciders(by);
  if (deciders.kind === "unusable") return deciders;
  const times = readTimes(since, until, io.nowMs());
  if (times.kind === "unusable") return times;
  return {
    kind: "filter",
    filter: {
      ...same,
      ...times.range,
      ...(verdict === undefined ? {} : { verdict }),
      ...deciders.wanted,
      ...(project === undefined ? {} : { project: resolve(io.cwd(), project) }),
      ...(events === true ? { events: "with" as const } : {}),
    },
  };
}

/** Of events nobody decides, and they run nothing: with these filters none of them fits. */
export function sayNoEvents({ events, decider, verdict, program }: Filter, io: SessionIo): void {
  if (events !== "with") return;
  const about = [
    ...(decider === undefined ? [] : ["--by"]),
    ...(verdict === undefined ? [] : ["--verdict"]),
    ...(program === undefined ? [] : ["--program"]),
  ];
  if (about.length === 0) return;
  const are = about.length === 1 ? "is" : "are";
  sayProblem(
    io,
    `${about.join(" and ")} ${are} about verdicts, so no event fits; guard log show ID has those of one`,
  );
}

type Deciders =
  | { readonly kind: "deciders"; readonly wanted: Pick<Filter, "decider" | "notDecider"> }
  | { readonly kind: "unusable"; readonly problem: string };

/** Given once or several times, each a list: who is wanted, or who is left out. */
function readDeciders(given: readonly string[] = []): Deciders {
  const only = new Set<Decider>();
  const without = new Set<Decider>();
  for (const text of given.flatMap((list) => list.split(","))) {
    const name = text.trim().replace(/^(?:!|no-)/, "");
    const decider = DECIDERS.find((known) => known === name);
    if (decider === undefined)
      return { kind: "unusable", problem: text === "" ? "--by is empty" : notDecider(text) };
    (name === text.trim() ? only : without).add(decider);
  }
  if (only.size > 0 && without.size > 0)
    return { kind: "unusable", problem: "--by names either who is wanted or who is left out" };
  return {
    kind: "deciders",
    wanted: {
      ...(only.size > 0 ? { decider: [...only] } : {}),
      ...(without.size > 0 ? { notDecider: [...without] } : {}),
    },
  };
}

function notDecider(text: string): string {
  return `--by ${text} is none of ${DECIDERS.join(", ")} (no-${DECIDERS[0]} leaves one out)`;
}

type Times =
  | { readonly kind: "times"; readonly range: Pick<Filter, "sinceMs" | "untilMs"> }
  | { readonly kind: "unusable"; readonly problem: string };

function readTimes(since: string | undefined, until: string | undefined, nowMs: number): Times {
  const from = since === undefined ? undefined : parseTime(since, "since", nowMs);
  const to = until === undefined ? undefined : parseTime(until, "until", nowMs);
  if (from?.kind === "unusable") return from;
  if (to?.kind === "unusable") return to;
  if (from && to && from.ms > to.ms)
    return { kind: "unusable", problem: `--since ${since} is later than --until ${until}` };
  return {
    kind: "times",
    range: { ...(from && { sinceMs: from.ms }), ...(to && { untilMs: to.ms }) },
  };
}
