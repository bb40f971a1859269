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
import { type Around, createLook, type Look } from "./look.ts";
import { findNamed } from "./named-values.ts";
import { createFindOptions, type FindOptions, optionPieces } from "./options.ts";
import type { Piece } from "./pieces.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { looksRandom } from "./random-value.ts";
import type { RedactionData } from "./redaction-data.ts";
import { createIsSecretName } from "./secret-name.ts";
import { createFindPlaces, type FindPlaces } from "./word-places.ts";

export interface FindSecrets {
  /** Certain by their format alone. */
  readonly tokens: FindPieces;
  /** Everything. `around`: by the argv that the text is a word of. */
  readonly all: (text: string, around?: Around) => Piece[];
  /** A quick look at texts that stand one below the other: `false` is certain. */
  readonly mayHold: (texts: string) => boolean;
  /** Over the words of an argv. */
  readonly options: FindOptions;
  readonly findPlaces: FindPlaces;
}

/** Besides names and programs: what the patterns look for. */
const WORDS = ["authorization", "bearer", "PRIVATE KEY", "sig="];

export function createFindSecrets(data: RedactionData, extra: readonly RedactPattern[]): FindSecrets {
  const { find: tokens, mayHold: mayHoldToken } = createFindTokens(data.tokens);
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
  const findPlaces = createFindPlaces(data.assignments);
  const all: FindSecrets["all"] = (text, around) => {
    if (text.length < SHORTEST) return [];
    const parts = [tokens(text), added(text)];
    const isNamed = names.test(text);
    const look = createLook(text, findPlaces, around);
    // A password in an address.
    if (isNamed || (text.includes("://") && text.includes("@")))
      parts.push(patterns(text).filter(createCounts(text, look)));
    if (isNamed) parts.push(findPrivateKeys(text));
    if (around?.fed !== "all" && (isNamed || program.test(text))) parts.push(...byName(text, isNamed, look));
    return parts.flat();
  };
  const byName = (text: string, isNamed: boolean, look: Look): Piece[][] => {
    const fed = fedPrograms(text);
    if (fed === "all") return [];
    const words = look.words();
    const named = isNamed && fed === "none" ? findNamed(text, isSecretName, look) : [];
    const given = optionPieces(words, options(words)).filter(
      ({ from, to }) => looksRandom(text.slice(from, to)) || look.uses().words === "plain",
    );
    return [named, given];
  };
  const mayHold = (texts: string): boolean =>
    extra.length > 0 ||
    mayHoldToken(texts) ||
    names.test(texts) ||
    program.test(texts) ||
    (texts.includes("://") && texts.includes("@"));
  return { tokens, all, mayHold, options, findPlaces };
}

/** Of the patterns: what they find is one by its place in a word, which no program could be. */
const SURE: ReadonlySet<string> = new Set(["url-password", "signature"]);
/** Those that a name in a file makes secret. */
const BY_NAME: ReadonlySet<string> = new Set(["configured", "yaml-field", "netrc"]);

function createCounts(text: string, look: Look): (piece: Piece) => boolean {
  let fed: Fed | undefined;
  const getFed = (): Fed => {
    fed ??= fedPrograms(text);
    return fed;
  };
  return ({ name, from, to }) => {
    if (SURE.has(name)) return true;
    if (BY_NAME.has(name) && getFed() !== "none") return false;
    return looksRandom(text.slice(from, to)) || look.uses().words === "plain";
  };
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
