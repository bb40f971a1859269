/**
 * The user's terminal. node's own raw mode leaves output processing on, which breaks full-screen programs behind a
 * pty, so stty does it. node puts the modes of its start back when it exits, however it exits (not after kill -9).
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { findSystemProgram } from "../ipc/system-program.ts";

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface RealTerminal {
  /** As `stty -g` prints them; undefined where there is no stty. */
  readonly modes: string | undefined;
  makeRaw(): void;
  restore(): void;
}

const RAW = ["raw", "-echo", "-iexten"];

/** All three are terminals, and it is our turn: a background job must not take the terminal away. */
export function isAtTerminal(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY && isInForeground();
}

/** Some part of this is shown to a person: questions make sense. */
export function isSomebodyThere(): boolean {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
}

export function openRealTerminal(): RealTerminal {
  const saved = stty(["-g"])?.trim();
  const modes = saved === undefined || saved === "" ? undefined : saved;
  return {
    modes,
    makeRaw() {
      if (modes === undefined || stty(RAW) === undefined) process.stdin.setRawMode(true);
    },
    restore() {
      if (modes === undefined || stty([modes]) === undefined) process.stdin.setRawMode(false);
    },
  };
}

export function readTerminalSize(): TerminalSize {
  const [columns, rows] = process.stdout.getWindowSize();
  return { columns: columns || 80, rows: rows || 24 };
}

function stty(args: readonly string[]): string | undefined {
  const program = findSystemProgram("stty");
  if (program === undefined) return undefined;
  const { status, stdout } = spawnSync(program, args, {
    stdio: ["inherit", "pipe", "ignore"],
    encoding: "utf8",
  });
  return status === 0 ? stdout : undefined;
}

/** The terminal's foreground group is ours. Unknown (no /proc) counts as yes. */
function isInForeground(): boolean {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    return true;
  }
}
