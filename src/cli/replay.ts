/** `guard replay`: what another policy file would have done to the recorded checks. Runs nothing, writes nothing. */
import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { findProject } from "../policy/find.ts";
import { POLICY_LAYERS, type PolicyLayer } from "../policy/policy.ts";
import { sayNothingYet } from "./open-log.ts";
import { parseTime, TIMES_IN_WORDS } from "./parse-time.ts";
import { createProgress } from "./progress.ts";
import { gatherRecorded } from "./recorded.ts";
import { recallProfiles } from "./remembered-profiles.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard replay: what another policy would have done to what is recorded

  guard replay --policy FILE [--as user|project|org]

FILE takes the place of your policy file (--as user), of each project's file
as if you had trusted it (--as project), or of all the organisation's files
(--as org). Each recorded check is judged twice, here and today: with the
files as they are, and with FILE. Shown is what differs, and that is FILE's
doing. Nothing is run, nobody is asked, nothing is written.

  --since T     from then on:
                ${TIMES_IN_WORDS}
  --until T     up to then
  --session S   only sessions whose names begin with S
  --json        for programs

  guard replay --policy draft.yaml --since 7d
  guard replay --policy .guard/policy.yaml --as project
  guard replay --policy draft.yaml --json | jq '.changes[].line'

--json: policy, as, checks, different, sessions, fromMs, toMs, same,
  questions   asked, saved, savedYes, savedNo, savedUnanswered, denied
  changes     kind (allowed, untold, asked, denied, otherwise), line, cwd,
              project, mode, before, after (allow, ask, confirm, deny,
              allow-if-silent, unknown), rule, because, count, firstMs,
              lastMs, text (whole, cut, redacted),
              outcomes (yes, no, silent, part, ran, stopped)
  parts       checks of what such a line started, in its very words: not in
              changes and same
  settings    of FILE that differ and are not judged: setting, before, after,
              loosens (yes, no)
  drifted     checks that are ruled differently today anyway
  cut, redacted, notJudged, warnings
exit status: 0 nothing newly allowed, 10 something newly allowed (or it cannot
be told: a command that is cut or redacted in the record, of a program that FILE
could allow; or FILE starts in a freer mode, has a higher max_mode or reveals
more), 1 nothing is recorded (also: of that session) or the record cannot be
read, 2 usage, or a policy file that is not accepted
`;

export interface ReplayOptions {
  readonly file: string;
  readonly layer: PolicyLayer;
  readonly sinceMs?: number;
  readonly untilMs?: number;
  readonly session?: string;
  readonly output: "json" | "text";
}

export async function runReplay(args: readonly string[], io: SessionIo): Promise<number> {
  const options = readOptions(args, io);
  if (options === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (typeof options === "string") return sayUsage(io, "replay", options);
  if (isInsideSession(io)) return sayNotInside(io, "replay");
  const { lintTried } = await import("./lint-tried.ts");
  const problems = await lintTried(options, io);
  if (problems.length > 0) return refused(io, problems);
  const { sinceMs, untilMs, session } = options;
  const recorded = await gatherRecorded(io, {
    range: { ...(sinceMs === undefined ? {} : { sinceMs }), ...(untilMs === undefined ? {} : { untilMs }) },
    ...(session === undefined ? {} : { session }),
  });
  if (recorded.kind === "failed") {
    sayProblem(io, `replay: ${recorded.reason}`);
    return 1;
  }
  if (recorded.kind === "none") return sayNothingYet(io, recorded.file);
  if (session !== undefined && recorded.gathered.records === 0) return sayNoSession(session, options, io);
  return judgeAgain(recorded.gathered, options, io);
}

/** A name with a slip in it must not pass for "nothing is newly allowed". */
function sayNoSession(session: string, { sinceMs, untilMs }: ReplayOptions, io: SessionIo): 1 {
  const when = sinceMs === undefined && untilMs === undefined ? "" : " in that time";
  sayProblem(
    io,
    `replay: no check is recorded of a session whose name begins with ${session}${when}; guard stats lists the sessions`,
  );
  return 1;
}

type Gathered = Extract<Awaited<ReturnType<typeof gatherRecorded>>, { kind: "gathered" }>["gathered"];

async function judgeAgain(gathered: Gathered, options: ReplayOptions, io: SessionIo): Promise<number> {
  const { file, layer } = options;
  const { replay } = await import("../learn/replay.ts");
  const progress = createProgress(gathered.seen.length, "different commands judged again");
  const profilesFor = async (project: string) => (await recallProfiles(project, io.env)) ?? [];
  const here = findProject(io.cwd()).root;
  const onProgress = (done: number) => progress.tell(done);
  const replayed = await replay(gathered, { layer, file }, { env: io.env, profilesFor, onProgress, here });
  progress.end();
  if (replayed.kind === "refused") {
    const status = refused(io, replayed.problems);
    if (replayed.whose === "today")
      sayProblem(io, "replay: files that count now are not accepted; guard policy lint shows it again");
    return status;
  }
  const { sayReplay } = await import("./render-replay.ts");
  return sayReplay({ gathered, replayed, options }, io);
}

function refused(io: SessionIo, problems: readonly string[]): 2 {
  for (const problem of problems) sayProblem(io, problem);
  return 2;
}

/** A text that is not "help" is what is wrong. */
function readOptions(args: readonly string[], io: SessionIo): ReplayOptions | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return firstSentence(error);
  }
  const { values } = parsed;
  if (values.help) return "help";
  if (!values.policy) return "--policy FILE names the policy to try";
  const layer = POLICY_LAYERS.find((name) => name === (values.as ?? "user"));
  if (layer === undefined) return "--as is one of user, project, org";
  const file = resolve(io.cwd(), values.policy);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return `${file}: there is no such file`;
  const since = timeOption("since", values.since, io);
  const until = timeOption("until", values.until, io);
  if (typeof since === "string") return since;
  if (typeof until === "string") return until;
  return {
    file,
    layer,
    ...(since === undefined ? {} : { sinceMs: since }),
    ...(until === undefined ? {} : { untilMs: until }),
    ...(values.session === undefined ? {} : { session: values.session }),
    output: values.json ? "json" : "text",
  };
}

/** A text is what is wrong. */
export function timeOption(
  name: "since" | "until",
  value: string | undefined,
  { nowMs }: SessionIo,
): number | string | undefined {
  if (value === undefined) return undefined;
  const parsed = parseTime(value, name, nowMs());
  return parsed.kind === "time" ? parsed.ms : parsed.problem;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      policy: { type: "string" },
      as: { type: "string" },
      since: { type: "string" },
      until: { type: "string" },
      session: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
