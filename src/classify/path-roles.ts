/** Roles that name a path: effects on every place that the word may point to. */
import type { EffectKind } from "../core/effect.ts";
import { displayText, knownText, type Word } from "../core/word.ts";
import { add } from "./findings.ts";
import type { Role } from "./knowledge.ts";
import { isOwnTarget, targetsOf } from "./paths.ts";
import { runStdin } from "./runs.ts";
import type { Scene } from "./scene.ts";
import { secretEffects } from "./secrets.ts";

/** Path roles, each with the effects on its path. */
export const PATH_ROLES: ReadonlyMap<Role["name"], readonly EffectKind[]> = new Map([
  ["read", ["read"]],
  ["list", ["list"]],
  ["search", ["search"]],
  ["write", ["write"]],
  ["delete", ["delete"]],
  ["execute", ["execute"]],
  ["modify", ["read", "write"]],
  ["move", ["read", "delete"]],
] as const satisfies readonly (readonly [Role["name"], readonly EffectKind[]])[]);

export function addPath(scene: Scene, kind: EffectKind, word: Word, what: string): void {
  if (knownText(word) === "-") {
    if (kind === "execute") runFromStdin(scene);
    return;
  }
  // A name that is no file's is shown in the complaint about it.
  scene.findings.effects.push(...secretEffects(word, scene.variables, scene.label));
  const below = scene.recursive;
  for (const target of targetsOf(word, { cwds: scene.cwds, home: scene.context.home, below })) {
    if (target.kind === "path" && (kind === "read" || kind === "write") && isOwnTarget(target)) continue;
    const because = `${scene.label}: ${PATH_WORDS[kind]} ${what}`;
    scene.findings.effects.push(
      below ? { kind, target, because, recursive: true } : { kind, target, because },
    );
  }
}

function runFromStdin(scene: Scene): void {
  add(scene.findings, "execute", `${scene.label} runs what it reads from stdin`);
  if (scene.takesStdin) runStdin(scene);
}

const PATH_WORDS: Readonly<Record<EffectKind, string>> = {
  read: "reads",
  list: "lists",
  search: "searches",
  write: "writes to",
  delete: "deletes",
  execute: "runs what is in",
  network: "reaches",
  privilege: "changes the system with",
  tamper: "changes what guard relies on with",
};

/** `curl file:///etc/shadow` reads that file. */
export function addFileUrl(scene: Scene, word: Word, what: string): void {
  const path = displayText(word).replace(/^file:(?:\/\/[^/]*)?/u, "");
  const pieces = [{ kind: "text" as const, text: path }];
  const known = knownText(word) === undefined ? word : { ...word, pieces };
  addPath(scene, "read", known, what);
}
