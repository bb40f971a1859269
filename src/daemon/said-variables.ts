/** Was this variable, with this value, a part of the line that somebody allowed? */
import { basename } from "node:path";
import type { CheckResult } from "../decide/result.ts";
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
  const values = valuesIn(line, name);
  return values.length > 0 && values.every((word) => isOpen(word) || plain(word) === settingsValue(setting));
}

/** What these set is for the commands behind them. */
const HANDS_ON: ReadonlySet<string> = new Set(["export", "declare", "typeset", "env", "set"]);

const MOST_WORDS = 20;

/** All of them must agree: the line may set it for one command, and the caller have given another value for the rest. */
function valuesIn(line: string, name: string): string[] {
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

/** What it becomes is known when it runs; whoever allowed the line saw that. */
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
