/** fish builtins that set variables, or run or redefine what cannot be known. */
import type { Assignment, Doubt } from "../core/command.ts";
import { isUnknown, knownText, type Word } from "../core/word.ts";

interface Span {
  readonly pos: number;
  readonly end: number;
}

/** `A=1 cmd`, `set -x PATH …` and `read PATH` set variables like any assignment. */
export function readAssignments(
  words: readonly Word[],
  span: Span,
): { argv: readonly Word[]; assignments: readonly Assignment[] } {
  const count = words.findIndex((word) => splitAssignment(word) === undefined);
  const argv = count < 0 ? [] : words.slice(count);
  const prefix = (count < 0 ? words : words.slice(0, count)).flatMap((word) => splitAssignment(word) ?? []);
  const assignments = prefix.map(({ name, value }) => ({ name, values: [value], exported: true, ...span }));
  return { argv, assignments: [...assignments, ...setByBuiltin(argv, span)] };
}

function splitAssignment(word: Word): { name: string; value: Word } | undefined {
  const [head, ...rest] = word.pieces;
  const match = head?.kind === "text" ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(head.text) : undefined;
  if (!match?.[1]) return undefined;
  return { name: match[1], value: { ...word, pieces: [{ kind: "text", text: match[2] ?? "" }, ...rest] } };
}

function setByBuiltin(argv: readonly Word[], span: Span): Assignment[] {
  const name = argv[0] ? knownText(argv[0]) : undefined;
  const operands = argv.slice(1).filter((word) => !knownText(word)?.startsWith("-"));
  const flags = argv.slice(1).map((word) => knownText(word) ?? "");
  if (name === "read") return operands.flatMap((word) => assignmentOf(word, [unknownInput(word)], span));
  // -q asks, -n and -S list.
  if (name !== "set" || flags.some((flag) => /^-[a-zA-Z]*[qnS]|^--(?:query|names|show)$/.test(flag)))
    return [];
  const [target, ...values] = operands;
  return target ? assignmentOf(target, values, span) : [];
}

function assignmentOf(target: Word, values: readonly Word[], span: Span): Assignment[] {
  const name = /^[A-Za-z_]\w*/.exec(knownText(target) ?? "")?.[0];
  // A name in capitals is most likely one that programs know.
  return name === undefined ? [] : [{ name, values, exported: /^[A-Z]/.test(name), ...span }];
}

function unknownInput(word: Word): Word {
  return { ...word, pieces: [{ kind: "unknown", why: "input", text: knownText(word) ?? "", splits: false }] };
}

const RUNS: ReadonlySet<string> = new Set([
  "eval",
  "source",
  ".",
  "trap",
  "complete",
  "bind",
  "emit",
  "fish_config",
]);
const REDEFINES: ReadonlySet<string> = new Set([
  "alias",
  "abbr",
  "functions",
  "funced",
  "funcsave",
  "fish_add_path",
]);

/** What no reader can tell: text from elsewhere, and names that mean something else from here on. */
export function findFishDoubt(argv: readonly Word[]): Pick<Doubt, "kind" | "because"> | undefined {
  const words = argv.map((word) => knownText(word) ?? "");
  const name = /^(?:command|builtin)$/.test(words[0] ?? "") ? (words[1] ?? "") : (words[0] ?? "");
  if (RUNS.has(name)) return { kind: "unknown-text", because: `${name} runs text that cannot be known` };
  if (REDEFINES.has(name))
    return { kind: "redefinition", because: `${name} makes a name stand for something else` };
  if (name !== "set" && name !== "read") return undefined;
  if (argv.slice(1, 3).some(isUnknown) && !/^[A-Za-z_]/.test(words[1] ?? "")) {
    return { kind: "unknown-text", because: `${name} sets a variable whose name cannot be known` };
  }
  const keeps = words.some((word) => /^-[a-zA-Z]*U|^--universal$/.test(word));
  return keeps ? { kind: "redefinition", because: "set -U changes every fish of this user" } : undefined;
}
