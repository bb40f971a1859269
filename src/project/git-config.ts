/** git's config format, read as git reads it. Text that git would refuse is refused here too. */

export interface ConfigEntry {
  /** `section.sub.key` in small letters. */
  readonly key: string;
  readonly value: string;
}

export type ConfigReading =
  | { readonly kind: "entries"; readonly entries: readonly ConfigEntry[] }
  | { readonly kind: "refused" };

interface Cursor {
  readonly text: string;
  at: number;
}

const GAP = /(?:[ \t\r\n]+|[#;][^\n]*\n)+/y;
const SECTION = /\[([A-Za-z0-9.-]+)(?:[ \t\r]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y;
const KEY = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|\n)/y;
/** A part of a value: blanks, quoted text, an escape, plain text, or the end, which may be a comment. */
const PART =
  /(?<blanks>[ \t\r]+)|"(?<quoted>(?:[^"\\\n]|\\[tbn"\\\n])*)"|(?<escaped>\\[tbn"\\\n])|(?<plain>[^ \t\r\n"\\#;]+)|(?:[#;][^\n]*)?\n/y;

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", b: "\b", n: "\n", "\n": "" };

export function readConfig(source: string): ConfigReading {
  // To git a zero ends a name, so that `[diff "external\0"]` is another key than it looks.
  if (source.includes("\0")) return { kind: "refused" };
  // The end of the text ends its last line.
  const cursor: Cursor = { text: `${source.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")}\n`, at: 0 };
  const entries: ConfigEntry[] = [];
  let before = "";
  for (take(cursor, GAP); cursor.at < cursor.text.length; take(cursor, GAP)) {
    const head = take(cursor, SECTION);
    if (head !== undefined) {
      before = `${sectionName(head)}.`;
      continue;
    }
    const entry = readEntry(cursor);
    if (entry === undefined) return { kind: "refused" };
    entries.push({ key: `${before}${entry.key}`.toLowerCase(), value: entry.value });
  }
  return { kind: "entries", entries };
}

function take(cursor: Cursor, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = cursor.at;
  const found = expression.exec(cursor.text);
  if (found === null) return undefined;
  cursor.at = expression.lastIndex;
  return found;
}

function sectionName([, name = "", sub]: RegExpExecArray): string {
  return sub === undefined ? name : `${name}.${sub.replace(/\\(.)/g, "$1")}`;
}

function readEntry(cursor: Cursor): ConfigEntry | undefined {
  const [, key, sign] = take(cursor, KEY) ?? [];
  if (key === undefined) return undefined;
  // A name alone means true.
  const value = sign === "=" ? readValue(cursor) : "true";
  return value === undefined ? undefined : { key, value };
}

/** Blanks around the value do not count, blanks inside do; quotes may begin and end anywhere. */
function readValue(cursor: Cursor): string | undefined {
  let value = "";
  let kept = 0;
  for (let part = take(cursor, PART); part !== undefined; part = take(cursor, PART)) {
    const { blanks, quoted, escaped, plain } = part.groups ?? {};
    if (blanks !== undefined) {
      if (value !== "") value += blanks;
      continue;
    }
    const text = plain ?? quoted ?? escaped;
    if (text === undefined) return value.slice(0, kept);
    value += plain ?? text.replace(/\\(.)/gs, (_, char: string) => ESCAPES[char] ?? char);
    kept = value.length;
  }
  return undefined;
}
