/** That something waits: the bell and two ways to a desktop's notices. Fixed words: what the agent wrote never gets there. */

export const NOTICE_TITLE = "guard";
export const NOTICE_TEXT = "a question waits";

const BELL = "\u0007";
const OSC_9 = `\u001b]9;${NOTICE_TITLE}: ${NOTICE_TEXT}\u0007`;
const OSC_777 = `\u001b]777;notify;${NOTICE_TITLE};${NOTICE_TEXT}\u0007`;

/** An agent that asks again and again shall not ring like a telephone. */
const QUIET_MS = 3_000;

/** `bell`: for terminals that might print the rest. */
export function noticeText(terminal: "full" | "bell"): string {
  return terminal === "full" ? `${BELL}${OSC_9}${OSC_777}` : BELL;
}

export function limitNotices(give: () => void, nowMs: () => number): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (nowMs() - lastMs < QUIET_MS) return;
    lastMs = nowMs();
    give();
  };
}
