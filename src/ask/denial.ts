/** What the agent reads on stderr when something is denied; the same words as shims/print.c. */

export interface Denial {
  readonly reason: string;
  readonly detail?: string;
  readonly rule?: string;
  readonly check?: string;
  readonly instead?: string;
}

export const START_AGAIN = "end this agent and start it again with guard run";

const LONG_TEXT = 6000;
const SHORT_TEXT = 200;

export function denialText({ reason, detail, rule, check, instead }: Denial): string {
  const origin = [
    ...(rule === undefined ? [] : [`rule ${plain(rule, SHORT_TEXT)}`]),
    ...(check === undefined ? [] : [`check ${plain(check, SHORT_TEXT)}`]),
  ];
  const line =
    `guard: denied: ${plain(reason, LONG_TEXT)}` +
    (detail === undefined ? "" : ` (${plain(detail, SHORT_TEXT)})`) +
    (origin.length === 0 ? "" : ` [${origin.join(", ")}]`);
  return instead === undefined ? `${line}\n` : `${line}\nguard: instead: ${plain(instead, LONG_TEXT)}\n`;
}

/** Cut, and without anything that could begin a line or move the cursor. */
function plain(text: string, limit: number): string {
  return text.slice(0, limit).replace(/\p{Cc}/gu, "?");
}
