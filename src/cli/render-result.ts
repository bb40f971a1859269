/** The human answer of `guard check`: the line with its parts coloured by ruling, then why, in plain words. */
import { QUIET_KINDS } from "../core/effect.ts";
import type { Mode, Ruling } from "../core/ruling.ts";
import { strictnessOf } from "../core/ruling.ts";
import { quoteArgv } from "../decide/argv.ts";
import { describeEffect } from "../decide/describe.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { cellsOf, wrapCells } from "./cells.ts";
import { makeVisible } from "./visible.ts";

export interface RenderOptions {
  readonly mode: Mode;
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
  const lines = [
    paint(result.ruling, WORDS[result.ruling]),
    "",
    ...renderLine(result, options),
    ...(result.wrapper ? [`  ${result.wrapper.agent} wraps: ${makeVisible(result.wrapper.line)}`] : []),
    "",
    ...result.reasons.map(
      (reason, index) => `${index === 0 ? "because  " : "         "}${makeVisible(reason)}`,
    ),
    `rule     ${result.rules.map(makeVisible).join(", ")}`,
    ...(result.instead === undefined ? [] : [`instead  ${makeVisible(result.instead)}`]),
    `risk     ${result.risk}   mode ${options.mode}`,
  ];
  const commands = renderCommands(result.commands, options);
  return `${[...lines, ...(commands.length > 0 ? ["", ...commands] : [])].join("\n")}\n`;
}

function painter({ colour }: RenderOptions): (ruling: Ruling, text: string) => string {
  return colour === "colour"
    ? (ruling, text) => `\u001b[${CODES[ruling]}m${text}\u001b[0m`
    : (_, text) => text;
}

/** Coloured on a terminal; without colour a second row marks the parts that are not allowed. */
function renderLine(result: CheckResult, options: RenderOptions): string[] {
  const rows = wrapCells(cellsOf(result), Math.max(20, options.columns - 2));
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
function renderCommands(commands: readonly CommandResult[], options: RenderOptions): string[] {
  const paint = painter(options);
  const seen = new Map<string, CommandResult>();
  for (const command of commands) {
    const key = JSON.stringify([command.argv, command.nesting, command.rule]);
    if (command.argv.length > 0 || command.effects.length > 0) seen.set(key, command);
  }
  const shown = [...seen.values()].toSorted((a, b) => strictnessOf(b.ruling) - strictnessOf(a.ruling));
  const rows = shown
    .slice(0, MAX_COMMANDS)
    .flatMap((command) => [
      `${paint(command.ruling, command.ruling.padEnd(8))} ${makeVisible(quoteArgv(command.argv)) || "(redirection or assignment)"}${wayDown(command)}`,
      ...effectRows(command),
    ]);
  return shown.length > MAX_COMMANDS
    ? [...rows, `… and ${shown.length - MAX_COMMANDS} more; --json shows all`]
    : rows;
}

function wayDown(command: CommandResult): string {
  const way = command.nesting.filter((step) => step !== "pipe");
  return way.length === 0 ? "" : `   (inside ${makeVisible(way.join(" > "))})`;
}

const MAX_EFFECTS = 8;

/** What changes something comes first; what is left out is counted. */
function effectRows(command: CommandResult): string[] {
  const quietLast = command.effects.toSorted(
    (a, b) => Number(QUIET_KINDS.has(a.kind)) - Number(QUIET_KINDS.has(b.kind)),
  );
  const rows = [...new Set(quietLast.map((effect) => `           ${makeVisible(describeEffect(effect))}`))];
  if (rows.length <= MAX_EFFECTS) return rows;
  return [
    ...rows.slice(0, MAX_EFFECTS),
    `           … and ${rows.length - MAX_EFFECTS} more; --json shows all`,
  ];
}
