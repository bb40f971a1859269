/** Sessions as rows: what a person looks for first stands left, where it runs below it. */
import { makeVisible } from "../core/visible.ts";
import { wrapText } from "../core/wrap.ts";
import { describeMs } from "./durations.ts";
import type { FoundSession } from "./find-sessions.ts";
import { noticeTexts } from "./notice-texts.ts";
import type { SessionIo } from "./session-io.ts";

const INDENT = " ".repeat(10);

export function renderSessions(found: readonly FoundSession[], io: SessionIo): string {
  const rows = found.flatMap((one) => renderSession(one, io));
  return `${["SESSION   MODE       PENDING  STARTED        AGENT", ...rows].join("\n")}\n`;
}

function renderSession(found: FoundSession, { columns, nowMs }: SessionIo): string[] {
  const below = (text: string) => wrapText(INDENT, makeVisible(text), columns);
  const { agent, cwd, startedAtMs } = found.kind === "live" ? found.status : found.record;
  const [mode, pending] =
    found.kind === "live" ? [found.status.mode, String(found.status.pending)] : ["?", "?"];
  const started = `${describeMs(nowMs() - startedAtMs)} ago`;
  const head = [found.session.padEnd(9), mode.padEnd(10), pending.padEnd(8), started.padEnd(14)].join(" ");
  const [first = "", ...more] = wrapText(`${head} `, makeVisible(agent.join(" ")), columns);
  if (found.kind === "silent")
    return [first, ...more, ...below(cwd), ...below(`does not answer: ${found.reason}`)];
  const { tier, checks, denied, notices } = found.status;
  return [
    first,
    ...more,
    ...below(cwd),
    ...below(`${tier}; ${checks} ${checks === 1 ? "check" : "checks"}, ${denied} denied`),
    ...noticeTexts(notices, nowMs()).flatMap((text) =>
      wrapText(`${INDENT}notice: `, makeVisible(text), columns),
    ),
  ];
}
