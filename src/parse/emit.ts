/** Writes down one simple command, with its redirections and what feeds it. */
import type { Redirection, WordPart } from "unbash";
import type { Assignment, Redirect, Stdin } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";
import { expandWord } from "./expand-word.ts";
import type { Scope } from "./scope.ts";
import { type Place, type Span, spanOf, step, type Walk } from "./walk-state.ts";

export interface Draft {
  readonly argv: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  readonly evaluates?: string;
}

export function emit(draft: Draft, node: Span, scope: Scope, walk: Walk, place: Place): void {
  step(walk, place);
  walk.commands.push({
    ...draft,
    cwds: scope.cwds,
    nesting: place.nesting,
    ...spanOf(node, place),
    exports: exportsOf(draft.assignments, scope, spanOf(node, place)),
  });
}

const NO_EXPORTS: ReadonlyMap<string, Word> = new Map();

/** What a shell started by this command finds in its environment, as far as the line says. */
function exportsOf(assignments: readonly Assignment[], scope: Scope, span: Span): ReadonlyMap<string, Word> {
  if (scope.variables.size === 0 && assignments.length === 0) return NO_EXPORTS;
  const exports = new Map<string, Word>();
  for (const [name, variable] of scope.variables) {
    const [value, ...others] = variable.values;
    if (variable.exported && value && others.length === 0) exports.set(name, { pieces: value, ...span });
  }
  const seen = new Set<string>();
  for (const { name, values, exported } of assignments) {
    const [value] = values;
    // Several entries for one name are several values that it may have.
    if (exported && value && values.length === 1 && !seen.has(name)) exports.set(name, value);
    else exports.delete(name);
    seen.add(name);
  }
  return exports;
}

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
    const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : undefined;
    for (const target of targetsOf(node, scope, walk, place)) {
      list.push({ operator: node.operator, target, ...spanOf(node, place) });
      if ((descriptor ?? 0) === 0) stdin = stdinOf(node, target) ?? stdin;
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
      return [{ pieces: [{ kind: "text", text: stripped }], ...span }];
    }
    const { text, pos, end } = node.body;
    const parts = node.operator === "<<-" ? node.body.parts.map(withoutTabs) : node.body.parts;
    const body = { type: "Word", text, value: text, pos, end, parts } as const;
    return walk.expandValue(body, scope, place).map((pieces) => ({ pieces, ...span }));
  }
  if (!node.target) return [];
  if (node.type === "HereString") {
    return walk.expandValue(node.target, scope, place).map((pieces) => ({ pieces, ...span }));
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

function stdinOf(node: Redirection, target: Word): Stdin | undefined {
  switch (node.type) {
    case "HereDoc":
    case "HereString":
      return { kind: "text", text: target };
    case "Redirect":
      if (node.operator === "<" || node.operator === "<>") return { kind: "file", path: target };
      // `<&3`: another descriptor, whose source is not followed.
      if (node.operator === "<&" && knownText(target) !== "-") return { kind: "pipe", from: [] };
      return undefined;
  }
}
