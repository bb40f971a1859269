/** The human answer of `guard check`: the line with its parts coloured by ruling, then why, in plain words. */
import { QUIET_KINDS } from "../core/effect.ts";
import type { Mode, Ruling } from "../core/ruling.ts";
import { strictnessOf } from "../core/ruling.ts";
import { quoteArgv } from "../decide/argv.ts";
import { describeEffect } from "../decide/describe.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { wrapCells } from "../display/cells.ts";
import { flagsOf } from "../display/flags.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { ruledCells } from "./cells.ts";

export interface RenderOptions {
  readonly mode: Mode;
  /** Why it is not the mode that was asked for. */
  readonly cap?: string;
  readonly colour: "colour" | "plain";
  readonly columns: number;
}

const CODES: Record<Ruling, string> = { allow: "32", ask: "33", confirm: "35", deny: "31" };
const WORDS: Record<Ruling, string> = {
  allow: "ALLOW   it would run without a question",
  ask: "ASK     a person would be asked",
  confirm: "CONFIRM a person would have to type CONFIRM",
  deny: "DENY    it would not run",
};
const MARKS: Record<Ruling, string> = { allow: " ", ask: "?", confirm: "!", deny: "x" };

export function renderResult(result: CheckResult, options: RenderOptions): string {
  const paint = painter(options);
  const wrap = (head: string, text: string) => wrapVisible(head, text, options.columns);
  const lines = [
    paint(result.ruling, WORDS[result.ruling]),
    "",
    ...bewareRows(result, wrap),
    ...renderLine(result, options),
    ...(result.wrapper ? wrap(`  ${result.wrapper.agent} wraps: `, result.wrapper.line) : []),
    "",
    ...result.reasons.flatMap((reason, index) => wrap(index === 0 ? "because  " : "         ", reason)),
    ...(result.rules.length === 0 ? [] : wrap("rule     ", result.rules.join(", "))),
    ...(result.instead === undefined ? [] : wrap("instead  ", result.instead)),
    `risk     ${result.risk}   mode ${options.mode}`,
    ...(options.cap === undefined ? [] : wrap("mode     ", `lowered to ${options.mode}: ${options.cap}`)),
    ...nextSteps(result, wrap),
  ];
  const commands = renderCommands(result, options, wrap);
  return `${[...lines, ...(commands.length > 0 ? ["", ...commands] : [])].join("\n")}\n`;
}

type Wrap = (head: string, text: string) => string[];

/** Before the line, so that it is read with that in mind. */
function bewareRows({ line }: CheckResult, wrap: Wrap): string[] {
  const rows = flagsOf(line).flatMap(({ text }, index) =>
    wrap(index === 0 ? "beware   " : "         ", text),
  );
  return rows.length === 0 ? [] : [...rows, ""];
}

/** A question that comes again and again can be answered once, in a file. */
function nextSteps({ ruling, rules }: CheckResult, wrap: Wrap): string[] {
  if (ruling !== "ask" || !rules.includes("mode.default")) return [];
  return wrap("next     ", "to allow it for good: a rule or profile in a policy file (guard policy --help)");
}

function painter({ colour }: RenderOptions): (ruling: Ruling, text: string) => string {
  return colour === "colour"
    ? (ruling, text) => `\u001b[${CODES[ruling]}m${text}\u001b[0m`
    : (_, text) => text;
}

/** Coloured on a terminal; without colour a second row marks the parts that are not allowed. */
function renderLine(result: CheckResult, options: RenderOptions): string[] {
  const rows = wrapCells(ruledCells(result), options.columns - 2);
  const paint = painter(options);
  if (options.colour === "colour") {
    return rows.map((row) => `  ${row.map((cell) => paint(cell.ruling, cell.text)).join("")}`);
  }
  return rows.flatMap((row) => {
    const marks = row
      .map((cell) => MARKS[cell.ruling].repeat(cell.columns))
      .join("")
      .trimEnd();
    return [`  ${row.map((cell) => cell.text).join("")}`, ...(marks === "" ? [] : [`  ${marks}`])];
  });
}

const MAX_COMMANDS = 20;

/** What each command does, each once; the ones that decide first. */
function renderCommands(result: CheckResult, options: RenderOptions, wrap: Wrap): string[] {
  const paint = painter(options);
  const seen = new Map<string, CommandResult>();
  for (const command of result.commands) {
    const key = JSON.stringify([command.argv, command.nesting, command.rule]);
    if (command.argv.length > 0 || command.effects.length > 0) seen.set(key, command);
  }
  const shown = [...seen.values()].toSorted((a, b) => strictnessOf(b.ruling) - strictnessOf(a.ruling));
  const rows = shown.slice(0, MAX_COMMANDS).flatMap((command) => {
    const [first = "", ...more] = wrap(
      `${command.ruling.padEnd(8)} `,
      `${nameOf(command)}${wayDown(command)}`,
    );
    const head = paint(command.ruling, first.slice(0, 8)) + first.slice(8);
    return [head, ...more, ...effectRows(command, wrap)];
  });
  const doubts = result.doubts.flatMap(({ ruling, because }) => {
    const [first = "", ...more] = wrap(`${ruling.padEnd(8)} `, because);
    return [paint(ruling, first.slice(0, 8)) + first.slice(8), ...more];
  });
  const left =
    shown.length > MAX_COMMANDS ? [`… and ${shown.length - MAX_COMMANDS} more; --json shows all`] : [];
  return shown.length === 0 ? [] : [...doubts, ...rows, ...left];
}

function nameOf(command: CommandResult): string {
  return quoteArgv(command.argv) || "(redirection or assignment)";
}

function wayDown(command: CommandResult): string {
  const way = command.nesting.filter((step) => step !== "pipe");
  return way.length === 0 ? "" : `   (inside ${way.join(" > ")})`;
}

const MAX_EFFECTS = 8;

/** What changes something comes first; what is left out is counted. */
function effectRows(command: CommandResult, wrap: Wrap): string[] {
  const quietLast = command.effects.toSorted(
    (a, b) => Number(QUIET_KINDS.has(a.kind)) - Number(QUIET_KINDS.has(b.kind)),
  );
  const texts = [...new Set(quietLast.map(describeEffect))];
  const rows = texts.slice(0, MAX_EFFECTS).flatMap((text) => wrap("           ", text));
  if (texts.length <= MAX_EFFECTS) return rows;
  return [...rows, `           … and ${texts.length - MAX_EFFECTS} more; --json shows all`];
}
