/** Roles of plain words: what they may show of the variables in them, and which words are known to do no harm. */
import { displayText, knownText, type Word } from "../core/word.ts";
import { add } from "./findings.ts";
import type { Role } from "./knowledge.ts";
import type { Scene } from "./scene.ts";
import { printedEffects, secretEffects } from "./secrets.ts";
import { splits } from "./words.ts";

export const TEXT_ROLES: ReadonlySet<Role["name"]> = new Set(["text", "print", "unseen", "number", "listed"]);

export function playText(scene: Scene, role: Role, word: Word): void {
  const { findings, label, variables } = scene;
  switch (role.name) {
    case "unseen":
      // Unquoted, it may become several words, and then it does show up in a complaint.
      if (splits(word)) findings.effects.push(...secretEffects(word, variables, label));
      return;
    case "number":
      // Shown only where the program complains that it is no number.
      findings.effects.push(...secretEffects(word, variables, label));
      return;
    case "listed":
      if (!scene.words.has(knownText(word) ?? "")) {
        const text = displayText(word);
        add(findings, "execute", `${label}: it is not known what ${text} changes`, { kind: "thing", text });
      }
      return;
    default:
      // Most programs show their arguments somewhere: in the output, in a title, in a complaint.
      findings.effects.push(...printedEffects(word, variables, label));
  }
}
