/** What a check would do, in sentences: what is asked about before what is allowed, the worst first, each once. */
import { type Effect, type EffectKind, QUIET_KINDS } from "../core/effect.ts";
import { type Ruling, strictnessOf } from "../core/ruling.ts";
import { WEIGHT } from "../decide/describe.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { type CardTime, shareOf } from "./card-time.ts";
import { several } from "./count-words.ts";
import { effectSentence } from "./effect-sentence.ts";

/** A card is not a list of everything: what is left out is counted. */
const MOST_SENTENCES = 24;

const ORDER: readonly EffectKind[] = [...WEIGHT, ...QUIET_KINDS];

interface Item {
  readonly ruling: Ruling;
  readonly weight: number;
  /** Two with the same one are the same. */
  readonly key: string;
  readonly needs: "disk" | "nothing";
  say(time: CardTime): Promise<string>;
}

export async function effectsInWords(
  { commands, doubts }: CheckResult,
  cwd: string,
  time: CardTime,
): Promise<string[]> {
  const items = inOrder([
    ...commands.flatMap((command) => itemsOf(command, cwd)),
    ...doubts.map(({ because, ruling }) => ({
      ruling,
      // It may be anything: like code that is run.
      weight: ORDER.indexOf("execute"),
      key: because,
      needs: "nothing" as const,
      say: () => Promise.resolve(because),
    })),
  ]);
  const sentences = new Set<string>();
  const shown = items.slice(0, MOST_SENTENCES);
  // One after the other: what matters most has the disk first, and half of the time that is left.
  for (const [index, item] of shown.entries()) {
    const isLast = !shown.slice(index + 1).some(({ needs }) => needs === "disk");
    sentences.add(await item.say(isLast ? time : shareOf(time, 2)));
  }
  const rest = items.length - shown.length;
  return rest === 0 ? [...sentences] : [...sentences, `and ${several(rest, "more effect")}`];
}

function itemsOf(command: CommandResult, cwd: string): Item[] {
  const written = new Set<string>();
  return telling(command).map((effect) => {
    const { kind, target, because } = effect;
    const words = JSON.stringify([kind, target?.text, because]);
    // The same words once more: another folder that it may run in, or where a link leads.
    const certainty = target?.kind === "path" && written.has(words) ? "perhaps" : "as written";
    written.add(words);
    return itemOf(effect, certainty, command, cwd);
  });
}

function itemOf(
  effect: Effect,
  certainty: "as written" | "perhaps",
  command: CommandResult,
  cwd: string,
): Item {
  const { kind, target, because, recursive = "" } = effect;
  const place = target?.kind === "path" ? (target.raw ?? target.path) : target?.text;
  return {
    ruling: command.ruling,
    weight: ORDER.indexOf(kind),
    key: JSON.stringify([kind, target?.kind, place, recursive, place === undefined ? because : ""]),
    needs: target?.kind === "path" && !QUIET_KINDS.has(kind) ? "disk" : "nothing",
    say: async (time) => {
      const sentence = await effectSentence(effect, command, cwd, time);
      return certainty === "perhaps" ? `perhaps ${sentence}` : sentence;
    },
  };
}

/** "changes the files it reads" says nothing where each of them is named. */
function telling({ effects }: CommandResult): Effect[] {
  const named = new Set(effects.flatMap(({ kind, target }) => (target === undefined ? [] : [kind])));
  return effects.filter(
    ({ kind, target }) =>
      target !== undefined || !((kind === "write" || kind === "delete") && named.has(kind)),
  );
}

/** Of two that are the same the stricter one stays. */
function inOrder(items: readonly Item[]): Item[] {
  const sorted = items.toSorted(
    (a, b) => strictnessOf(b.ruling) - strictnessOf(a.ruling) || a.weight - b.weight,
  );
  const byKey = new Map<string, Item>();
  for (const item of sorted) if (!byKey.has(item.key)) byKey.set(item.key, item);
  return [...byKey.values()];
}
