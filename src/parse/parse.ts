/**
 * Shell text -> every simple command that could run, with what is known of its words.
 * Never throws, never hangs, never half-parses: what is not understood completely is `unparsable`.
 * Must not decide what is harmful; that is for classify and policy.
 */
import type { Dialect, ParseOutcome, Stdin, Unparsable } from "../core/command.ts";
import type { Word } from "../core/word.ts";
import { findBoundProblem, MAX_STEPS } from "./bounds.ts";
import { expandPart } from "./expand-part.ts";
import { expandValue } from "./expand-word.ts";
import { parseFish } from "./fish.ts";
import { readPrelude } from "./prelude.ts";
import { readTree, type TextKind } from "./read-tree.ts";
import { cloneScope, type Scope } from "./scope.ts";
import { TRACE_MOVES } from "./set-variable.ts";
import { walkCommandNode, walkList, walkScript } from "./walk.ts";
import { addDoubt, type Place, TooComplex, type Walk } from "./walk-state.ts";

export interface ParseOptions {
  readonly dialect: Dialect;
  readonly home: string;
  /** Folders the line may start in; null = cannot be known. */
  readonly cwd: string | null | readonly (string | null)[];
  /** $1, $2, …; left out: they cannot be known. */
  readonly positional?: readonly Word[];
  /** $0, where it is known. */
  readonly zero?: Word | undefined;
  readonly exports?: ReadonlyMap<string, Word>;
  readonly stdin?: Stdin;
  /** Functions and aliases that the asking shell already has, as shell text. Only defines: nothing in it counts as run. */
  readonly prelude?: string;
  /** Left out: a line. */
  readonly text?: TextKind;
}

export function parseLine(text: string, options: ParseOptions): ParseOutcome {
  if (options.dialect === "fish") return parseFishLine(text, options);
  const root = readTree(text, options.dialect, options.text ?? "line");
  if (root.kind === "unparsable") return root;
  const walk = startWalk(options);
  try {
    const scope = startScope(options);
    if (scope.variables.has("BASH_XTRACEFD")) addDoubt(walk, "redefinition", TRACE_MOVES, { pos: 0, end: 0 });
    if (options.prelude !== undefined) readPrelude(options.prelude, text, scope, walk);
    walkScript(root.script, scope, walk, { ...START, stdin: options.stdin ?? START.stdin });
    walkUncalled(walk);
  } catch (error) {
    if (error instanceof TooComplex) return unparsable(error.message, 0);
    if (error instanceof RangeError) return unparsable("is nested too deeply", 0);
    return unparsable(`the parser failed: ${error instanceof Error ? error.message : "unknown error"}`, 0);
  }
  const texts = [...walk.texts];
  return {
    kind: "parsed",
    commands: walk.commands,
    doubts: walk.doubts,
    plain: root.plain && walk.plain,
    ...(texts.length > 0 ? { texts } : {}),
  };
}

function parseFishLine(text: string, options: ParseOptions): ParseOutcome {
  const bound = findBoundProblem(text, options.text);
  return bound ? unparsable(bound.reason, bound.pos) : parseFish(text, options);
}

const START: Place = { nesting: [], stdin: { kind: "inherited" }, calls: [], repeats: 1 };

function unparsable(reason: string, pos: number): Unparsable {
  return { kind: "unparsable", reason, pos };
}

function startScope(options: ParseOptions): Scope {
  const scope: Scope = {
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
    positional: options.positional,
    zero: options.zero,
    cwds: Array.isArray(options.cwd) ? options.cwd : [options.cwd as string | null],
    replaced: new Set(),
  };
  for (const [name, word] of options.exports ?? []) {
    scope.variables.set(name, { values: [word.pieces], exported: true });
  }
  return scope;
}

function startWalk(options: ParseOptions): Walk {
  const walk: Walk = {
    dialect: options.dialect,
    text: options.text ?? "line",
    home: options.home,
    commands: [],
    doubts: [],
    called: new Set(),
    defined: [],
    stepsLeft: MAX_STEPS,
    plain: true,
    texts: new Set(),
    aliasTrees: new Map(),
    traces: false,
    walkScript: (script, scope, place) => walkScript(script, scope, walk, place),
    walkFunction: (node, scope, place) => {
      if (node.body.type === "CompoundList") walkList(node.body, scope, walk, place);
      else walkCommandNode(node.body, scope, walk, place);
    },
    expandValue: (word, scope, place) => expandValue(word, scope, walk, place),
    expandEach: (parts, scope, place) =>
      parts.map((part) =>
        expandPart(part, scope, walk, place, "quoted").flatMap((fragments) => [...fragments.words]),
      ),
    walkText: (text, scope, place) => walkText(text, scope, walk, place),
  };
  return walk;
}

/** Text from eval, trap or an alias: judged like the line itself; what it hides makes the line doubtful. */
function walkText(text: string, scope: Scope, walk: Walk, place: Place): void {
  const at = place.at ?? { pos: 0, end: 0 };
  const tree = readTree(text, walk.dialect, walk.text);
  if (tree.kind === "unparsable") {
    addDoubt(walk, "unknown-text", `${place.nesting.at(-1) ?? "text"}: ${tree.reason}`, at);
    return;
  }
  if (!tree.plain) {
    walk.plain = false;
    walk.texts.add(text);
  }
  walkScript(tree.script, scope, walk, { ...place, at });
}

/** A function that the line only defines may be called by the next one: its body counts. */
function walkUncalled(walk: Walk): void {
  for (const { name, node, scope, place } of walk.defined) {
    if (walk.called.has(node)) continue;
    walk.called.add(node);
    const body = cloneScope(scope);
    body.positional = undefined;
    walk.walkFunction(node, body, {
      ...place,
      nesting: [...place.nesting, `function ${name}`],
      calls: [...place.calls, { what: node, depth: place.nesting.length }],
    });
  }
}
