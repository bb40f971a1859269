/** A Command as one short readable line, so that rows of a table can compare whole values. */
import type { Command, ParseOutcome, Stdin } from "../../src/core/command.ts";
import type { Piece, Word } from "../../src/core/word.ts";

/** The folder in which rows run unless they say otherwise; it is not shown. */
export const CWD = "/w";
export const HOME = "/home/u";

/** `A=1 rm 'a b' ‹*.c› ⟨$x…⟩ >out  stdin: pipe 0  in: /w/src, ?  below: subshell › $( )` */
export function showCommand(command: Command): string {
  const assignments = command.assignments.map(({ name, values, exported }) => {
    return `${exported ? "export " : ""}${name}=${values.map(showWord).join(",")}`;
  });
  const redirects = command.redirects.map(({ operator, target }) => `${operator}${showWord(target)}`);
  const parts = [[...assignments, ...command.argv.map(showWord), ...redirects].join(" ")];
  if (command.stdin.kind !== "inherited") parts.push(`stdin: ${showStdin(command.stdin)}`);
  if (command.cwds.join() !== CWD) parts.push(`in: ${command.cwds.map((cwd) => cwd ?? "?").join(", ")}`);
  if (command.nesting.length > 0) parts.push(`below: ${command.nesting.join(" › ")}`);
  return parts.join("  ");
}

/** The commands, then the doubts; or why the line was refused. */
export function showOutcome(outcome: ParseOutcome): string[] {
  if (outcome.kind === "unparsable") return [`unparsable: ${outcome.reason}`];
  const doubts = outcome.doubts.map(({ kind, because }) => `doubt ${kind}: ${because}`);
  return [...outcome.commands.map(showCommand), ...doubts];
}

/** Known text in quotes where it needs them, wildcards as ‹*›, unknown parts as ⟨$x⟩, with … where they may split. */
export function showWord(word: Word): string {
  return joinTexts(word.pieces).map(showPiece).join("") || "''";
}

/** Where one known text ends and the next begins does not matter. */
function joinTexts(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (piece.kind !== "text" || last?.kind !== "text") joined.push(piece);
    else joined[joined.length - 1] = { kind: "text", text: last.text + piece.text };
  }
  return joined;
}

function showPiece(piece: Piece): string {
  switch (piece.kind) {
    case "text":
      return /^[\w@%+=:,./~^-]*$/.test(piece.text) ? piece.text : JSON.stringify(piece.text);
    case "glob":
      return `‹${piece.text}›`;
    case "unknown":
      return `⟨${piece.text}${piece.splits ? "…" : ""}⟩`;
  }
}

function showStdin(stdin: Stdin): string {
  switch (stdin.kind) {
    case "inherited":
      return "inherited";
    case "pipe":
      return `pipe ${stdin.from.join(",") || "?"}`;
    case "text":
      return `text ${showWord(stdin.text)}`;
    case "file":
      return `file ${showWord(stdin.path)}`;
  }
}
