/** Options whose name says secret, in whatever program: `--password X`, and fish's `set -x API_KEY X`. */
import type { LooseWord } from "./loose-words.ts";
import { isBeforeProgram, isRunner } from "./program-words.ts";
import type { IsSecretName } from "./secret-name.ts";

/** A value that may be a secret, if what is left of it is worth it. */
export interface Candidate {
  readonly word: number;
  readonly from: number;
  readonly after?: string | undefined;
  /** `random`: it may be a name of something. Left out: whatever is worth hiding. */
  readonly only?: "random" | undefined;
}

const LONG = /^--?[A-Za-z][\w.-]+$/;

export function namedOptions(words: readonly LooseWord[], isSecretName: IsSecretName): Candidate[] {
  const candidates: Candidate[] = [];
  const isCertain = createIsCertain();
  for (const [word, { text, kind }] of words.entries()) {
    const only = isCertain(text, kind) ? undefined : "random";
    if (LONG.test(text) && isSecretName(text.replace(/^-+/, "")))
      candidates.push({ word: word + 1, from: 0, only });
    if (text === "set") candidates.push(...fishValue(words, word, isSecretName));
  }
  return candidates;
}

/**
 * Is what follows the value of this word, if it is an option? In `exec -a --token X` and `flock -- --token X` the words may be a value, a
 * program and its operand, and as the first word of a command it is the program.
 */
function createIsCertain(): (text: string, kind: LooseWord["kind"]) => boolean {
  let [behindRunner, beyond, last] = [false, false, ""];
  return (text, kind) => {
    if (kind === "end") [behindRunner, beyond, last] = [false, false, ""];
    if (kind === "end" || kind === "aside" || (last === "" && isBeforeProgram(text))) return true;
    const isCertain = last !== "" && !beyond && !(behindRunner && (last[0] === "-" || isRunner(last)));
    beyond ||= text === "--";
    behindRunner ||= isRunner(text);
    last = text;
    return isCertain;
  };
}

/** fish: `set -gx API_KEY X`. For other shells X may be a program then: `set -x API_KEY shutdown; $2`. */
function fishValue(words: readonly LooseWord[], set: number, isSecretName: IsSecretName): Candidate[] {
  let at = set + 1;
  while (at < words.length && words[at]?.text[0] === "-") at++;
  const name = words[at];
  const isNamed = at > set + 1 && name?.kind === "word" && isSecretName(name.text);
  return isNamed ? [{ word: at + 1, from: 0, only: "random" }] : [];
}
