/** Long texts of the agent's, cut for a screen or a record. Tokens go first: of one that was cut in the middle nobody could tell that it is one. */
import { onScreen } from "./on-screen.ts";

/** Tokens are shorter; what is left out need not be looked at. */
const LONGEST_TOKEN = 4_096;

export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const shown = onScreen.text(text.slice(0, most + LONGEST_TOKEN), "tokens");
  return shown.length <= most && text.length <= most + LONGEST_TOKEN ? shown : `${shown.slice(0, most - 1)}…`;
}
