/** What a word does in its role: effects, runs, or nothing. */
import { displayText, knownPrefix, type Word } from "../core/word.ts";
import { assignmentEffects, assignmentOf, setEffects } from "./assignments.ts";
import { add } from "./findings.ts";
import type { Role } from "./knowledge.ts";
import { isAssignment } from "./operands.ts";
import { addFileUrl, addPath, PATH_ROLES } from "./path-roles.ts";
import { runArgv, runSplit, runText } from "./runs.ts";
import type { Scene } from "./scene.ts";
import { printedEffects, printedVariable, secretEffects } from "./secrets.ts";
import { programInSetting } from "./setting-role.ts";
import { playText, TEXT_ROLES } from "./text-roles.ts";
import { dropPrefix, joinWords } from "./words.ts";

/** `host:file` and `http://…`; a colon behind a slash is part of a file's name. */
const REMOTE = /^[^/]*:/u;

export interface Part {
  readonly words: readonly Word[];
  readonly following: readonly Word[];
  /** "its operand", "option -o". */
  readonly what: string;
}

export function playRole(scene: Scene, role: Role, part: Part): void {
  const kinds = PATH_ROLES.get(role.name);
  if (kinds !== undefined) {
    for (const word of part.words) for (const kind of kinds) addPath(scene, kind, word, part.what);
    return;
  }
  if (TEXT_ROLES.has(role.name)) {
    for (const word of part.words) playText(scene, role, word);
    return;
  }
  if (playRun(scene, role, part)) return;
  for (const word of part.words) playWord(scene, role, word, part.what);
}

function playWord(scene: Scene, role: Role, word: Word, what: string): void {
  const { findings, label } = scene;
  const text = displayText(word);
  switch (role.name) {
    case "host":
      add(findings, "network", `${label} reaches ${text}`, { kind: "host", text });
      if (knownPrefix(word).startsWith("file:")) addFileUrl(scene, word, what);
      return;
    case "process":
      add(findings, "execute", `${label} acts on process ${text}`, { kind: "process", text });
      return;
    case "thing":
      add(findings, role.effect ?? "execute", `${label}: ${subject(what, text)}changes or reaches ${text}`, {
        kind: "thing",
        text,
      });
      findings.effects.push(...printedEffects(word, scene.variables, label));
      return;
    case "cwd":
      findings.effects.push(...secretEffects(word, scene.variables, label));
      return;
    case "read-remote":
    case "write-remote":
      if (REMOTE.test(knownPrefix(word))) {
        add(findings, "network", `${label} reaches ${text}`, { kind: "host", text });
      } else addPath(scene, role.name === "read-remote" ? "read" : "write", word, what);
      return;
    case "variable":
      findings.effects.push(...printedVariable(word, scene.variables, label));
      return;
    case "assign":
      findings.effects.push(...assignmentEffects(assignmentOf(word), scene.variables, scene.context));
      return;
    case "name":
      // Some programs run what a name with a slash in it leads to.
      if (text.includes("/")) addPath(scene, "execute", word, what);
      return;
    case "sets":
      findings.effects.push(...setEffects(word, scene.variables));
      return;
    case "code":
      collectCode(scene, role.language, word);
      if (role.orFile) addPath(scene, "read", word, what);
      return;
    case "setting":
      playSetting(scene, word, what);
      return;
    case "task":
      // make takes NAME=VALUE among the names of its rules.
      if (isAssignment(word)) playSetting(scene, word, what);
      add(findings, "execute", `${label} runs ${text}, a script of the project`, { kind: "thing", text });
      findings.runs.push({ kind: "task", tool: scene.program, name: word, via: label });
      return;
    default:
      return;
  }
}

/** An operand is its own name: it is not said twice. */
function subject(what: string, text: string): string {
  return what === text ? "" : `${what} `;
}

/** A setting is `execute` whatever it says; the program that it may name is judged too. */
function playSetting(scene: Scene, word: Word, what: string): void {
  const text = displayText(word);
  add(scene.findings, "execute", `${scene.label}: ${subject(what, text)}sets ${text}`, {
    kind: "thing",
    text,
  });
  scene.findings.effects.push(...printedEffects(word, scene.variables, scene.label));
  const program = programInSetting(word);
  if (program !== undefined) runText(scene, program, "sh", []);
}

/** Roles that start something; true when the role was one of them. */
function playRun(scene: Scene, role: Role, part: Part): boolean {
  const [first] = part.words;
  if (first === undefined) return true;
  switch (role.name) {
    case "argv":
      runArgv(scene, part.words, "none");
      return true;
    case "argv-stdin":
      runArgv(scene, part.words, "stdin");
      return true;
    case "shell":
      runText(scene, joinWords(part.words), "sh", []);
      return true;
    case "sh-text":
      runText(scene, first, "sh", part.following);
      return true;
    case "bash-text":
      runText(scene, first, "bash", part.following);
      return true;
    case "zsh-text":
      runText(scene, first, "zsh", part.following);
      return true;
    case "fish-text":
      runText(scene, first, "fish", part.following);
      return true;
    case "program":
      // tar writes its actions as exec=COMMAND.
      runText(
        scene,
        knownPrefix(first).startsWith("exec=") ? dropPrefix(first, "exec=".length) : first,
        "sh",
        [],
      );
      add(scene.findings, "execute", `${scene.label}: ${part.what} names a program to run`, {
        kind: "code",
        language: "sh",
        text: displayText(first),
      });
      return true;
    case "split":
      runSplit(scene, first);
      return true;
    default:
      return false;
  }
}

function collectCode(scene: Scene, language: string, word: Word): void {
  const list = scene.code.get(language);
  if (list === undefined) scene.code.set(language, [word]);
  else list.push(word);
}
