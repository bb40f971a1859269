/** What `guard log verify` found, for a person: the harm first, then what was done openly, then the head. */
import { shortHead } from "../audit/chain.ts";
import type { Finding } from "../history/finding.ts";
import type { Verified } from "../history/verify.ts";
import type { ToldHead } from "../history/verify-heads.ts";
import { type SessionIo, say } from "./session-io.ts";

/** Of the same harm a few say enough. */
const MOST_SHOWN = 20;

export function sayReport(report: Verified, told: readonly ToldHead[], io: SessionIo): void {
  const { count, first, head, findings } = report;
  if (count === 0 && findings.length === 0) return say(io, "no record yet");
  if (findings.length === 0) {
    const since = first > 1 ? ` (the first is ${first}: retention took the earlier ones away)` : "";
    say(io, `whole: ${count} records${since}, none changed, removed or moved`);
    sayNotes(report, io);
    say(io, `head ${shortHead(head)}${told.length > 0 ? "; the heads that you gave are in it" : ""}`);
    return;
  }
  const only = findings.every(({ kind }) => kind === "unproven");
  const found = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  say(
    io,
    only
      ? `whole, but not proven by what you gave: ${found}`
      : `NOT as guard wrote it: ${found}, ${count} records looked at`,
  );
  for (const finding of findings.slice(0, MOST_SHOWN)) say(io, `  ${wordsOf(finding)}`);
  const more = findings.length - MOST_SHOWN;
  if (more > 0) say(io, `  and ${more} more (--json lists them)`);
  sayNotes(report, io);
  say(io, `head ${shortHead(head)}`);
}

/** The last ones: who has it repaired each week knows of the others. */
function sayNotes({ notes }: Verified, io: SessionIo): void {
  for (const { text } of notes.slice(-MOST_SHOWN)) say(io, `noted: ${text}`);
}

export function wordsOf({ kind, text }: Finding): string {
  return `${kind}: ${text}`;
}
