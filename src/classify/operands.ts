/** Which operand plays which role. */
import { hasGlob, knownPrefix, type Word } from "../core/word.ts";
import type { Operands, Role } from "./knowledge.ts";
import { splits } from "./words.ts";

export interface OperandVisitor {
  /** `following` = the operands behind these, for the positional words of a shell text. */
  readonly play: (role: Role, words: readonly Word[], following: readonly Word[]) => void;
  /** An operand that the program is not known to take. */
  readonly surplus: (word: Word) => void;
  /** The place of the operands cannot be known. */
  readonly uncertain: (word: Word) => void;
}

const TAKES_ALL: ReadonlySet<string> = new Set(["argv", "argv-stdin", "shell"]);
const NEVER_SPILLED: ReadonlySet<string> = new Set(["assign", "code"]);
const NOTHING: readonly Word[] = [];
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/u;

export function isAssignment(word: Word): boolean {
  return ASSIGNMENT.test(knownPrefix(word));
}

export function playOperands(operands: Operands, words: readonly Word[], visitor: OperandVisitor): void {
  const loose = operands.distinct.length > 1 ? words.find(splits) : undefined;
  if (loose !== undefined) playEverywhere(operands, words, visitor, loose);
  const afterHead = playInOrder(operands, operands.head, words, 0, visitor);
  if (afterHead === words.length) return;
  const afterRest = playRest(operands, words, afterHead, visitor);
  const end = playInOrder(operands, operands.tail, words, afterRest, visitor);
  for (let at = end; at < words.length; at++) visitor.surplus(words[at] as Word);
}

function playInOrder(
  operands: Operands,
  roles: readonly Role[],
  words: readonly Word[],
  start: number,
  visitor: OperandVisitor,
): number {
  let at = start;
  for (const role of roles) {
    if (at >= words.length) return at;
    if (TAKES_ALL.has(role.name)) {
      visitor.play(role, words.slice(at), []);
      return words.length;
    }
    const word = words[at] as Word;
    visitor.play(role, [word], words.slice(at + 1));
    if (operands.distinct.length > 1 && hasGlob(word)) playSpilled(operands, word, visitor);
    at += 1;
  }
  return at;
}

/** A glob is one word here and may be many names there: each may play every role. */
export function playSpilled(operands: Operands, word: Word, visitor: OperandVisitor): void {
  for (const role of operands.distinct) {
    if (TAKES_ALL.has(role.name)) visitor.uncertain(word);
    else if (!NEVER_SPILLED.has(role.name)) visitor.play(role, [word], []);
  }
}

function playRest(
  operands: Operands,
  words: readonly Word[],
  start: number,
  visitor: OperandVisitor,
): number {
  const { rest, tail } = operands;
  if (rest === undefined) return start;
  if (TAKES_ALL.has(rest.name)) {
    visitor.play(rest, words.slice(start), []);
    return words.length;
  }
  let at = start;
  if (rest.name === "assign") {
    while (at < words.length && isAssignment(words[at] as Word)) at += 1;
    if (at > start) visitor.play(rest, words.slice(start, at), []);
    return at;
  }
  const end = words.length - tail.length;
  // What follows one of many is the next of them, not its argument.
  for (; at < end; at++) visitor.play(rest, [words[at] as Word], NOTHING);
  return at;
}

/** An unquoted unknown may be several words or none, so every operand may stand anywhere. */
function playEverywhere(
  operands: Operands,
  words: readonly Word[],
  visitor: OperandVisitor,
  loose: Word,
): void {
  for (const role of operands.distinct) {
    if (TAKES_ALL.has(role.name)) visitor.uncertain(loose);
    else if (role.name !== "assign") for (const word of words) visitor.play(role, [word], []);
  }
}
