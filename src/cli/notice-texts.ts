/** What a session's daemon wants people to know (a refused policy file): oldest first, with its age. */
import { describeMs } from "./durations.ts";

export interface Notice {
  readonly atMs: number;
  readonly text: string;
}

export function noticeTexts(notices: readonly Notice[], nowMs: number): string[] {
  return notices.map(({ atMs, text }) => `${describeMs(nowMs - atMs)} ago: ${text}`);
}
