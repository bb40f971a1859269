/** What the options of a command do, and how they change the rest of it. */
import { displayText, type Word } from "../core/word.ts";
import { add, SAYS } from "./findings.ts";
import type { Role, Spec, When } from "./knowledge.ts";
import type { Reading, Used } from "./options.ts";
import { foldersAfter } from "./paths.ts";
import { playRole } from "./roles.ts";
import { runForEachRoot, runStdin } from "./runs.ts";
import type { Scene } from "./scene.ts";
import { noteSplits, noteSplittingOption } from "./splitting.ts";
import { playText } from "./text-roles.ts";

const SPLITTING_ROLES: ReadonlySet<Role["name"]> = new Set(["replace", "separator", "most"]);

const MOST_MOVES = 16;
const NO_WHENS: readonly When[] = [];

export function whensOf(spec: Spec, reading: Reading): readonly When[] {
  let whens: When[] | undefined;
  for (const { option } of reading.used) {
    if (option.when === undefined || whens?.includes(option.when) === true) continue;
    whens ??= [];
    whens.push(option.when);
  }
  for (const { groups, when } of spec.together) {
    const all = groups.every((names) => reading.used.some(({ option }) => names.has(option.name)));
    if (all) whens = [...(whens ?? []), when];
  }
  return whens ?? NO_WHENS;
}

export function judgeOptions(scene: Scene, spec: Spec, reading: Reading, whens: readonly When[]): void {
  const { findings } = scene;
  if (spec.otherOptions === "ask") {
    for (const word of reading.strays) {
      add(findings, "execute", `${spec.label}: option ${displayText(word)} is not known`);
    }
    for (const word of reading.doubtful) {
      add(findings, "execute", `${spec.label}: ${displayText(word)} may become an option`);
    }
  } else {
    for (const word of reading.strays) playText(scene, { name: "text", language: "" }, word);
  }
  // Folders first: they hold for every path. Values are looked up from where the command runs and from there.
  const before = scene.cwds;
  moveFolders(scene, reading);
  const after = scene.cwds;
  if (after !== before) scene.cwds = [...before, ...after];
  scene.recursive = false;
  scene.roots = reading.operands;
  noteSplits(scene, spec, whens);
  for (const used of reading.used) playOption(scene, used, whens);
  scene.cwds = after;
  scene.recursive =
    spec.alwaysRecursive ||
    whens.some((when) => when.recursive) ||
    reading.used.some((used) => used.option.recursive);
  for (const when of whens) applyWhen(scene, when);
}

/** More moves than any honest line has: each would make the paths longer. */
function moveFolders(scene: Scene, reading: Reading): void {
  const moves = reading.used.filter((used) => used.option.role?.name === "cwd");
  if (moves.length > MOST_MOVES) scene.cwds = [null];
  else for (const used of moves) changeFolder(scene, used);
}

function changeFolder(scene: Scene, used: Used): void {
  if (used.value === undefined) return;
  scene.cwdWord = used.value;
  scene.cwds = foldersAfter(used.value, scene.cwds, scene.context.home);
}

function playOption(scene: Scene, used: Used, whens: readonly When[]): void {
  const { option, value } = used;
  if (used.words !== undefined) runForEachRoot(scene, used.words, option.name);
  if (option.role === undefined) return;
  if (SPLITTING_ROLES.has(option.role.name)) return noteSplittingOption(scene, option.role, value);
  if (value === undefined) return;
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
  playRole(scene, role, { words: [value], following: [], what });
}

function applyWhen(scene: Scene, when: When): void {
  const { findings, label } = scene;
  for (const kind of when.does) add(findings, kind, `${label}: ${when.because ?? SAYS[kind]}`);
  // `bash -s a b`: the operands are its arguments.
  if (when.runsStdin) runStdin(scene, scene.roots);
  if (when.instead !== undefined) findings.instead = when.instead;
}
