/** What the commands about running sessions print to, and how they say that they were called wrongly. */
import { makeVisible } from "../core/visible.ts";
import { listSessionPlaces, type SessionPlace } from "../ipc/session-folder.ts";

export { firstSentence } from "./first-sentence.ts";

export interface SessionIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
  /** Throws where the folder is gone; most commands never need it. */
  readonly cwd: () => string;
  /** Where sessions may be; dead ones too. */
  readonly listPlaces: () => readonly SessionPlace[];
  readonly columns: number;
  readonly colour: "colour" | "plain";
  readonly nowMs: () => number;
  /** Somebody sits at a terminal: asks him, and gives back the line that he typed. Left out: nobody does. */
  readonly ask?: (question: string) => Promise<string>;
}

export function terminalIo(): SessionIo {
  const { stdin, stdout, stderr, env } = process;
  return {
    stdout: (text) => void stdout.write(text),
    stderr: (text) => void stderr.write(text),
    env,
    cwd: () => process.cwd(),
    listPlaces: () => listSessionPlaces(env),
    columns: stdout.columns ?? 80,
    colour: stdout.isTTY && !env["NO_COLOR"] && env["TERM"] !== "dumb" ? "colour" : "plain",
    nowMs: Date.now,
    ...(stdin.isTTY && stderr.isTTY
      ? { ask: async (question) => (await import("./ask-line.ts")).askLine(question) }
      : {}),
  };
}

export function say(io: SessionIo, text: string): void {
  io.stdout(`${makeVisible(text)}\n`);
}

export function sayProblem(io: SessionIo, text: string): void {
  io.stderr(`guard: ${makeVisible(text)}\n`);
}

/** Everything beyond plain ASCII is escaped: a terminal may show it as well. */
export function sayJson(io: SessionIo, value: unknown): void {
  const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  io.stdout(`${JSON.stringify(value).replace(/[^\x20-\x7e]/g, escaped)}\n`);
}

export function sayUsage(io: SessionIo, command: string, problem: string): 2 {
  sayProblem(io, `${command}: ${problem}; guard ${command} --help shows how it is used`);
  return 2;
}

/** Inside a session it is the agent that asks. Not the wall, which is control/: a word for honest programs. */
export function isInsideSession(io: SessionIo): boolean {
  return (io.env["GUARD_SESSION"] ?? "") !== "";
}

export function sayNotInside(io: SessionIo, command: string): 1 {
  sayProblem(io, `guard ${command} is for the person, not for the agent: run it in a terminal of your own`);
  return 1;
}

export function sayNoSession(io: SessionIo): 1 {
  sayProblem(io, "no session is running; guard run -- AGENT starts one");
  return 1;
}
