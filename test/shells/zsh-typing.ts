/** Lines typed at a zsh prompt in a real terminal, in a work folder with one file that must stay as it is. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { HookedSession, Variables } from "./zsh-fish-session.ts";
import { playTerminal, type Step } from "./zsh-terminal.ts";

const RC = "PS1='P> '; PS2='%_> '; HISTSIZE=100\n";

export const enter = { key: "Enter" } as const;
export const refused = { shows: /guard: denied/ } as const;

/** A name, what is done, and what stands in .zshrc. */
export type Row = readonly [name: string, steps: readonly Step[], rc?: string];

export interface TypingOptions {
  readonly rc?: string;
  readonly env?: Variables;
  readonly args?: readonly string[];
  /** All of it, instead of zsh with these arguments. */
  readonly argv?: readonly string[];
}

/** Gives the screen at the end. */
export async function typeInZsh(
  session: HookedSession,
  steps: readonly Step[],
  options: TypingOptions = {},
): Promise<string> {
  session.place({ ".zshrc": RC + (options.rc ?? "") });
  writeFileSync(join(session.work, "kept"), "kept");
  const start = { env: options.env ?? session.hooked, cwd: session.work };
  return playTerminal(options.argv ?? ["zsh", ...(options.args ?? [])], start, steps);
}

export function expectNothingRan(session: HookedSession): void {
  expect(readdirSync(session.work)).toEqual(["kept"]);
  expect(readFileSync(join(session.work, "kept"), "utf8")).toBe("kept");
}
