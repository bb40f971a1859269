/** One pane in a real tmux with a server of its own: keys go in, the screen comes out. Nothing of the user's tmux is used. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { openControl } from "./tmux-control.ts";

const run = promisify(execFile);

export interface Pane {
  /** As typed: no key names in it. */
  type(text: string): Promise<void>;
  /** Names of tmux: Enter, C-c, Escape, M-#. */
  press(...keys: readonly string[]): Promise<void>;
  /** With the brackets of a paste, if the program asked for them. */
  paste(text: string): Promise<void>;
  /** What is on the screen and above it, without trailing empty rows. */
  screen(): Promise<string>;
  /** Gives the screen for which it is true; fails with the last screen. */
  waitFor(condition: (screen: string) => boolean, what: string): Promise<string>;
  /** What is on the screen now, no scrollback; with more words of capture-pane. Takes less than a command. */
  look(...words: readonly string[]): Promise<string>;
  resize(columns: number, rows: number): Promise<void>;
  /** Any command of tmux's own; gives what it prints. */
  command(...words: readonly string[]): Promise<string>;
  kill(): Promise<void>;
}

export interface PaneStart {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** All of it: the pane gets no other variables but those of tmux. */
  readonly env: Readonly<Record<string, string>>;
  /** What starts tmux itself, where its terminals are to belong to somebody else. */
  readonly before?: readonly string[];
}

const DEADLINE_MS = 20_000;
const POLL_MS = 15;
/** Nobody who has seen something is at a key sooner. */
const HAND_MS = 10;

export async function startPane({ argv, cwd, env, before = [] }: PaneStart): Promise<Pane> {
  const server = `guard-test-${process.pid}-${randomBytes(4).toString("hex")}`;
  const [program = "tmux", ...first] = [...before, "tmux"];
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (await run(program, [...first, "-L", server, ...words], { env: { ...env }, maxBuffer: 1 << 24 })).stdout;
  // The pane stays when its program ends, so that its last words can be read.
  const keep = ["set-option", "-g", "remain-on-exit", "on", ";"];
  const size = ["-x", "80", "-y", "24"];
  await tmux(
    "-f",
    "/dev/null",
    "start-server",
    ";",
    ...keep,
    "new-session",
    "-d",
    ...size,
    "-c",
    cwd,
    "--",
    ...argv,
  );
  const control = await openControl([program, ...first, "-L", server], env);
  const look = (...words: readonly string[]) => control.command(["capture-pane", "-p", ...words]);
  const byHand = async (...words: readonly string[]): Promise<void> => {
    await sleep(HAND_MS);
    await tmux(...words);
  };
  const screen = async () => (await look("-J", "-S", "-")).replace(/\s+$/, "");
  return {
    type: (text) => byHand("send-keys", "-l", "--", whole(text)),
    press: (...keys) => byHand("send-keys", "--", ...keys),
    paste: (text) => byHand("set-buffer", "--", whole(text), ";", "paste-buffer", "-p", "-r"),
    screen,
    waitFor: (condition, what) => waitFor(screen, condition, what),
    look,
    resize: (columns, rows) => byHand("resize-window", "-x", `${columns}`, "-y", `${rows}`),
    command: tmux,
    kill: async () => void (await tmux("kill-server").catch(() => undefined)),
  };
}

/** A semicolon at the end of a word would end tmux's own command. */
function whole(text: string): string {
  return text.replace(/;$/, "\\;");
}

async function waitFor(
  screen: () => Promise<string>,
  condition: (screen: string) => boolean,
  what: string,
): Promise<string> {
  const endMs = Date.now() + DEADLINE_MS;
  for (;;) {
    const seen = await screen();
    if (condition(seen)) return seen;
    if (Date.now() > endMs) throw new Error(`waited in vain for ${what}; the screen:\n${seen}`);
    await sleep(POLL_MS);
  }
}
