/** Which scripts the letters of a word belong to, and which of them are used together by people who write. */

const NAMES = [
  "Latin Cyrillic Greek Armenian Cherokee Coptic Lisu Georgian Hebrew Arabic Syriac Thaana Nko Han Hiragana Katakana",
  "Hangul Bopomofo Thai Lao Khmer Myanmar Tibetan Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada",
  "Malayalam Sinhala Ethiopic Mongolian Deseret Osage Tifinagh Canadian_Aboriginal Runic Ogham Gothic Old_Italic Vai Yi Adlam",
].flatMap((names) => names.split(" "));

const SCRIPTS = NAMES.map((name) => ({ name, has: new RegExp(`\\p{Script=${name}}`, "u") }));
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Japanese, Korean and Chinese words hold several, and Latin letters stand right beside them. */
const TOGETHER: readonly ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

export const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Looked up once per letter: a hostile text asks for tens of thousands. */
const known = new Map<string, string | undefined>();
const MOST_KNOWN = 5_000;

export function scriptOf(char: string): string | undefined {
  if (/^[A-Za-z]/.test(char)) return "Latin";
  if (!known.has(char) && known.size < MOST_KNOWN) known.set(char, findScript(char));
  return known.has(char) ? known.get(char) : findScript(char);
}

function findScript(char: string): string | undefined {
  if (!/[\p{L}\p{M}]/u.test(char) || SHARED.test(char)) return undefined;
  return SCRIPTS.find(({ has }) => has.test(char))?.name ?? "foreign";
}

export function scriptsOf(word: string): string[] {
  return [...new Set(Array.from(word, scriptOf))].filter((name) => name !== undefined);
}

export function areWrittenTogether(scripts: readonly string[]): boolean {
  return scripts.length < 2 || TOGETHER.some((set) => scripts.every((name) => set.has(name)));
}
