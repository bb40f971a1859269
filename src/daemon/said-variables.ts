/** Was this variable, with this value, a part of the line that somebody allowed? */
import { basename } from "node:path";
import { quoteArgv } from "../decide/argv.ts";
import type { CheckResult } from "../decide/result.ts";
import { isShell } from "./general-programs.ts";
import { nameOf } from "./variable-readers.ts";

/** `started`: the program that has it now. */
export function saysVariable({ commands, line }: CheckResult, setting: string, started: string): boolean {
  const name = nameOf(setting);
  const isForIt = commands.some(
    ({ program = "", argv, effects }) =>
      // `X=1 timeout 9 make`: or what it starts in turn.
      (HANDS_ON.has(program) || program === started || argv.some((word) => basename(word) === started)) &&
      effects.some(
        ({ target }) =>
          (target?.kind === "variable" && target.text === name) ||
          // `make CC=clang`
          (target?.kind === "thing" && target.text.startsWith(`${name}=`)),
      ),
  );
  if (!isForIt) return false;
  const values = valuesOf({ commands, line }, name);
  return values.length > 0 && values.every((value) => value === OPEN || value === settingsValue(setting));
}

/** What it becomes is known when it runs; whoever allowed the line saw that. */
const OPEN = Symbol("open");

/** Of an argv its words count, not how they are shown: quotes around quotes would be read as others. */
function valuesOf({ commands, line }: Pick<CheckResult, "commands" | "line">, name: string) {
  const argv = commands[0]?.argv ?? [];
  if (quoteArgv(argv) !== line) return textValues(line, name);
  const takesText = isShell(basename(argv[0] ?? ""));
  return argv.flatMap((word) =>
    // `env NAME=VALUE make`: not a shell's text.
    !takesText && word.startsWith(`${name}=`) ? [settingsValue(word)] : textValues(word, name),
  );
}

function textValues(text: string, name: string): (string | typeof OPEN)[] {
  return wordsIn(text, name).map((word) => (isOpen(word) ? OPEN : plain(word)));
}

/** What these set is for the commands behind them. */
const HANDS_ON: ReadonlySet<string> = new Set(["export", "declare", "typeset", "env", "set"]);

const MOST_WORDS = 20;

/** All of them must agree: the line may set it for one command, and the caller have given another value for the rest. */
function wordsIn(line: string, name: string): string[] {
  const start = new RegExp(`(?<!\\w)${name.replace(/\W/g, "\\$&")}=`, "g");
  const words: string[] = [];
  for (const { index, 0: found } of line.matchAll(start)) {
    const [word = ""] = WORD.exec(line.slice(index + found.length, index + found.length + MOST_VALUE)) ?? [];
    words.push(word);
    if (words.length === MOST_WORDS) break;
  }
  return words;
}

const MOST_VALUE = 4096;
const WORD = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;&|()<>"'\\])*/s;

function isOpen(word: string): boolean {
  return /[$`]/.test(word.replace(/'[^']*'/g, ""));
}

function plain(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, one) => {
    return single ?? (double === undefined ? one : double.replace(/\\([$`"\\])/g, "$1"));
  });
}

function settingsValue(setting: string): string {
  return setting.slice(setting.indexOf("=") + 1);
}
