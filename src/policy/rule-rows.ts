/** Rules as they would stand in a policy file. Loads yaml: only for when a person is shown them. */
import { type ApprovedMatch, entriesFor, type SavedVia } from "./approved-rules.ts";
import { entryText } from "./rule-text.ts";

export function ruleText(matches: readonly ApprovedMatch[], now: Date, via?: SavedVia): string {
  return entriesFor(matches, { version: 1 }, now, via)
    .map((entry) => `- ${entryText(entry)}`)
    .join("\n");
}
