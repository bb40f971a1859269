/** Rules as they would stand in a policy file. Loads yaml: only for when a person is shown them. */
import type { RungMatch } from "../approval/ladder/rung.ts";
import { entriesFor } from "../policy/approved-rules.ts";
import { entryText } from "../policy/rule-text.ts";

export function ruleText(matches: readonly RungMatch[], now: Date): string {
  return entriesFor(matches, { version: 1 }, now)
    .map((entry) => `- ${entryText(entry)}`)
    .join("\n");
}
