/** One program's arguments against its entry: options, sub-commands, operands. */
import { displayText, knownText, type Word } from "../core/word.ts";
import { judgeCode } from "./code.ts";
import { add } from "./findings.ts";
import { addDoes, applyWithout, judgeOperands } from "./judge-operands.ts";
import { judgeOptions, whensOf } from "./judge-options.ts";
import type { Spec } from "./knowledge.ts";
import { type Reading, readOptions } from "./options.ts";
import type { Scene } from "./scene.ts";

const ONLY_PRINTS: ReadonlySet<string> = new Set(["--help", "--version", "-help", "-version"]);

export function judge(scene: Scene, spec: Spec, words: readonly Word[], start: number): void {
  const { findings } = scene;
  findings.known = spec.label;
  scene.label = spec.label;
  scene.takesStdin = spec.without?.runs === "stdin";
  if (spec.instead !== undefined) findings.instead = spec.instead;
  if (spec.confirm !== undefined) findings.can = spec.confirm;
  const reading = readOptions(spec, words, start);
  if (isLoneHelp(reading, words.length - start)) return;
  const whens = whensOf(spec, reading);
  judgeOptions(scene, spec, reading, whens);
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

function judgeSubcommand(
  scene: Scene,
  spec: Spec,
  subcommands: ReadonlyMap<string, Spec>,
  reading: Reading,
): void {
  const { findings } = scene;
  const [first] = reading.operands;
  addDoes(scene, spec.does);
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
    else applyWithout(scene, spec.without);
    return;
  }
  const name = knownText(first);
  if (name === undefined) {
    add(
      findings,
      "execute",
      `${spec.label}: the sub-command ${displayText(first)} cannot be known before it runs`,
    );
    return;
  }
  const child = subcommands.get(name);
  if (child !== undefined) judge(scene, child, reading.operands, 1);
  else if (spec.otherwise !== undefined) judge(scene, spec.otherwise, reading.operands, 0);
  else add(findings, "execute", `${spec.label} ${name} is not known`);
}
