/** What became of rules that were to be saved, in words: place, problem and way out. */
import { formatProblem } from "./policy.ts";
import type { SaveOutcome } from "./save-rule.ts";

export type NotSaved = Exclude<SaveOutcome, { kind: "saved" | "already" }>;

/** The rules of one answer are taken back together. */
export function answerIdOf(ids: readonly string[]): string {
  return ids[0]?.split(".")[0] ?? "";
}

export function whyNotSaved(outcome: NotSaved): string {
  const { file } = outcome;
  if (outcome.kind === "full")
    return `${file} holds ${outcome.limit} saved answers already; guard grants revoke ID makes room`;
  if (outcome.kind === "untrusted")
    return `${file} is not trusted, so a rule in it would not count; read it and run: guard policy trust`;
  if (outcome.kind === "failed")
    return `${file} could not be changed: ${outcome.reason}; repair that and answer again`;
  const problems = outcome.problems.map(formatProblem).join("; ");
  return outcome.kind === "broken"
    ? `${file} is not accepted as it stands: ${problems}; repair it and answer again`
    : `${file} would not be accepted with this rule: ${problems}; choose another rule or file`;
}
