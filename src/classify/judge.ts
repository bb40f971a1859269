/** One program's arguments against its entry: options, sub-commands, operands. */
import { displayText, knownPrefix, knownText, type Word } from "../core/word.ts";
import { judgeCode } from "./code.ts";
import { add } from "./findings.ts";
import { addDoes, applyWithout, judgeOperands } from "./judge-operands.ts";
import { judgeOptions, whensOf } from "./judge-options.ts";
import type { Spec, SpecTable } from "./knowledge.ts";
import { type Reading, readOptions } from "./options.ts";
import { addPath } from "./path-roles.ts";
import { keepsForm } from "./prints.ts";
import type { Scene } from "./scene.ts";
import { dropPrefix } from "./words.ts";

const ONLY_PRINTS: ReadonlySet<string> = new Set(["--help", "--version", "-help", "-version"]);

export function judge(scene: Scene, spec: Spec, words: readonly Word[], start: number): void {
  const { findings } = scene;
  findings.known = spec.label;
  scene.label = spec.label;
  scene.takesStdin = spec.without?.runs === "stdin";
  if (spec.instead !== undefined) findings.instead = spec.instead;
  if (spec.confirm !== undefined) findings.can = spec.confirm;
  scene.words = spec.words;
  const reading = readOptions(spec, words, start);
  if (isLoneHelp(reading, words.length - start)) return;
  if (spec.responseFiles) judgeResponseFiles(scene, words, start);
  const whens = whensOf(spec, reading);
  judgeOptions(scene, spec, reading, whens);
  if (standsAlone(reading)) return;
  if (spec.subcommands !== undefined) judgeSubcommand(scene, spec, spec.subcommands, reading);
  else judgeOperands(scene, spec, reading, whens);
  judgeCode(scene);
}

function isLoneHelp(reading: Reading, count: number): boolean {
  const only = reading.used[0];
  return (
    count === 1 &&
    only !== undefined &&
    reading.strays.length === 0 &&
    ONLY_PRINTS.has(only.option.name) &&
    only.option.takes === "nothing" &&
    only.option.when === undefined
  );
}

/** `gcc -dumpmachine`: beside this one option there is nothing that it could work on. */
function standsAlone(reading: Reading): boolean {
  const [only, more] = reading.used;
  const others = [reading.operands, reading.strays, reading.doubtful, reading.spilled];
  return (
    only?.option.when?.alone === true && more === undefined && others.every((words) => words.length === 0)
  );
}

/** `nm @FILE` takes its options from that file: they are not known, and some load plugins. */
function judgeResponseFiles(scene: Scene, words: readonly Word[], start: number): void {
  for (const word of words.slice(start)) {
    if (knownPrefix(word).startsWith("@")) addPath(scene, "execute", dropPrefix(word, 1), displayText(word));
  }
}

function judgeSubcommand(scene: Scene, spec: Spec, subcommands: SpecTable, reading: Reading): void {
  const { findings } = scene;
  const [first] = reading.operands;
  if (!keepsForm(spec, reading, [])) scene.formLost = true;
  addDoes(scene, spec);
  for (const word of reading.spilled) {
    add(
      findings,
      "execute",
      `${spec.label}: ${displayText(word)} may be several words, and so name the sub-command`,
    );
  }
  if (first === undefined) {
    if (spec.without === undefined)
      add(findings, "execute", `${spec.label} without a sub-command is not known`);
    else applyWithout(scene, spec.without, "operands");
    return;
  }
  const name = knownText(first);
  if (name === undefined) {
    add(
      findings,
      "execute",
      `${spec.label}: the sub-command ${displayText(first)} cannot be known before it runs`,
    );
    judgeLikely(scene, spec, reading);
    return;
  }
  const child = subcommands.get(name);
  if (child !== undefined) judge(scene, child, reading.operands, 1);
  else if (spec.otherwise !== undefined) judge(scene, spec.otherwise, reading.operands, 0);
  else add(findings, "execute", `${spec.label} ${name} is not known`);
}

/** `kill $(pgrep x)` names processes. What such a reading takes back (the need to confirm) or promises does not hold. */
function judgeLikely(scene: Scene, spec: Spec, reading: Reading): void {
  const { can } = scene.findings;
  scene.formLost = true;
  if (spec.otherwise !== undefined) judge(scene, spec.otherwise, reading.operands, 0);
  if (can !== undefined) scene.findings.can = can;
}
