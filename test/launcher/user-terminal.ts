/** A user at a terminal: a plain bash in tmux, from which guard is run (or not: then the same thing without it). */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Pane, startPane } from "../shells/tmux.ts";
import { GUARD, hasSeat, isBuilt, type Machine } from "./guard-run.ts";

export const hasProgram = (name: string) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0;
export const canUseTerminal = isBuilt && hasSeat && hasProgram("tmux");
if (!canUseTerminal)
  process.stderr.write("terminal tests are skipped: they need a built guard, a C compiler and tmux\n");

export type With = "guard" | "nothing";

export interface UserTerminal extends Pane {
  /** Types a command, with `@` for what runs an agent: `guard run --gate off --`, or nothing. */
  enter(line: string): Promise<void>;
  /** The next prompt after `enter`, with the exit status before it. */
  status(): Promise<string>;
}

/** At its prompt, with an empty screen. */
export async function openUserTerminal(machine: Machine, runWith: With): Promise<UserTerminal> {
  const rc = join(machine.folder, "rc");
  writeFileSync(rc, `PS1='[$? \\#] ready $ '\nHISTFILE=\nset +o histexpand\n`);
  const argv = ["bash", "--noprofile", "--rcfile", rc, "-i"];
  const env = { ...machine.env, TERM: "xterm-256color", LANG: "C.UTF-8" } as Record<string, string>;
  const pane = await startPane({ argv, cwd: machine.work, env });
  /** Its prompts are numbered: what scrolled away is not missed. */
  const last = (screen: string) => [...screen.matchAll(/\[(\d+) (\d+)\] ready \$/g)].at(-1) ?? [];
  let seen = "1";
  await pane.waitFor((screen) => last(screen)[2] === seen, "the first prompt");
  return {
    ...pane,
    async enter(line) {
      await pane.type(line.replaceAll("@", runWith === "guard" ? `${GUARD} run --gate off -- ` : ""));
      await pane.press("Enter");
    },
    async status() {
      const screen = await pane.waitFor(
        (now) => Number(last(now)[2] ?? 0) > Number(seen),
        `a prompt after ${seen}`,
      );
      const [, status = "", number = ""] = last(screen);
      seen = number;
      return status;
    },
  };
}

/** A script to be the agent; programs by path, so that nobody is asked. */
export function agentScript(machine: Machine, name: string, text: string): string {
  const file = join(machine.folder, name);
  writeFileSync(file, `#!/bin/bash -p\n${text}\n`, { mode: 0o755 });
  return file;
}

export function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
