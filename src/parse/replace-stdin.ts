/** `exec <file` without a program: from here on the shell, and all that it starts, reads something else. */
import type { Stdin } from "../core/command.ts";
import type { Scope } from "./scope.ts";
import type { Walk } from "./walk-state.ts";

const UNKNOWN: Stdin = { kind: "pipe", from: [] };

/** Known by identity: a pipe or a group with a redirection of its own brings a stdin of its own. */
export function replaceStdin(scope: Scope, stdin: Stdin): void {
  if (!scope.replaced.has(stdin)) scope.replaced = new Set([...scope.replaced, stdin]);
}

export function stdinIn(scope: Scope, stdin: Stdin): Stdin {
  return scope.replaced.has(stdin) ? UNKNOWN : stdin;
}

/** A loop's later rounds read what an earlier one put in place: goes back over the commands since `from`. */
export function replaceSince(from: number, scope: Scope, walk: Walk): void {
  if (scope.replaced.size === 0) return;
  for (let index = from; index < walk.commands.length; index++) {
    const command = walk.commands[index];
    if (command) walk.commands[index] = { ...command, stdin: stdinIn(scope, command.stdin) };
  }
}
