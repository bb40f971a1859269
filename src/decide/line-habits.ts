/** What the text of a line says about all of its pipes and substitutions. When in doubt: the unusual. */
import type { Command } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";

export interface LineHabits {
  /** Error messages may come through the pipes, too. */
  readonly mixed: boolean;
  /** Programs may be hidden behind functions and aliases. */
  readonly names: "plain" | "own";
  /** How unquoted words are split. */
  readonly splitting: "usual" | "unknown";
}

export const NO_HABITS: LineHabits = { mixed: true, names: "own", splitting: "unknown" };

export function habitsOf(text: string, commands: readonly Command[], prelude = ""): LineHabits {
  return {
    mixed: mixesErrors(text, commands),
    names: definesNames(text) || definesNames(prelude) ? "own" : "plain",
    splitting: splitsAsUsual(text, commands) ? "usual" : "unknown",
  };
}

/** Word splitting as everybody knows it: the line leaves IFS alone, but for `IFS= read`. */
function splitsAsUsual(text: string, commands: readonly Command[]): boolean {
  if (/IFS/.test(text.replace(/\bIFS=(?:''|"")?[ \t]+read\b/g, ""))) return false;
  return commands.every(
    ({ argv, assignments }) =>
      !argv.some((word) => /IFS/.test(knownText(word) ?? "")) &&
      (knownText(argv[0] ?? NO_WORD) === "read" || !assignments.some(({ name }) => name === "IFS")),
  );
}

const NO_WORD: Word = { pieces: [], pos: 0, end: 0 };

/** bash and zsh; fish. */
const MIXED = /\|&|&\||>\|/;

/** `|&` stands somewhere, or may stand in text that only the shell puts together. */
function mixesErrors(text: string, commands: readonly Command[]): boolean {
  return (
    MIXED.test(text) ||
    commands.some(
      ({ evaluates, nesting }) =>
        MIXED.test(evaluates ?? "") || nesting.some((step) => step === "trap" || step.startsWith("alias ")),
    )
  );
}

/** Without names of its own a shell finds programs where `which` does. */
function definesNames(text: string): boolean {
  return /\(\s*\)|\bfunction\b|\balias\b/.test(text);
}
