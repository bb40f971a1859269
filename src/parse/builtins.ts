/** Builtins that change what the rest of the line means: eval, cd, export, read, set, alias, trap and their like. */
import type { Assignment as SyntaxAssignment, Command as SyntaxCommand } from "unbash";
import type { Dialect, Stdin } from "../core/command.ts";
import { knownText, textWord, type Word } from "../core/word.ts";
import { changeFolder } from "./change-folder.ts";
import { declare } from "./declare.ts";
import { type Draft, emit } from "./emit.ts";
import { checkOperands } from "./evaluated-operands.ts";
import { checkLimits } from "./limits.ts";
import { redefine } from "./redefine.ts";
import { replaceStdin } from "./replace-stdin.ts";
import { evaluate, trap } from "./run-text.ts";
import type { Scope, Value } from "./scope.ts";
import { setArguments } from "./set-arguments.ts";
import { setNamed } from "./set-named.ts";
import { checkShellOptions } from "./shell-options.ts";
import { type Place, spanOf, type Walk } from "./walk-state.ts";

export interface Call {
  readonly draft: Draft;
  readonly node: SyntaxCommand;
  /** What the shell itself reads, whatever the command's redirections say. */
  readonly outerStdin: Stdin;
  /** `export A=1`: what stands between the words as an assignment. */
  readonly declarations: readonly {
    part: SyntaxAssignment;
    values: { readonly values: readonly Value[]; readonly elements?: readonly Value[] | undefined };
  }[];
}

const REDEFINING: ReadonlySet<string> = new Set(
  "alias unalias unfunction unhash disable enable hash fc r source .".split(" "),
);

/** "done": the command is fully dealt with; else what is still to be written down. */
export function runBuiltin(call: Call, scope: Scope, walk: Walk, place: Place): "done" | Draft {
  const argv = stripPrefixes(call.draft.argv, walk.dialect);
  const span = spanOf(call.node, place);
  const name = argv[0] ? knownText(argv[0]) : undefined;
  const args = argv.slice(1);
  if (name === "ulimit") checkLimits(args, walk, span);
  if (name !== undefined) checkOperands(name, args, call.node, scope, walk, place);
  if (name !== undefined && REDEFINING.has(name)) {
    redefine(name, args, scope, walk, span);
    return call.draft;
  }
  switch (name) {
    case "eval":
      evaluate(call, args, scope, walk, place);
      return "done";
    case "trap":
      trap(call, args, scope, walk, place);
      return "done";
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      declare(call, name, args, scope, walk, place);
      return "done";
    case "cd":
    case "chdir":
    case "pushd":
    case "popd":
      emit(call.draft, call.node, scope, walk, place);
      changeFolder(name, args, scope, walk);
      return "done";
    case "exec":
      // With a program nothing follows, unless it cannot be started.
      if (call.draft.stdin !== call.outerStdin) replaceStdin(scope, call.outerStdin);
      return call.draft;
    case "set":
      checkShellOptions(name, args, walk, span);
      return setArguments(call.draft, args, scope, walk, span);
    case "shopt":
    case "setopt":
    case "unsetopt":
    case "emulate":
      // Whatever it switches: from the next line on aliases may not count.
      redefine("unalias", [textWord("-a", span)], scope, walk, span);
      checkShellOptions(name, args, walk, span);
      return call.draft;
    case "shift":
      scope.positional = args.length === 0 ? scope.positional?.slice(1) : undefined;
      return call.draft;
    case "unset":
    case "read":
    case "mapfile":
    case "readarray":
    case "getopts":
    case "let":
    case "printf":
    case "wait":
      return setNamed(call, name, args, scope, walk, place);
    default:
      return call.draft;
  }
}

const PREFIXES = /^(?:command|builtin)$/;
const PREFIXES_ZSH = /^(?:command|builtin|noglob|nocorrect|-)$/;

/** `command eval …` and `builtin cd …` reach the builtin itself. */
function stripPrefixes(argv: readonly Word[], dialect: Dialect): readonly Word[] {
  const name = argv[0] ? knownText(argv[0]) : undefined;
  if (name === undefined || !(dialect === "zsh" ? PREFIXES_ZSH : PREFIXES).test(name)) return argv;
  const program = argv.findIndex((word, index) => index > 0 && !knownText(word)?.startsWith("-"));
  return stripPrefixes(program < 0 ? [] : argv.slice(program), dialect);
}
