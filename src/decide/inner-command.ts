/** The command that another one starts by its words: where it runs, what it gets handed on. */
import { resolve } from "node:path";
import type { Command } from "../core/command.ts";
import type { Run } from "../core/effect.ts";
import { hasGlob, knownText, type Word } from "../core/word.ts";
import type { Judged } from "./judged.ts";
import { innerArgvs } from "./piped-words.ts";
import type { Pipes } from "./stream.ts";

/** For one that only starts another: the commands that it may start. */
export function startedBy({ command, classified }: Judged, pipes: Pipes, depth: number): Judged[] {
  const [run, ...others] = classified.runs;
  if (run?.kind !== "argv" || others.length > 0) return [];
  return innerArgvs(run, command, pipes, depth).map((argv) => {
    const inner = innerCommand(run, argv, command);
    return { command: inner, classified: pipes.classify(inner) };
  });
}

export function innerCommand(
  run: Extract<Run, { kind: "argv" }>,
  argv: readonly Word[],
  command: Command,
): Command {
  const fed = run.more === "stdin" || run.splitting !== undefined;
  return {
    ...command,
    argv,
    assignments: [],
    redirects: [],
    stdin: fed ? { kind: "inherited" } : command.stdin,
    cwds: run.cwd ? moveFolders(command.cwds, run.cwd) : command.cwds,
    exports: exportsFor(run.via, command),
    nesting: [...command.nesting, run.via],
  };
}

/** What env hands on: its own NAME=VALUE words; whether the rest is still there is not followed. */
function exportsFor(via: string, command: Command): Command["exports"] {
  if (via !== "env") return command.exports;
  const exports = new Map<string, Word>();
  for (const word of command.argv) {
    const [head, ...rest] = word.pieces;
    const match = head?.kind === "text" ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(head.text) : undefined;
    if (match?.[1])
      exports.set(match[1], { ...word, pieces: [{ kind: "text", text: match[2] ?? "" }, ...rest] });
  }
  return exports;
}

function moveFolders(cwds: readonly (string | null)[], to: Word): readonly (string | null)[] {
  const text = knownText(to);
  // Behind a link `..` leads elsewhere than the text says.
  const behindName = /[^/.][^/]*\/.*\.\./.test(text ?? "");
  return cwds.map((cwd) => (text === undefined || cwd === null || behindName ? null : resolve(cwd, text)));
}

/** In another text the places that a word was made from mean nothing. */
export function forText(word: Word): Word {
  const pieces = word.pieces.map((piece) => {
    if (piece.kind !== "unknown") return piece;
    const { from: _, ...rest } = piece;
    return rest;
  });
  return { ...word, pieces };
}

/** A glob, or an unquoted unknown: any number of words. */
export function mayBeSeveral(word: Word): boolean {
  return hasGlob(word) || word.pieces.some((piece) => piece.kind === "unknown" && piece.splits);
}
