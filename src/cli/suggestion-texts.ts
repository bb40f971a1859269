/** What a suggestion would have saved and would allow besides, in short lines for a list or a card. Not made visible yet. */
import { addOutcomes } from "../learn/change-rows.ts";
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
  const rows = byLine(saves).map(([line, same]) => {
    const lastMs = Math.max(...same.map((one) => one.lastMs));
    return `${short(line)}  (${times(questionsSaved({ saves: same }))}, last ${localMinute(lastMs)}${inFolders(same)})`;
  });
  return [`${plural(questionsSaved({ saves }), "question")} answered with yes, ${days}`, ...firstOf(rows)];
}

export function alsoTexts({ also }: Suggestion): string[] {
  const rows = byLine(also).map(([line, same]) => {
    const outcomes = same.map((one) => one.outcomes).reduce(addOutcomes);
    return `${short(line)}  (${describeOutcomes(outcomes)}${inFolders(same)})`;
  });
  if (rows.length === 0) return ["nothing else that is recorded here"];
  const were = rows.length === 1 ? "was" : "were";
  return [
    `${plural(rows.length, "recorded command")} that ${were} never answered with yes:`,
    ...firstOf(rows),
  ];
}

/** What reads the same is one row, in the order of the first. */
function byLine<Row extends { readonly line: string }>(rows: readonly Row[]): [line: string, Row[]][] {
  const lines = new Map<string, Row[]>();
  for (const row of rows) lines.set(row.line, [...(lines.get(row.line) ?? []), row]);
  return [...lines];
}

function inFolders(rows: readonly { readonly cwd: string }[]): string {
  const { size } = new Set(rows.map(({ cwd }) => cwd));
  return size > 1 ? `, in ${size} folders` : "";
}

/** The rest is counted, not dropped in silence. */
function firstOf(texts: readonly string[]): string[] {
  const more = texts.length - SHOWN;
  return more > 0 ? [...texts.slice(0, SHOWN), `and ${more} more (--json has them all)`] : [...texts];
}

function short(line: string): string {
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)} …` : line;
}
