/** What a suggestion would have saved and would allow besides, in short lines for a list or a card. Not made visible yet. */
import { questionsSaved, type Suggestion } from "../learn/suggestion.ts";
import { describeOutcomes, plural, times } from "./outcome-words.ts";
import { localDay, localMinute } from "./parse-time.ts";

const SHOWN = 5;
const MOST_CHARS = 200;

/** The first tells how many. */
export function savesTexts({ saves }: Suggestion): string[] {
  const first = Math.min(...saves.map(({ firstMs }) => firstMs));
  const last = Math.max(...saves.map(({ lastMs }) => lastMs));
  const days =
    localDay(first) === localDay(last) ? localDay(last) : `${localDay(first)} to ${localDay(last)}`;
  return [
    `${plural(questionsSaved({ saves }), "question")} answered with yes, ${days}`,
    ...firstOf(
      saves.map((one) => `${short(one.line)}  (${times(one.count)}, last ${localMinute(one.lastMs)})`),
    ),
  ];
}

export function alsoTexts({ also }: Suggestion): string[] {
  if (also.length === 0) return ["nothing else that is recorded here"];
  return [
    `${plural(also.length, "recorded command")} that nobody said yes to:`,
    ...firstOf(also.map((one) => `${short(one.line)}  (${describeOutcomes(one.outcomes)})`)),
  ];
}

/** The rest is counted, not dropped in silence. */
function firstOf(texts: readonly string[]): string[] {
  const more = texts.length - SHOWN;
  return more > 0 ? [...texts.slice(0, SHOWN), `and ${more} more (--json has them all)`] : [...texts];
}

function short(line: string): string {
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)} …` : line;
}
