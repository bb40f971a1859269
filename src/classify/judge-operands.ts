/** What the operands of a command do, or the lack of them. */
import { displayText, type Word } from "../core/word.ts";
import { add, SAYS } from "./findings.ts";
import type { Operands, Spec, When } from "./knowledge.ts";
import type { FragmentData } from "./knowledge-data.ts";
import { isAssignment, type OperandVisitor, playOperands, playSpilled } from "./operands.ts";
import type { Reading } from "./options.ts";
import { PATH_ROLES } from "./path-roles.ts";
import { printsOf } from "./prints.ts";
import { playRole } from "./roles.ts";
import { runArgv, runStdin } from "./runs.ts";
import type { Scene } from "./scene.ts";

export function addDoes(scene: Scene, { does, because }: Pick<Spec, "does" | "because">): void {
  for (const kind of does) add(scene.findings, kind, `${scene.label}: ${because ?? SAYS[kind]}`);
}

export function judgeOperands(scene: Scene, spec: Spec, reading: Reading, whens: readonly When[]): void {
  const least = Math.min(spec.minOperands, ...whens.map((when) => when.minOperands ?? spec.minOperands));
  playAll(scene, spec, reading, whens, least);
  scene.findings.prints = printsOf(scene, spec, reading, whens);
}

function playAll(scene: Scene, spec: Spec, reading: Reading, whens: readonly When[], least: number): void {
  const words = reading.operands;
  for (const word of reading.spilled) {
    for (const operands of operandsUnder(spec, whens)) playSpilled(operands, word, visitorOf(scene));
  }
  if (spec.without !== undefined && countOf(words, spec.operands) < least) {
    if (spec.operands.rest?.name === "assign") play(scene, spec.operands, words);
    applyWithout(scene, spec.without, spec.alwaysRecursive ? "whole-tree" : "operands");
    if (scene.argvPrefix.length > 0) runArgv(scene, [], "none");
    return;
  }
  addDoes(scene, spec);
  if (spec.runsStdin) runStdin(scene);
  for (const operands of operandsUnder(spec, whens)) play(scene, operands, words);
}

/** Flags that set the operands replace the entry's; several of them all count, unless one holds always. */
function operandsUnder(spec: Spec, whens: readonly When[]): readonly Operands[] {
  const setting = whens.filter((when) => when.operands !== undefined);
  const strongest = setting.filter((when) => when.always);
  const deciding = strongest.length > 0 ? strongest : setting;
  if (deciding.length === 0) return [spec.operands];
  return [...new Set(deciding.map((when) => when.operands ?? spec.operands))];
}

function countOf(words: readonly Word[], operands: Operands): number {
  if (operands.rest?.name !== "assign") return words.length;
  const at = words.findIndex((word) => !isAssignment(word));
  return at < 0 ? 0 : words.length - at;
}

/** What always works on whole trees (git clean) deletes, without operands, in the folder where it runs. */
export function applyWithout(scene: Scene, without: FragmentData, reach: "whole-tree" | "operands"): void {
  for (const kind of without.does ?? []) {
    const here = kind === "list" || kind === "search" || (kind === "delete" && reach === "whole-tree");
    if (here) playHere(scene, kind);
    else add(scene.findings, kind, `${scene.label} without operands: ${without.because ?? SAYS[kind]}`);
  }
  if (without.runs === "stdin") runStdin(scene, []);
}

/** `ls` alone lists the folder it runs in. */
function playHere(scene: Scene, kind: "list" | "search" | "delete"): void {
  const here: Word = { pieces: [{ kind: "text", text: "." }], pos: 0, end: 0 };
  playRole(scene, { name: kind, language: "" }, { words: [here], following: [], what: "the current folder" });
}

function play(scene: Scene, operands: Operands, words: readonly Word[]): void {
  playOperands(operands, words, visitorOf(scene));
}

function visitorOf(scene: Scene): OperandVisitor {
  return {
    play: (role, played, following) => {
      if (PATH_ROLES.has(role.name)) scene.named.push(...played);
      const what = played.length === 1 ? displayText(played[0] as Word) : "its operands";
      playRole(scene, role, { words: played, following, what });
    },
    surplus: (word) => {
      add(scene.findings, "execute", `${scene.label}: it is not known what ${displayText(word)} means here`);
    },
    uncertain: (word) => {
      const text = displayText(word);
      add(
        scene.findings,
        "execute",
        `${scene.label}: with ${text} it cannot be told which word is the program`,
      );
    },
  };
}
