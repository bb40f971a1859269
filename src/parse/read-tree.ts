/** Text -> a tree that can be trusted as a whole, or the reason why it cannot. */
import { parse as parseTree, type Script } from "unbash";
import type { Dialect, Unparsable } from "../core/command.ts";
import { findBoundProblem } from "./bounds.ts";
import { findLeftover } from "./coverage.ts";
import { guardTree } from "./guards.ts";

export interface Tree {
  readonly kind: "tree";
  readonly script: Script;
  /** Only words, quotes, globs, pipes, lists and redirections. */
  readonly plain: boolean;
}

/** `script` = a file: it may be longer than a line, and a hash always begins a comment. */
export type TextKind = "line" | "script";

export function readTree(text: string, dialect: Dialect, kind: TextKind): Tree | Unparsable {
  const bound = findBoundProblem(text, kind);
  if (bound) return { kind: "unparsable", ...bound };
  const script = parseTree(text);
  const { problem, plain } = guardTree(script, dialect);
  if (problem) return { kind: "unparsable", ...problem };
  const leftover = findLeftover(script, text, dialect === "zsh" && kind === "line" ? "typed" : "file");
  if (leftover !== undefined)
    return { kind: "unparsable", reason: "a part of the line was not understood", pos: leftover };
  return { kind: "tree", script, plain };
}
