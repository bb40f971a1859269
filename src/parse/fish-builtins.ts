/** fish builtins that run or redefine what cannot be known. */
import type { Assignment, Doubt } from "../core/command.ts";
import { knownPrefix, knownText, type Word } from "../core/word.ts";
import { targetsOf, withoutPrefixes } from "./fish-assign.ts";
import { TRACE_MOVES } from "./set-variable.ts";

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
  "fish_default_key_bindings",
  "fish_vi_key_bindings",
  "fish_hybrid_key_bindings",
]);

/** `read -p` and `-R` run their text to print a prompt; -c, -d, -n and -P take text that is only text. */
const PROMPTS = /^-[^-cdnP]*[pR]|^--(?!prompt-)[pr]/;

/** What no reader can tell: text from elsewhere, and names that mean something else from here on. */
export function findFishDoubt(
  argv: readonly Word[],
  assignments: readonly Assignment[],
): Pick<Doubt, "kind" | "because"> | undefined {
  const called = withoutPrefixes(argv);
  const words = called.map((word) => knownText(word) ?? "");
  const name = words[0] ?? "";
  if (RUNS.has(name)) return { kind: "unknown-text", because: `${name} runs text that cannot be known` };
  if (REDEFINES.has(name))
    return { kind: "redefinition", because: `${name} makes a name stand for something else` };
  if (name === "read" && called.some((word) => PROMPTS.test(knownPrefix(word))))
    return { kind: "unknown-text", because: "read runs the text of its prompt" };
  if (targetsOf(called).some((word) => knownText(word) === undefined))
    return { kind: "unknown-text", because: `${name} sets a variable whose name cannot be known` };
  if (assignments.some((assignment) => assignment.name === "fish_key_bindings"))
    return { kind: "redefinition", because: "fish_key_bindings binds every key again" };
  if (assignments.some((assignment) => assignment.name === "BASH_XTRACEFD"))
    return { kind: "redefinition", because: TRACE_MOVES };
  const keeps = /^(?:set|read)$/.test(name) && words.some((word) => /^-[a-zA-Z]*U|^--uni/.test(word));
  return keeps ? { kind: "redefinition", because: "set -U changes every fish of this user" } : undefined;
}
