/**
 * The same check on the same disk has the same answer, and agents, prompts and builds ask the same again and again. Every fact
 * that a result rests on is looked up anew before the result is given again; one that has changed ends it.
 */
import type { CheckInput } from "./engine.ts";
import type { Facts } from "./facts.ts";
import type { CheckResult } from "./result.ts";

export interface Memory {
  /** What `judge` answers, or what it answered before to the same. It must learn about the disk from these facts only. */
  check(input: CheckInput, judge: (facts: Facts) => Promise<CheckResult>): Promise<CheckResult>;
}

interface Kept {
  readonly result: CheckResult;
  readonly lookups: readonly Lookup[];
}

interface Lookup {
  readonly again: () => unknown;
  readonly answer: string | undefined;
}

const MAX_KEPT = 256;
const MAX_SEEN = 1_024;
/** Long ones are seldom the same, and cost memory. */
const MAX_KEY_CHARS = 2_000;
/** Results that took longer may be short of time instead of short of reasons. */
const MAX_TAKEN_MS = 25;
const MAX_LOOKUPS = 16;

export function createMemory(facts: Facts): Memory {
  const kept = new Map<string, Kept>();
  const seen = new Set<string>();
  return {
    async check(input, judge) {
      const key = keyOf(input);
      if (key === undefined) return judge(facts);
      const known = kept.get(key);
      if (known?.lookups.every(isSame)) return known.result;
      // Most lines never come again: only the second time is worth the memory.
      if (!seen.delete(key)) {
        seen.add(key);
        dropOldest(seen, MAX_SEEN);
        return judge(facts);
      }
      const lookups: Lookup[] = [];
      const fromMs = performance.now();
      const result = await judge(noting(facts, lookups));
      if (performance.now() - fromMs > MAX_TAKEN_MS || lookups.length > MAX_LOOKUPS) return result;
      kept.delete(key);
      kept.set(key, { result, lookups });
      dropOldest(kept, MAX_KEPT);
      return result;
    },
  };
}

function dropOldest(all: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = all.size > most ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
}

/** Undefined: not to be kept. */
function keyOf(input: CheckInput): string | undefined {
  const { what } = input;
  if (what.kind !== "line" && what.kind !== "argv") return undefined;
  const key = JSON.stringify(input);
  return key.length > MAX_KEY_CHARS ? undefined : key;
}

function isSame({ again, answer }: Lookup): boolean {
  return JSON.stringify(again()) === answer;
}

function noting(facts: Facts, lookups: Lookup[]): Facts {
  const note = <Args extends readonly unknown[], Answer>(find: (...args: Args) => Answer) => {
    return (...args: Args): Answer => {
      const answer = find(...args);
      lookups.push({ again: () => find(...args), answer: JSON.stringify(answer) });
      return answer;
    };
  };
  return {
    findTask: note(facts.findTask),
    findGitHazard: note(facts.findGitHazard),
    readsProjectFiles: facts.readsProjectFiles,
    findProjectFile: note(facts.findProjectFile),
    findRealPath: note(facts.findRealPath),
    findLinks: note(facts.findLinks),
  };
}
