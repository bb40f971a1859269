/** `guard console`: questions of all sessions in this terminal, answered by keys. */
import { parseArgs } from "node:util";
import { chooseSession, findSessions } from "./find-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";

const HELP = `guard console: answer questions in this terminal

  guard console [SESSION] [--plain] [--no-notice] [--no-color]
      [--until-session-ends]

Shows what waits in all sessions, or in one, each command whole, and takes your
answer by one key; the keys are on the screen, ? explains them. Sessions that
start later appear by themselves. Leaving it (q) answers nothing.

--plain       linear text for screen readers and simple terminals; answers are
              typed as words
--no-notice   no bell and no desktop notice (also GUARD_NOTICE=off)
--no-color    no colours (also NO_COLOR)
--until-session-ends  leave when no session is left; with SESSION it always
              leaves when that one ends

  guard console
  guard console k3j9
  guard console --plain

exit status: 0 left, or the session ended; 1 no such session, or no terminal;
2 usage or internal error
`;

export interface ConsoleOptions {
  readonly session?: string;
  readonly view: "screen" | "plain";
  readonly notices: "on" | "off";
  readonly colour: "as-the-terminal-can" | "no-colour";
  /** When it leaves by itself. */
  readonly until: "left" | "sessions-end";
}

export async function runConsole(args: readonly string[], io: SessionIo): Promise<number> {
  const options = readOptions(args, io.env);
  if (options === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (typeof options === "string") return sayUsage(io, "console", options);
  if (isInsideSession(io)) return sayNotInside(io, "console");
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    sayProblem(
      io,
      "guard console needs a terminal; guard pending lists questions, guard resolve answers them",
    );
    return 1;
  }
  const chosen = await choose(options, io);
  if (typeof chosen === "string") {
    sayProblem(io, chosen);
    return 1;
  }
  return chosen.view === "plain"
    ? (await import("./show-plain-console.ts")).showPlainConsole(chosen, io)
    : (await import("./show-console.ts")).showConsole(chosen, io);
}

/** A text is what is wrong. Without a name every session will do, also one that is yet to come. */
async function choose(options: ConsoleOptions, io: SessionIo): Promise<ConsoleOptions | string> {
  if (options.session === undefined) return options;
  const chosen = chooseSession(await findSessions(io), options.session);
  return chosen.kind === "none"
    ? chosen.problem
    : { ...options, session: chosen.session.session, until: "sessions-end" };
}

/** They cannot place a cursor. */
const SIMPLE = ["", "dumb"];

/** A text that is not "help" is what is wrong. */
function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): ConsoleOptions | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return firstSentence(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return "help";
  const [session, ...more] = positionals;
  if (more.length > 0) return "it takes one session at most";
  return {
    ...(session === undefined ? {} : { session }),
    view: values.plain || SIMPLE.includes(env["TERM"] ?? "") ? "plain" : "screen",
    notices: values["no-notice"] || env["GUARD_NOTICE"] === "off" ? "off" : "on",
    colour: values["no-color"] ? "no-colour" : "as-the-terminal-can",
    until: values["until-session-ends"] ? "sessions-end" : "left",
  };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      plain: { type: "boolean" },
      "no-notice": { type: "boolean" },
      "no-color": { type: "boolean" },
      "until-session-ends": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
