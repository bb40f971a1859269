/** Values behind a name that says secret: `NAME=…`, `--name=…`, `"name": "…"`, `X-Name: …`. Each run of letters is read once. */
import type { Look } from "./look.ts";
import { createEndOfRun, type Piece, skipQuotes } from "./pieces.ts";
import { looksRandom } from "./random-value.ts";
import type { IsSecretName } from "./secret-name.ts";
import { isWorthHidingAt } from "./secret-value.ts";

/** No blank behind a plain `=`: in `TOKEN= python x` python is what runs. */
const ASSIGNED = /(?<![\w.-])-{0,2}([A-Za-z_][\w.-]*)(?:\+?=(?!=)|[ \t]{1,8}=[ \t]{1,8})/g;
const FIELD = /(\\{0,3}["'])([A-Za-z_][\w.-]*)\1[ \t]{0,8}:[ \t]{0,8}(?=\\{0,3}["'])/g;
const HEADER = /(?<![\w-])([A-Za-z]\w*-[\w-]*):[ \t]{0,8}/g;

type Form = "assignment" | "spaced" | "option" | "field" | "header";

export function findNamed(text: string, isSecretName: IsSecretName, look: Look): Piece[] {
  const found: Piece[] = [];
  const endOfRun = createEndOfRun(text);
  const take = (name: string, form: Form, match: RegExpExecArray): void => {
    if (!isSecretName(name)) return;
    const from = skipQuotes(text, match.index + match[0].length);
    const to = endOfRun(from);
    if (!isWorthHidingAt(text, from, to) || look.uses().run.has(name)) return;
    // What looks like a name of something is a secret only where nothing could act on it.
    if (!looksRandom(text.slice(from, to)) && !isSecretPlace(text, name, form, match, look)) return;
    found.push({ from, to, name: form === "spaced" ? "assignment" : form, hide: "everywhere" });
  };
  if (text.includes("="))
    for (const match of text.matchAll(ASSIGNED)) take(match[1] ?? "", formOf(match[0]), match);
  if (text.includes(":")) {
    for (const match of text.matchAll(FIELD)) take(match[2] ?? "", "field", match);
    for (const match of text.matchAll(HEADER)) take(match[1] ?? "", "header", match);
  }
  return found;
}

function formOf(match: string): Form {
  if (match.startsWith("-")) return "option";
  return match.endsWith("=") ? "assignment" : "spaced";
}

function isSecretPlace(
  text: string,
  name: string,
  form: Form,
  { 0: match, index }: RegExpExecArray,
  look: Look,
): boolean {
  const { words, actedOn } = look.uses();
  if (words !== "plain" || actedOn.has(name)) return false;
  const place = look.placeAt(index);
  const isGiven = place === "assigned" || place === "taken";
  switch (form) {
    case "field":
      return true;
    case "option":
      // The first word of a command is a program, whatever it looks like; a text of one word is none.
      return place !== "beyond" && (place !== "first" || look.words().length === 1);
    case "spaced":
      return isGiven || place === "first";
    case "assignment":
      // `https://h/?token=x`
      return isGiven || (text[index - 1] === "?" && look.wordAt(index).includes("://"));
    case "header":
      // `x-token: x` without quotes would be a program and its operand.
      return isGiven || (/["']/.test(text[index - 1] ?? "") && match.endsWith(" "));
  }
}
