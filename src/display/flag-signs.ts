/** Signs that pass for those of a shell, and hosts whose letters are spelled in code. */
import { showCodePoint } from "../core/visible.ts";
import { type Flag, listExamples, showExample } from "./flag.ts";
import { EAST_ASIAN } from "./scripts.ts";
import type { Word } from "./words.ts";

/** Slashes, colons, semicolons, bars, dots, stars, tildes, dollars; typographic quotes are everyday text and left out. */
const SIGN =
  /[\u2044\u2215\u29f8\u29f5\u2571\u2572\ua789\u02d0\u0589\u2236\u037e\u204f\u01c0\u2223\u2502\u2503\u2551\u00a6\u2024\u2217\u204e\u223c\u02dc\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e\ufe68\ufe52-\ufe55]/gu;
const DASH_FOR_OPTION = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]+(?=[A-Za-z])/u;
const PUNYCODE = /(?:^|[./@])(xn--[a-z0-9-]+)/i;

export function flagSigns(words: readonly Word[]): Flag[] {
  const near = (index: number) =>
    words.slice(Math.max(0, index - 2), index + 3).some(({ text }) => EAST_ASIAN.test(text));
  const suspicious = words.filter(
    ({ text, place }, index) =>
      (place !== "text" && DASH_FOR_OPTION.test(text)) ||
      (hasSign(text) && (place === "program" || !near(index))),
  );
  const examples = suspicious.map(({ text }) => `${showExample(text)} -> ${showExample(expose(text))}`);
  const hosts = words.flatMap(({ text }) => PUNYCODE.exec(text)?.[1] ?? []);
  return [
    ...flag("signs", "holds signs that look like those of a shell or a path", examples),
    ...flag(
      "host",
      "names a host in code (punycode): its letters are not the ones that are read",
      hosts.map(showExample),
    ),
  ];
}

function flag(kind: "signs" | "host", says: string, examples: readonly string[]): Flag[] {
  return examples.length === 0 ? [] : [{ kind, text: `${says}: ${listExamples(examples)}` }];
}

/** Only inside a word: a sign that stands alone is drawn, not typed by mistake. */
function hasSign(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) && text.search(SIGN) >= 0;
}

function expose(text: string): string {
  return text
    .replace(DASH_FOR_OPTION, (dashes) => Array.from(dashes, showCodePoint).join(""))
    .replace(SIGN, showCodePoint);
}
