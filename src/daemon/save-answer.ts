/** A person's `always` is written to a policy file, and counts from the next check on. Whatever happens is told in words. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { SaveOutcome } from "../policy/save-rule.ts";
import { answerIdOf, whyNotSaved } from "../policy/saved-words.ts";
import type { SaveLayer } from "../protocol/card-messages.ts";
import type { PolicyInForce } from "./policy-in-force.ts";

export type SavedAnswer =
  | { readonly kind: "saved"; readonly note: string; readonly ids: readonly string[] }
  /** By an earlier answer: who takes this one back does not mean that one. */
  | { readonly kind: "already"; readonly note: string; readonly ids: readonly string[] }
  | { readonly kind: "not-saved"; readonly why: string };

export interface SaveAnswerPorts {
  readonly policy: Pick<PolicyInForce, "loadInput" | "lookAgain">;
  readonly now: Date;
}

/** Never rejects. The rules are to be those that findRung has tried. */
export async function saveAnswer(
  { matches, layer }: { readonly matches: readonly RungMatch[]; readonly layer: SaveLayer },
  { policy, now }: SaveAnswerPorts,
): Promise<SavedAnswer> {
  try {
    const { saveRules } = await import("../policy/save-rule.ts");
    const outcome = await saveRules({ layer, input: await policy.loadInput() }, matches, now);
    switch (outcome.kind) {
      case "saved":
        return await saved("saved", outcome, policy);
      case "already":
        return await saved("saved before", outcome, policy);
      case "full":
      case "untrusted":
      case "broken":
      case "refused":
      case "failed":
        return { kind: "not-saved", why: whyNotSaved(outcome) };
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "not-saved", why: `the ${layer}'s policy file: ${reason}; repair that and answer again` };
  }
}

async function saved(
  how: "saved" | "saved before",
  { kind, file, ids }: Extract<SaveOutcome, { kind: "saved" | "already" }>,
  policy: SaveAnswerPorts["policy"],
): Promise<SavedAnswer> {
  const group = answerIdOf(ids);
  const problems = await policy.lookAgain().catch((error: Error) => [error.message]);
  const rest =
    problems.length > 0
      ? `but it does not count yet: ${problems.join("; ")}`
      : `to take it back: guard grants revoke ${group}`;
  return { kind, note: `${how} as ${group} in ${file}; ${rest}`, ids };
}
