/**
 * What the asking shell had before the line: its aliases and functions, as the shell itself prints them.
 * It only defines. Nothing in it runs here, and whatever is more than a definition makes the line doubtful.
 */
import type { Assignment, Command, Statement, Word as SyntaxWord } from "unbash";
import { knownText, textWord } from "../core/word.ts";
import { expandWord } from "./expand-word.ts";
import { readTree } from "./read-tree.ts";
import type { Scope } from "./scope.ts";
import { assignmentWord } from "./walk-simple.ts";
import { addDoubt, type Place, type Walk } from "./walk-state.ts";

const PLACE: Place = { nesting: [], stdin: { kind: "inherited" }, calls: [], repeats: 1 };

export function readPrelude(text: string, line: string, scope: Scope, walk: Walk): void {
  readDefinitions(text, line, scope, walk);
  // Only what the line itself runs counts.
  walk.commands.length = 0;
}

function readDefinitions(text: string, line: string, scope: Scope, walk: Walk): void {
  const at = { pos: 0, end: line.length };
  const doubt = (because: string) => addDoubt(walk, "unknown-text", `the shell's definitions ${because}`, at);
  // What the shell prints holds no comments.
  const tree = readTree(text, walk.dialect, "line");
  if (tree.kind === "unparsable") return doubt(`cannot be known: the text ${tree.reason}`);
  let plain = true;
  for (const statement of tree.script.commands) {
    switch (define(statement, line, scope, walk)) {
      case "alias":
        break;
      case "other":
        plain = false;
        break;
      case "unknown":
        return doubt("hold something that cannot be known");
    }
  }
  if (!plain) walk.texts.add(text);
  if (walk.dialect === "zsh" && scope.aliases.size > 0 && /\bnocorrect\b/.test(line))
    doubt("cannot be followed behind nocorrect");
}

function define(statement: Statement, line: string, scope: Scope, walk: Walk): "alias" | "other" | "unknown" {
  const node = statement.command;
  if (statement.background) return "unknown";
  if (node.type === "Function") {
    if (node.name.parts || node.name.text !== node.name.value) return "unknown";
    scope.functions.set(node.name.value, { node, certain: true });
    return "other";
  }
  if (node.type !== "Command" || node.prefix.length + node.redirects.length > 0) return "unknown";
  if (node.name?.text === "alias") return defineAliases(node, line, scope, walk);
  // `declare -f` tells with a line of its own that a function is exported.
  const marks = node.name?.text === "declare" && /^-[fxrt]+ [\w.:-]+$/.test(node.args.map(textOf).join(" "));
  return marks ? "other" : "unknown";
}

function textOf({ text }: { readonly text: string }): string {
  return text;
}

function defineAliases(node: Command, line: string, scope: Scope, walk: Walk): "alias" | "other" | "unknown" {
  const flags = node.args.filter(({ text }) => /^[-+][a-zA-Z]*$|^--$/.test(text)).map(textOf);
  const definitions = node.args.slice(flags.length);
  // Options stand in front; -L is how zsh prints, and a lone dash may be a name.
  if (!flags.every((flag) => /^-[gsL]+$|^--$/.test(flag))) return "unknown";
  // A global alias takes the place of any word, a suffix alias the place of a file's name.
  const anywhere = flags.some((flag) => /[gs]/.test(flag));
  for (const definition of definitions) {
    const known = readDefinition(definition, scope, walk);
    if (!known) return "unknown";
    const special = anywhere || RESERVED.has(known.name);
    if (special && line.includes(known.name)) return "unknown";
    const texts = [textWord(known.text, { pos: 0, end: line.length })];
    if (!special) scope.aliases.set(known.name, { texts, certain: true });
  }
  return definitions.every(isPlain) ? "alias" : "other";
}

/** The shell reads these before it looks for commands, and an alias goes before both. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "if then elif else fi for while until do done case esac in function select time coproc { } ! [[ ]] (( )) foreach end " +
    "repeat always nocorrect declare export local readonly typeset integer float"
  ).split(" "),
);

function readDefinition(
  node: SyntaxWord | Assignment,
  scope: Scope,
  walk: Walk,
): { name: string; text: string } | undefined {
  const [words, ...others] =
    node.type === "Word" ? expandWord(node, scope, walk, PLACE) : assignmentWord(node, scope, walk, PLACE);
  const [word, ...more] = words ?? [];
  if (!word || others.length + more.length > 0) return undefined;
  const match = /^([^=\s]+)=([\s\S]*)$/.exec(knownText(word) ?? "");
  return match?.[1] === undefined ? undefined : { name: match[1], text: match[2] ?? "" };
}

/** Words and quotes: one parser's word is enough. */
function isPlain(node: SyntaxWord | Assignment): boolean {
  const value = node.type === "Word" ? node : node.value;
  if (value.type === "ArrayValue" || (node.type === "Assignment" && (node.index || node.append)))
    return false;
  return (value.parts ?? []).every(
    (part) =>
      part.type === "Literal" ||
      part.type === "SingleQuoted" ||
      (part.type === "DoubleQuoted" && part.parts.every((inner) => inner.type === "Literal")),
  );
}
