/**
 * Which pieces of the shown line got which ruling. The engine's places belong to the text that it read: where a person is shown
 * another one (the line inside an agent's wrapper), they are moved, or there are no parts at all.
 */
import { RULINGS, type Ruling } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import type { Card } from "../protocol/card-messages.ts";

type Part = Card["parts"][number];

interface Span {
  readonly from: number;
  readonly to: number;
  readonly ruling: Ruling;
}

/** What another command starts (`sh -c`, `npm run`) stands at that one's place: the strictest ruling is the one to show. */
export function partsOf(line: string, result: CheckResult): Part[] {
  const spans = [...result.commands, ...result.doubts].map(({ pos, end, ruling }) => ({
    from: pos,
    to: end,
    ruling,
  }));
  const placed = placeIn(line, result.line, spans);
  return placed.every((span) => fits(span, line)) ? strictestOf(placed) : [];
}

function placeIn(line: string, text: string, spans: readonly Span[]): readonly Span[] {
  if (line === text) return spans;
  const start = text.indexOf(line);
  // Not there, or there twice: nobody knows which of them is meant.
  if (line === "" || start < 0 || text.indexOf(line, start + 1) >= 0) return [];
  const end = start + line.length;
  const touching = spans.filter(({ from, to }) => from < end && to > start);
  // What reaches beyond it is read in another way there (a quoted word of eval), or is about the whole.
  if (touching.some(({ from, to }) => from < start || to > end)) return [];
  return touching.map(({ from, to, ruling }) => ({ from: from - start, to: to - start, ruling }));
}

/** Begins and ends where words do; an offset of another text would soon be found in the middle of one. */
function fits({ from, to }: Span, line: string): boolean {
  if (!Number.isInteger(from) || !Number.isInteger(to)) return false;
  if (from < 0 || to > line.length || from >= to) return false;
  return isEdge(line, from) && isEdge(line, to);
}

function isEdge(line: string, at: number): boolean {
  return !/^\w\w$/.test(line.slice(at - 1, at + 1));
}

/** In one way from left to right: hundreds of commands may stand at the same place. */
function strictestOf(spans: readonly Span[]): Part[] {
  const edges = spans
    .flatMap(({ from, to, ruling }) => [
      { at: from, ruling, change: 1 },
      { at: to, ruling, change: -1 },
    ])
    .toSorted((a, b) => a.at - b.at);
  const open: Record<Ruling, number> = { allow: 0, ask: 0, confirm: 0, deny: 0 };
  const parts: Part[] = [];
  let from = 0;
  for (const { at, ruling, change } of edges) {
    const worst = RULINGS.findLast((one) => open[one] > 0);
    if (worst !== undefined && at > from) addPart(parts, { from, to: at, ruling: worst });
    open[ruling] += change;
    from = at;
  }
  return parts;
}

function addPart(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (last !== undefined && last.to === part.from && last.ruling === part.ruling) last.to = part.to;
  else parts.push(part);
}
