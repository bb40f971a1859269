/** One program's arguments against its entry: options, sub-commands, operands. */
import type { EffectKind } from "../core/effect.ts";
import { displayText, knownText, type Word } from "../core/word.ts";
import { judgeCode } from "./code.ts";
import { add, SAYS } from "./findings.ts";
import type { Operands, Role, Spec, When } from "./knowledge.ts";
import type { FragmentData } from "./knowledge-data.ts";
import { isAssignment, playOperands } from "./operands.ts";
import { type Reading, readOptions, type Used } from "./options.ts";
import { foldersAfter } from "./paths.ts";
import { playRole } from "./roles.ts";
import { runArgv, runForEachRoot, runStdin } from "./runs.ts";
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
  const whens = whensOf(reading);
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

const NO_WHENS: readonly When[] = [];

function whensOf(reading: Reading): readonly When[] {
  let whens: When[] | undefined;
  for (const { option } of reading.used) {
    if (option.when === undefined || whens?.includes(option.when) === true) continue;
    whens ??= [];
    whens.push(option.when);
  }
  return whens ?? NO_WHENS;
}

function judgeOptions(scene: Scene, spec: Spec, reading: Reading, whens: readonly When[]): void {
  const { findings } = scene;
  if (spec.otherOptions === "ask") {
    for (const word of reading.strays) {
      add(findings, "execute", `${spec.label}: option ${displayText(word)} is not known`);
    }
    for (const word of reading.doubtful) {
      add(findings, "execute", `${spec.label}: ${displayText(word)} may become an option`);
    }
  }
  // Folders first: they hold for every path. Values are looked up from where the command runs and from there.
  const before = scene.cwds;
  for (const used of reading.used) if (used.option.role?.name === "cwd") changeFolder(scene, used);
  const after = scene.cwds;
  if (after !== before) scene.cwds = [...before, ...after];
  scene.recursive = false;
  scene.roots = reading.operands;
  for (const used of reading.used) playOption(scene, used, whens);
  scene.cwds = after;
  scene.recursive =
    spec.alwaysRecursive ||
    whens.some((when) => when.recursive) ||
    reading.used.some((used) => used.option.recursive);
  for (const when of whens) applyWhen(scene, when);
}

function changeFolder(scene: Scene, used: Used): void {
  if (used.value === undefined) return;
  scene.cwdWord = used.value;
  scene.cwds = foldersAfter(used.value, scene.cwds, scene.context.home);
}

function playOption(scene: Scene, used: Used, whens: readonly When[]): void {
  const { option, value } = used;
  if (used.words !== undefined) runForEachRoot(scene, used.words);
  if (value === undefined || option.role === undefined) return;
  const what = `the value of ${option.name}`;
  let changed = false;
  for (const when of whens) {
    const role = when.options.get(option.name);
    if (role === undefined) continue;
    changed = true;
    playValue(scene, role, value, what);
  }
  if (!changed) playValue(scene, option.role, value, what);
}

function playValue(scene: Scene, role: Role, value: Word, what: string): void {
  if (role.name === "replace") scene.marker = knownText(value) ?? "{}";
  else playRole(scene, role, { words: [value], following: [], what });
}

function applyWhen(scene: Scene, when: When): void {
  const { findings, label } = scene;
  for (const kind of when.does) add(findings, kind, `${label}: ${when.because ?? SAYS[kind]}`);
  if (when.runsStdin) runStdin(scene);
  if (when.instead !== undefined) findings.instead = when.instead;
  if (when.printsPaths) findings.printsPaths = true;
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

function addDoes(scene: Scene, kinds: readonly EffectKind[]): void {
  for (const kind of kinds) add(scene.findings, kind, `${scene.label}: ${SAYS[kind]}`);
}

function judgeOperands(scene: Scene, spec: Spec, reading: Reading, whens: readonly When[]): void {
  let least = spec.minOperands;
  for (const when of whens) if (when.minOperands !== undefined) least = Math.min(least, when.minOperands);
  if (spec.printsPaths) scene.findings.printsPaths = true;
  const words = reading.operands;
  if (spec.without !== undefined && countOf(words, spec.operands) < least) {
    if (spec.operands.rest?.name === "assign") play(scene, spec.operands, words);
    applyWithout(scene, spec.without);
    if (scene.argvPrefix.length > 0) runArgv(scene, [], "none");
    return;
  }
  addDoes(scene, spec.does);
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

function applyWithout(scene: Scene, without: FragmentData): void {
  for (const kind of without.does ?? []) {
    if (kind === "list" || kind === "search") playHere(scene, kind);
    else add(scene.findings, kind, `${scene.label} without operands: ${SAYS[kind]}`);
  }
  if (without.runs === "stdin") runStdin(scene);
}

/** `ls` alone lists the folder it runs in. */
function playHere(scene: Scene, kind: "list" | "search"): void {
  const here: Word = { pieces: [{ kind: "text", text: "." }], pos: 0, end: 0 };
  playRole(scene, { name: kind, language: "" }, { words: [here], following: [], what: "the current folder" });
}

function play(scene: Scene, operands: Operands, words: readonly Word[]): void {
  playOperands(operands, words, {
    play: (role, played, following) => {
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
  });
}
