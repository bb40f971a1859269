/** Settings given as an argument (`git -c KEY=VALUE`, `ssh -o KEY=VALUE`, `make KEY=VALUE`): which values are programs. */
import { knownPrefix, type Word } from "../core/word.ts";
import { dropPrefix } from "./words.ts";

/** ssh also takes a blank in place of the equals sign. */
const WITH_EQUALS = /^\s*([^=]*?)\s*=\s*/u;
const WITH_BLANK = /^\s*([A-Za-z]+)\s+/u;
/** Keys whose value is started as a program, by the names that git, ssh and make give them. */
const NAMES_PROGRAM =
  /(?:command|cmd|exec|program|pager|editor|browser|helper|textconv|clean|smudge|process|driver|askpass|fsmonitor|external|shell|uploadpack|receivepack|proxy)$|^pager\.|\.(?:path|vcs)$/iu;
const ALIAS = /^alias\./iu;

/** The shell text that the setting makes the program run; undefined when it names none. */
export function programInSetting(word: Word): Word | undefined {
  const lead = knownPrefix(word);
  const match = WITH_EQUALS.exec(lead) ?? WITH_BLANK.exec(lead);
  if (match === null) return undefined;
  const [before, key = ""] = match;
  const value = dropPrefix(word, before.length);
  if (knownPrefix(value).startsWith("!")) return dropPrefix(value, 1);
  return NAMES_PROGRAM.test(key) && !ALIAS.test(key) ? value : undefined;
}
