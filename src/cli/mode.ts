/** `guard mode`: which mode a session is in, or another one for it. */
import { parseArgs } from "node:util";
import { MODES, type Mode } from "../core/ruling.ts";
import { askControl } from "../ipc/control-client.ts";
import { MODE_REPLY } from "../protocol/control-messages.ts";
import { problemOf } from "./control-problem.ts";
import { chooseSession, findSessions, type LiveSession } from "./find-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
  sayJson,
  sayNoSession,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard mode: which mode a session is in, or another one for it

  guard mode [--json] [--session SESSION]        show it
  guard mode MODE [--json] [--session SESSION]   switch, from the next check on

default     what only reads passes, the rest asks
plan        what only reads passes, the rest is denied
full-auto   what no rule speaks about passes

--session is needed when several sessions run; the beginning of its name is
enough

  guard mode plan
  guard mode full-auto --session k3j9

exit status: 0 done, 1 not done, 2 usage or internal error
`;

export async function runMode(args: readonly string[], io: SessionIo): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (typeof options === "string") return sayUsage(io, "mode", options);
  if (isInsideSession(io)) return sayNotInside(io, "mode");
  const found = await findSessions(io);
  if (found.length === 0) return sayNoSession(io);
  const chosen = chooseSession(found, options.session);
  if (chosen.kind === "none") {
    const hint = options.session === undefined && found.length > 1 ? " with --session" : "";
    sayProblem(io, `${chosen.problem}${hint}`);
    return 1;
  }
  return askMode(chosen.session, options, io);
}

async function askMode(
  { folder, session }: LiveSession,
  { mode, output }: Options,
  io: SessionIo,
): Promise<number> {
  const answer = await askControl(folder, { op: "mode", ...(mode ? { mode } : {}) }, MODE_REPLY);
  if (answer.kind !== "reply" || !answer.reply.ok) {
    sayProblem(io, `session ${session}: ${problemOf(answer)}`);
    return 1;
  }
  const { mode: now, note } = answer.reply;
  const notes = note === undefined ? {} : { note };
  if (output === "json") sayJson(io, { session, mode: now, ...notes });
  else say(io, mode === undefined ? now : `session ${session} is in mode ${now} now`);
  if (output === "text" && note !== undefined) say(io, `note: ${note}`);
  return 0;
}

interface Options {
  readonly mode?: Mode;
  readonly session?: string;
  readonly output: "json" | "text";
}

/** A text that is not "help" is what is wrong. */
function readOptions(args: readonly string[]): Options | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return firstSentence(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return "help";
  const [rawMode, ...more] = positionals;
  if (more.length > 0) return "it takes one mode at most";
  // Messages write FULL_AUTO; so may people.
  const mode = MODES.find((one) => one === rawMode?.toLowerCase().replaceAll("_", "-"));
  if (rawMode !== undefined && mode === undefined) return `a mode is one of ${MODES.join(", ")}`;
  if (values.session === "") return "--session is empty";
  return {
    ...(mode ? { mode } : {}),
    ...(values.session === undefined ? {} : { session: values.session }),
    output: values.json ? "json" : "text",
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      session: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
