/** `guard suggest`: rules that would have answered repeated questions, to be taken over with one key. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Suggested } from "../learn/suggest.ts";
import { findProject } from "../policy/find.ts";
import { sayNothingYet } from "./open-log.ts";
import { TIMES_IN_WORDS } from "./parse-time.ts";
import { gatherRecorded } from "./recorded.ts";
import { recallProfiles } from "./remembered-profiles.ts";
import { timeOption } from "./replay.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard suggest: rules that would have answered your questions

  guard suggest [--project DIR | --all] [--since T] [--min N] [--json | --list]
  guard suggest --apply N|ID [--to user|project] [the same options]

Looks at what people answered in this project's sessions. A rule is suggested
when it would have saved questions that were answered with yes and come again,
and would allow nothing that somebody said no to. An answer that was taken back
does not count, nor does one for always. Narrowest first; each with
the questions that it would have saved and with what else it would allow, tried
on all that is recorded here. On a terminal one key takes it over; without one
(or with --list) the list is printed. What needs CONFIRM, and what a rule wants
to be asked each time, is never suggested.

  --project DIR   the project of DIR; --all: each project of the record
  --since T       answers from then on:
                  ${TIMES_IN_WORDS}
  --min N         questions that a rule must have saved (2)
  --apply N       takes over number N of the list, or the one with that id
  --to user       into your policy file (or project: the project's)
  --json          for programs

  guard suggest
  guard suggest --since 30d --list
  guard suggest --apply 1 --to project

--json: suggestions, left, answered, settled, withheld, redirected (questions
  that no rule is made from: their output went to a file), unclear (refused, but
  cut or redacted in the record), gone, warnings. Each:
  id, project, rung (exact, flags, subcommand, program), matches, description,
  rule (as it would stand in the file), questionsSaved, saves (line, cwd, count,
  firstMs, lastMs), also (line, cwd, count, lastMs, outcomes), widens, layers
exit status: 0 done, 1 not done (nothing is recorded yet, too), 2 usage, or a
policy file is not accepted
`;

export interface SuggestOptions {
  readonly project?: string;
  readonly sinceMs?: number;
  readonly least: number;
  readonly apply?: string;
  readonly layer: "user" | "project";
  readonly output: "json" | "list" | "screen";
}

export type Found = Extract<Suggested, { kind: "suggested" }>;

export async function runSuggest(args: readonly string[], io: SessionIo): Promise<number> {
  const options = readOptions(args, io);
  if (options === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (typeof options === "string") return sayUsage(io, "suggest", options);
  if (isInsideSession(io)) return sayNotInside(io, "suggest");
  const found = await findSuggestions(options, io);
  if (typeof found === "number") return found;
  if (options.apply !== undefined) {
    const { applyChosen } = await import("./apply-suggestion.ts");
    return applyChosen(options.apply, found.suggestions, options.layer, io);
  }
  const isScreen = options.output === "screen" && found.suggestions.length > 0;
  if (isScreen) return (await import("./show-suggestions.ts")).showSuggestions(found, options, io);
  return (await import("./render-suggestions.ts")).saySuggestions(found, options, io);
}

/** A number is the exit status: it has been said why. */
async function findSuggestions(options: SuggestOptions, io: SessionIo): Promise<Found | number> {
  const { sinceMs, project, least } = options;
  const range = sinceMs === undefined ? {} : { sinceMs };
  const recorded = await gatherRecorded(io, { range, refusals: "all", answers: "that stand" });
  if (recorded.kind === "failed") {
    sayProblem(io, `suggest: ${recorded.reason}`);
    return 1;
  }
  if (recorded.kind === "none") return sayNothingYet(io, recorded.file);
  const { suggest } = await import("../learn/suggest.ts");
  const profilesFor = async (folder: string) => (await recallProfiles(folder, io.env)) ?? [];
  const wanted = { ...(project === undefined ? {} : { project }), least };
  const suggested = await suggest(recorded.gathered, wanted, { env: io.env, profilesFor });
  if (suggested.kind === "suggested") return suggested;
  for (const problem of suggested.problems) sayProblem(io, problem);
  sayProblem(io, "suggest: files that count now are not accepted; guard policy lint shows it again");
  return 2;
}

/** A text that is not "help" is what is wrong. */
function readOptions(args: readonly string[], io: SessionIo): SuggestOptions | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return firstSentence(error);
  }
  const { values } = parsed;
  if (values.help) return "help";
  const misuse = findMisuse(values);
  if (misuse !== undefined) return misuse;
  const folder = resolve(io.cwd(), values.project ?? ".");
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `${folder} is not a folder`;
  const since = timeOption("since", values.since, io);
  if (typeof since === "string") return since;
  return {
    ...(values.all ? {} : { project: findProject(folder).root }),
    ...(since === undefined ? {} : { sinceMs: since }),
    least: Number(values.min ?? 2),
    ...(values.apply === undefined ? {} : { apply: values.apply }),
    layer: values.to === "project" ? "project" : "user",
    output: values.json ? "json" : values.list || !canShow(io) ? "list" : "screen",
  };
}

type Values = ReturnType<typeof parse>["values"];

function findMisuse({ all, project, min, to, apply, json, list }: Values): string | undefined {
  if (all && project !== undefined) return "--all and --project say different things";
  if (min !== undefined && !/^[1-9]\d{0,5}$/.test(min)) return `--min ${min} is no number from 1 on`;
  if (to !== undefined && to !== "user" && to !== "project") return "--to is user or project";
  if (to !== undefined && apply === undefined) return "--to goes with --apply";
  if (apply !== undefined && (json || list)) return "--apply goes without --json and --list";
  return undefined;
}

function canShow({ env }: SessionIo): boolean {
  const term = env["TERM"] ?? "";
  return process.stdin.isTTY && process.stdout.isTTY && term !== "" && term !== "dumb";
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      project: { type: "string" },
      all: { type: "boolean" },
      since: { type: "string" },
      min: { type: "string" },
      apply: { type: "string" },
      to: { type: "string" },
      list: { type: "boolean" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
