/** A person's `always` is written to a policy file, and counts from the next check on. Whatever happens is told in words. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import type { Unsaved } from "../policy/edit-policy.ts";
import { formatProblem, type Problem } from "../policy/policy.ts";
import type { SaveOutcome } from "../policy/save-rule.ts";
import type { SaveLayer } from "../protocol/card-messages.ts";
import type { PolicyInForce } from "./policy-in-force.ts";

export type SavedAnswer =
  | { readonly kind: "saved"; readonly note: string; readonly ids: readonly string[] }
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
    const saved = await saveRules({ layer, input: await policy.loadInput() }, matches, now);
    if (saved.kind !== "saved" && saved.kind !== "already") return { kind: "not-saved", why: whyNot(saved) };
    return { kind: "saved", note: await noteFor(saved, policy), ids: saved.ids };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "not-saved", why: `the ${layer}'s policy file: ${reason}; repair that and answer again` };
  }
}

type Saved = Extract<SaveOutcome, { kind: "saved" | "already" }>;

async function noteFor(
  { kind, file, ids: [id = ""] }: Saved,
  policy: SaveAnswerPorts["policy"],
): Promise<string> {
  const [group = id] = id.split(".");
  const where =
    kind === "saved" ? `saved in ${file} as ${group}` : `${file} holds this answer already, as ${group}`;
  const problems = await policy.lookAgain().catch((error: Error) => [error.message]);
  if (problems.length > 0) return `${where}, but it does not count yet: ${problems.join("; ")}`;
  return `${where}; to take it back: guard grants revoke ${group}`;
}

function whyNot(outcome: Unsaved | Extract<SaveOutcome, { kind: "full" }>): string {
  const { file } = outcome;
  switch (outcome.kind) {
    case "full":
      return `${file} holds ${outcome.limit} saved answers already; guard grants revoke ID makes room`;
    case "untrusted":
      return `${file} is not trusted, so a rule in it would not count; read it and run: guard policy trust`;
    case "broken":
      return `${file} is not accepted as it stands: ${told(outcome.problems)}; repair it and answer again`;
    case "refused":
      return `${file} would not be accepted with this rule: ${told(outcome.problems)}; choose another rule or file`;
    case "failed":
      return `${file} could not be changed: ${outcome.reason}`;
  }
}

function told(problems: readonly Problem[]): string {
  return problems.map(formatProblem).join("; ");
}
