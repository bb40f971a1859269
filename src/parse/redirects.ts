/** Redirections: the files they open, what they feed to the command, and the variables that hold a descriptor. */
import type { Redirection, WordPart } from "unbash";
import type { Redirect, Stdin } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";
import { evaluateWord } from "./arithmetic.ts";
import { expandValue, expandWord } from "./expand-word.ts";
import { makeWord } from "./make-word.ts";
import type { Scope } from "./scope.ts";
import { numberOf, setAndTell } from "./set-variable.ts";
import { type Place, spanOf, type Walk } from "./walk-state.ts";

export interface Redirects {
  readonly list: readonly Redirect[];
  /** What stdin becomes; undefined when it is left alone. */
  readonly stdin?: Stdin;
}

const NONE: Redirects = { list: [] };

export function expandRedirects(
  nodes: readonly Redirection[],
  scope: Scope,
  walk: Walk,
  place: Place,
): Redirects {
  if (nodes.length === 0) return NONE;
  const list: Redirect[] = [];
  let stdin: Stdin | undefined;
  for (const node of nodes) {
    if (node.descriptor?.type === "FileDescriptorVariable")
      setDescriptor(node.descriptor.name, node, scope, walk, place);
    for (const target of targetsOf(node, scope, walk, place)) {
      list.push({ operator: node.operator, target, ...spanOf(node, place) });
      if (isStdin(node)) stdin = stdinOf(node, target) ?? stdin;
    }
  }
  return stdin ? { list, stdin } : { list };
}

function targetsOf(node: Redirection, scope: Scope, walk: Walk, place: Place): Word[] {
  const span = spanOf(node, place);
  if (node.type === "HereDoc") {
    if (!node.body.parts) {
      const literal = node.delimiter?.quoted ? node.body.text : unescapeBody(node.body.text);
      const stripped = node.operator === "<<-" ? literal.replace(/^\t+/gm, "") : literal;
      return [makeWord([{ kind: "text", text: stripped }], span)];
    }
    const { text, pos, end } = node.body;
    const parts = node.operator === "<<-" ? node.body.parts.map(withoutTabs) : node.body.parts;
    const body = { type: "Word", text, value: text, pos, end, parts } as const;
    return expandValue(body, scope, walk, place, "text").map((pieces) => makeWord(pieces, span));
  }
  if (!node.target) return [];
  if (node.type === "HereString") {
    return walk.expandValue(node.target, scope, place).map((pieces) => makeWord(pieces, span));
  }
  // Wildcards in a target count: `< ~/.ssh/id_*` opens the one file that matches.
  return expandWord(node.target, scope, walk, place).flatMap((words) =>
    words.map((word) => ({ ...word, ...span })),
  );
}

/** `<<-` takes the tabs at the start of every line away; a part that is not the first may begin inside a line. */
function withoutTabs(part: WordPart, index: number): WordPart {
  if (part.type !== "Literal") return part;
  return { ...part, value: part.value.replace(index === 0 ? /^\t+/gm : /(?<=\n)\t+/g, "") };
}

/** Without quotes around the delimiter a backslash still guards `$`, a backtick, itself and the line's end. */
function unescapeBody(text: string): string {
  return text.replace(/\\([$`\\\n])/g, (_, char: string) => (char === "\n" ? "" : char));
}

/** `{name}<file` opens a descriptor of its own. */
function isStdin({ descriptor, operator }: Redirection): boolean {
  if (!descriptor) return operator.startsWith("<");
  return descriptor.type === "FileDescriptor" && Number(descriptor.value) === 0;
}

/** `{name}>file` sets the variable to the descriptor's number; `{a[i]}>file` evaluates i. */
function setDescriptor(text: string, node: Redirection, scope: Scope, walk: Walk, place: Place): void {
  const [, name = text, index] = /^([A-Za-z_]\w*)\[([\s\S]*)\]$/.exec(text) ?? [];
  if (index !== undefined) evaluateWord({ value: index, pos: node.pos, end: node.end }, scope, walk, place);
  setAndTell({ name, values: [numberOf(name)] }, node, scope, walk, place);
}

function stdinOf(node: Redirection, target: Word): Stdin | undefined {
  switch (node.type) {
    case "HereDoc":
    case "HereString":
      return { kind: "text", text: target };
    case "Redirect":
      if (node.operator === "<" || node.operator === "<>") return { kind: "file", path: target };
      // `<&3` and `0>&3`: another descriptor, whose source is not followed.
      return knownText(target) === "-" ? undefined : { kind: "pipe", from: [] };
  }
}
