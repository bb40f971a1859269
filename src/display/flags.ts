/** Everything a person should be told about a text before it is read, the worst first. Empty for everyday commands. */
import type { Flag } from "./flag.ts";
import { flagCharacters } from "./flag-characters.ts";
import { flagClaims } from "./flag-claims.ts";
import { flagLookAlikes } from "./flag-look-alikes.ts";
import { flagSigns } from "./flag-signs.ts";
import { flagGaps, flagSize, flagTypedOut } from "./flag-size.ts";
import { type Word, wordsOf, wordsOfText } from "./words.ts";

/** A command is read with its programs; a description, a path or a reason is only words. */
export function flagsOf(text: string, what: "command" | "words" = "command"): Flag[] {
  const words: readonly Word[] = what === "command" ? wordsOf(text) : wordsOfText(text);
  return [
    ...flagLookAlikes(words),
    ...flagSigns(words),
    ...flagCharacters(text),
    ...flagClaims(text),
    ...flagTypedOut(text),
    ...flagGaps(text),
    ...flagSize(text),
  ];
}
