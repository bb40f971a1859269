/** All ways of finding secrets in one text, with a quick look first: most lines hold nothing that could be one. */
import type { RedactPattern } from "../core/redact-pattern.ts";
import { type Fed, fedPrograms } from "./fed-programs.ts";
import {
  createFindExtra,
  createFindPatterns,
  createFindTokens,
  type FindPieces,
  literal,
} from "./find-patterns.ts";
import { looseWords } from "./loose-words.ts";
import { findNamed } from "./named-values.ts";
import { createFindOptions, type FindOptions, optionPieces } from "./options.ts";
import type { Piece } from "./pieces.ts";
import { findPrivateKeys } from "./private-keys.ts";
import type { RedactionData } from "./redaction-data.ts";
import { createIsSecretName } from "./secret-name.ts";

export interface FindSecrets {
  /** Certain by their format alone. */
  readonly tokens: FindPieces;
  /** Everything. `fed`: by what else belongs to the text, where that is more than the text itself says. */
  readonly all: (text: string, fed?: Fed) => Piece[];
  /** Over the words of an argv. */
  readonly options: FindOptions;
}

/** Besides names and programs: what the patterns look for. */
const WORDS = ["bearer", "PRIVATE KEY", "sig=", "left out\\) …"];

export function createFindSecrets(data: RedactionData, extra: readonly RedactPattern[]): FindSecrets {
  const tokens = createFindTokens(data.tokens);
  const patterns = createFindPatterns(data.patterns);
  const added = createFindExtra(extra);
  const isSecretName = createIsSecretName(data.names);
  const options = createFindOptions(data.programs, isSecretName);
  const { last, ends, lastOfMore } = data.names;
  const names = new RegExp(
    [...shortest([...last, ...ends, ...lastOfMore]).map(literal), ...WORDS].join("|"),
    "i",
  );
  const programs = data.programs.flatMap((option) => option.programs).map(literal);
  const program = new RegExp(`(?<![\\w.:-])(?:${programs.join("|")})(?![\\w.:-])`);
  const all: FindSecrets["all"] = (text, around = "none") => {
    if (text.length < SHORTEST) return [];
    const parts = [tokens(text), added(text)];
    const isNamed = names.test(text);
    // A password in an address.
    if (isNamed || (text.includes("://") && text.includes("@"))) parts.push(unlessFed(patterns(text), text));
    if (isNamed) parts.push(findPrivateKeys(text));
    if (around !== "all" && (isNamed || program.test(text))) parts.push(...byName(text, isNamed));
    return parts.flat();
  };
  const byName = (text: string, isNamed: boolean): Piece[][] => {
    const fed = fedPrograms(text);
    if (fed === "all") return [];
    const words = looseWords(text);
    const named = isNamed && fed === "none" ? findNamed(text, isSecretName) : [];
    return [named, optionPieces(words, options(words))];
  };
  return { tokens, all, options };
}

/** Of the patterns: those that a name in a file makes secret. */
const BY_NAME: ReadonlySet<string> = new Set(["configured", "yaml-field", "netrc"]);

function unlessFed(found: Piece[], text: string): Piece[] {
  if (!found.some(({ name }) => BY_NAME.has(name)) || fedPrograms(text) === "none") return found;
  return found.filter(({ name }) => !BY_NAME.has(name));
}

/** `-p` and the shortest value. */
const SHORTEST = 8;

/** Those that hold no other of them: who finds `pass` need not look for `password`. */
function shortest(words: readonly string[]): readonly string[] {
  return words.filter(
    (word, index) =>
      words.indexOf(word) === index && !words.some((other) => other !== word && word.includes(other)),
  );
}
