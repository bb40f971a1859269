/** Code given as an argument: awk, sed and jq are looked into, every other language is `execute`. */
import type { EffectKind, Target } from "../core/effect.ts";
import { displayText, knownText, textWord, type Word } from "../core/word.ts";
import { awkFindings } from "./code-awk.ts";
import type { CodeFinding } from "./code-finding.ts";
import { jqFindings } from "./code-jq.ts";
import { sedFindings } from "./code-sed.ts";
import { yqFindings } from "./code-yq.ts";
import { add } from "./findings.ts";
import { isOwnTarget, targetsOf } from "./paths.ts";
import { runText } from "./runs.ts";
import type { Scene } from "./scene.ts";

const ANALYSERS: ReadonlyMap<string, (text: string) => readonly CodeFinding[]> = new Map([
  ["awk", awkFindings],
  ["sed", sedFindings],
  ["jq", jqFindings],
  ["yq", yqFindings],
]);

export function judgeCode(scene: Scene): void {
  for (const [language, words] of scene.code) judgeLanguage(scene, language, words);
  scene.code.clear();
}

function judgeLanguage(scene: Scene, language: string, words: readonly Word[]): void {
  const written = words.map(displayText).join("\n");
  const target: Target = { kind: "code", language, text: written };
  const analyse = ANALYSERS.get(language);
  if (analyse === undefined) {
    add(scene.findings, "execute", `${scene.label} runs ${language} code`, target);
    return;
  }
  if (words.some((word) => knownText(word) === undefined)) {
    add(
      scene.findings,
      "execute",
      `${scene.label}: the ${language} code cannot be known before it runs`,
      target,
    );
    return;
  }
  for (const finding of analyse(written)) {
    if (finding.shell !== undefined) runText(scene, textWord(finding.shell, words[0] as Word), "sh", []);
    if (finding.path === undefined)
      add(scene.findings, finding.kind, `${scene.label}: ${finding.because}`, target);
    else addFile(scene, finding.kind, finding.path, finding.because);
  }
}

function addFile(scene: Scene, kind: EffectKind, path: string, because: string): void {
  const word = textWord(path, { pos: 0, end: 0 });
  for (const target of targetsOf(word, { cwds: scene.cwds, home: scene.context.home, below: false })) {
    if (target.kind === "path" && isOwnTarget(target)) continue;
    add(scene.findings, kind, `${scene.label}: ${because}`, target);
  }
}
