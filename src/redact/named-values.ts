/** Values behind a name that says secret: `NAME=…`, `--name=…`, `"name": "…"`, `X-Name: …`. Each run of letters is read once. */
import { createEndOfRun, type Piece, skipQuotes } from "./pieces.ts";
import { runNames } from "./run-names.ts";
import type { IsSecretName } from "./secret-name.ts";
import { isWorthHidingAt } from "./secret-value.ts";

/** No blank behind a plain `=`: in `TOKEN= python x` python is what runs. */
const ASSIGNED = /(?<![\w.-])-{0,2}([A-Za-z_][\w.-]*)(?:\+?=(?!=)|[ \t]{1,8}=[ \t]{1,8})/g;
const FIELD = /(\\{0,3}["'])([A-Za-z_][\w.-]*)\1[ \t]{0,8}:[ \t]{0,8}(?=\\{0,3}["'])/g;
const HEADER = /(?<![\w-])([A-Za-z]\w*-[\w-]*):[ \t]{0,8}/g;

export function findNamed(text: string, isSecretName: IsSecretName): Piece[] {
  const found: Piece[] = [];
  const endOfRun = createEndOfRun(text);
  let run: ReadonlySet<string> | undefined;
  const take = (name: string, kind: string, at: number): void => {
    if (!isSecretName(name)) return;
    const from = skipQuotes(text, at);
    const to = endOfRun(from);
    if (!isWorthHidingAt(text, from, to)) return;
    run ??= runNames(text);
    if (!run.has(name)) found.push({ from, to, name: kind, hide: "everywhere" });
  };
  if (text.includes("="))
    for (const match of text.matchAll(ASSIGNED))
      take(match[1] ?? "", match[0].startsWith("-") ? "option" : "assignment", match.index + match[0].length);
  if (text.includes(":")) {
    for (const match of text.matchAll(FIELD)) take(match[2] ?? "", "field", match.index + match[0].length);
    for (const match of text.matchAll(HEADER)) take(match[1] ?? "", "header", match.index + match[0].length);
  }
  return found;
}
