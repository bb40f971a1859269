/**
 * Questions for a tired person: how bad, what exactly, why, and the words to answer with. The command is whole and stands
 * behind a bar that nothing in it can forge; everything else is guard's own words.
 */
import { commandBlock } from "../display/command-block.ts";
import { flagsOf } from "../display/flags.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { describeMs } from "./durations.ts";
import type { SessionIo } from "./session-io.ts";
import { shortId } from "./short-id.ts";

const RISKS: Record<Pending["risk"], { readonly word: string; readonly code: string }> = {
  dangerous: { word: "DANGEROUS", code: "1;31" },
  "needs-review": { word: "needs a look", code: "33" },
  safe: { word: "looks safe", code: "32" },
};

export function renderPending(pending: readonly Pending[], io: SessionIo): string {
  const ids = pending.map(({ id }) => id);
  const blocks = pending.map((one, index) =>
    [`${index + 1} of ${pending.length}   ${headOf(one, io)}`, ...renderOne(one, ids, io)].join("\n"),
  );
  return `${blocks.join("\n\n")}\n`;
}

function headOf({ risk, ruling, expiresAtMs, waiting }: Pending, { colour, nowMs }: SessionIo): string {
  const { word, code } = RISKS[risk];
  const what = ruling === "confirm" ? `${word}, must be confirmed` : word;
  const shown = colour === "colour" ? `\u001b[${code}m${what}\u001b[0m` : what;
  const time = waiting === 0 ? "the asker gave up waiting" : `${describeMs(expiresAtMs - nowMs())} left`;
  return `${shown}   ${time}`;
}

function renderOne(one: Pending, ids: readonly string[], io: SessionIo): string[] {
  const rows = (word: string, texts: readonly string[]) =>
    texts.flatMap((text, index) =>
      wrapVisible(index === 0 ? word.padEnd(11) : " ".repeat(11), text, io.columns),
    );
  const beware = rows(
    "  beware",
    flagsOf(one.line).map(({ text }) => text),
  );
  const ago = describeMs(io.nowMs() - one.askedAtMs);
  const askers = one.waiting > 1 ? `, ${one.waiting} wait for it` : "";
  const open = describeMs(one.expiresAtMs - io.nowMs());
  const late = `nobody waits for this answer now; an allow counts for the next try (open for ${open})`;
  return [
    "",
    ...(beware.length === 0 ? [] : [...beware, ""]),
    ...commandBlock(one.line, io.columns),
    "",
    ...rows("  because", one.reasons),
    ...rows("  by", one.by === undefined ? [] : [one.by]),
    ...rows("  around", one.wrapper === undefined ? [] : [aroundText(one.wrapper.agent)]),
    ...rows("  it can", one.can ?? []),
    ...rows("  instead", one.instead === undefined ? [] : [one.instead]),
    ...rows("  rule", one.rules.length === 0 ? [] : [one.rules.join(", ")]),
    ...rows("  in", [one.cwd]),
    ...rows("  from", one.chain.length < 2 ? [] : [one.chain.join(" > ")]),
    ...rows("  asked", [`${ago} ago${askers}, by session ${one.session}${shellOf(one)}, process ${one.pid}`]),
    ...rows("  note", one.waiting === 0 ? [late] : []),
    "",
    ...answerRows(one, shortId(one.id, ids)),
  ];
}

function aroundText(agent: string): string {
  return `${agent} puts its own text around the line, which guard knows; guard pending --json has the whole`;
}

function shellOf({ shell }: Pending): string {
  return shell === undefined ? "" : `, ${shell}`;
}

/** Not wrapped: they are there to be copied. */
function answerRows({ ruling }: Pending, id: string): string[] {
  const confirm = ruling === "confirm" ? " --confirm" : "";
  return [
    `  allow    guard resolve ${id} --decision once${confirm}`,
    "           (or session, timed: for an hour, always: a saved rule)",
    `  deny     guard resolve ${id} --decision deny --reason 'why'`,
  ];
}
