/** An interactive bash in a real terminal, with guard's check of typed lines or without it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Pane, startPane } from "./tmux.ts";

export const PROMPT = "P>";

export interface BashPane extends Pane {
  /** Types a line, presses Return and waits for the next prompt. */
  enter(line: string): Promise<string>;
  /** Waits until the cursor stands behind the n-th prompt, with nothing typed. */
  waitForPrompt(count: number): Promise<string>;
}

export interface BashStart {
  /** Fresh: the home folder, and where the shell starts. */
  readonly folder: string;
  /** The session's agent folder. Undefined: a plain bash. */
  readonly agentFolder?: string;
  readonly bashrc?: string;
  readonly inputrc?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Instead of `bash --rcfile`, which is how a shim starts it. */
  readonly argv?: readonly string[];
}

export async function startBash({
  folder,
  agentFolder,
  bashrc,
  inputrc,
  env,
  argv,
}: BashStart): Promise<BashPane> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".bashrc"), `PS1='${PROMPT} '\n${bashrc ?? ""}\n`);
  writeFileSync(join(folder, ".bash_profile"), ". ~/.bashrc\n");
  writeFileSync(join(folder, ".inputrc"), inputrc ?? "");
  const plain = {
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    HOME: folder,
    LANG: "C.UTF-8",
    HISTFILE: "",
    SHLVL: "1",
  };
  const guards = agentFolder === undefined ? {} : { PROMPT_COMMAND: `. '${agentFolder}/rc-prompt.bash'` };
  const rcfile = agentFolder === undefined ? [] : ["--rcfile", `${agentFolder}/rc.bash`];
  const pane = await startPane({
    argv: argv ?? ["bash", ...rcfile],
    cwd: folder,
    env: { ...plain, ...guards, ...env },
  });
  const waitForPrompt = (count: number) =>
    pane.waitFor((screen) => countPrompts(screen) >= count && screen.endsWith(PROMPT), `prompt ${count}`);
  await waitForPrompt(1);
  return {
    ...pane,
    waitForPrompt,
    enter: async (line) => {
      const before = countPrompts(await pane.screen());
      await pane.type(line);
      await pane.press("Enter");
      return waitForPrompt(before + 1);
    },
  };
}

export function countPrompts(screen: string): number {
  return screen.split("\n").filter((row) => row.startsWith(PROMPT)).length;
}
