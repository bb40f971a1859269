/** An alias that the shell certainly has: its text takes the place of the name, as the shell does it. */
import type { PipelineNode, Script, Statement, Command as SyntaxCommand } from "unbash";
import { knownText } from "../core/word.ts";
import { readTree, type Tree } from "./read-tree.ts";
import type { Scope } from "./scope.ts";
import { addDoubt, inside, type Place, spanOf, type Walk } from "./walk-state.ts";

/** "walked": everything that it stands for was walked. Else the command is looked at under its own name, too. */
export function expandAlias(
  node: SyntaxCommand,
  scope: Scope,
  walk: Walk,
  place: Place,
): "walked" | "not-certain" {
  const name = node.name?.text ?? "";
  const alias = scope.aliases.get(name);
  const [word] = alias?.texts ?? [];
  const text = word && knownText(word);
  if (!alias?.certain || text === undefined || !isCertainPlace(node, name, place)) return "not-certain";
  const spliced = spliceAlias(text, node, scope, walk);
  if (!spliced) {
    const because = `the alias ${name} changes how the words after it are read`;
    addDoubt(walk, "unknown-text", because, spanOf(node, place));
    return "not-certain";
  }
  const within = inside(place, `alias ${name}`, {
    at: spanOf(node, place),
    calls: [...place.calls, { what: `alias ${name}`, depth: place.nesting.length }],
  });
  walk.walkScript(spliced, scope, within);
  return "walked";
}

/** Unquoted, the very first word, and not in a function: there aliases were replaced when it was defined. */
function isCertainPlace(node: SyntaxCommand, name: string, { calls }: Place): boolean {
  const bare = node.name?.value === name && !node.name.parts;
  return bare && node.prefix.length === 0 && calls.every(({ what }) => isOtherAlias(what, name));
}

function isOtherAlias(what: Place["calls"][number]["what"], name: string): boolean {
  return typeof what === "string" && what !== `alias ${name}`;
}

/** The alias's own tree with the rest of the command behind its last word; undefined where the words would be read otherwise. */
export function spliceAlias(text: string, node: SyntaxCommand, scope: Scope, walk: Walk): Script | undefined {
  // Behind a blank the next word may be an alias as well, and behind a quoted one bash looks at the word after it.
  if (/\s$/.test(text) && node.args.some((arg) => scope.aliases.has(arg.text))) return undefined;
  if (/[;&|({\\]\s*$|[#`]|<</.test(text)) return undefined;
  const tree = readOnce(text, walk);
  if (!tree) return undefined;
  if (!tree.plain) {
    walk.plain = false;
    walk.texts.add(text);
  }
  const last = tree.script.commands.at(-1);
  const statement = last && appendTo(last, node);
  if (!statement) return undefined;
  return { ...tree.script, commands: [...tree.script.commands.slice(0, -1), statement] };
}

function readOnce(text: string, walk: Walk): Tree | undefined {
  if (!walk.aliasTrees.has(text)) {
    const tree = readTree(text, walk.dialect, walk.text);
    walk.aliasTrees.set(text, tree.kind === "tree" ? tree : undefined);
  }
  return walk.aliasTrees.get(text);
}

function appendTo(statement: Statement, node: SyntaxCommand): Statement | undefined {
  if (statement.background) return undefined;
  const command = appendToNode(statement.command, node);
  return command && { ...statement, command };
}

function appendToNode<Node extends Statement["command"]>(
  parent: Node,
  node: SyntaxCommand,
): Node | undefined {
  if (parent.type === "Command") return appendWords(parent, node) as Node | undefined;
  if (parent.type !== "Pipeline" && parent.type !== "AndOr")
    return node.suffix.length === 0 ? parent : undefined;
  const last = parent.commands.at(-1);
  const changed = last && appendToNode(last as PipelineNode, node);
  return changed && ({ ...parent, commands: [...parent.commands.slice(0, -1), changed] } as Node);
}

function appendWords(command: SyntaxCommand, node: SyntaxCommand): SyntaxCommand | undefined {
  // Without a name the first argument would become it.
  if (!command.name) return undefined;
  return {
    ...command,
    suffix: [...command.suffix, ...node.suffix],
    args: [...command.args, ...node.args],
    redirects: [...command.redirects, ...node.redirects],
  };
}
