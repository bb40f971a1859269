/**
 * The same thing denied in two spellings is not asked about a third time: it is denied at once, and the person sees one card.
 * It only ever denies what would have been asked; nothing here allows. The person's way out is `askAgain`.
 *
 * Told of denials by a person or a rule only: what a mode, a clock or an empty chair denied, nobody has said no to.
 */

import { DeniedIntent, type LoopState } from "./denied-intent.ts";
import { contains, type Intent, isSameIntent } from "./intent.ts";

export type LoopRuling = { readonly kind: "ask" } | { readonly kind: "deny"; readonly loop: LoopState };

export interface Loops {
  /** Ask it after grants and rules, before a person. It changes nothing: a denial is told by `noteTried`. */
  readonly judge: (intent: Intent, line: string) => LoopRuling;
  readonly noteDenied: (intent: Intent, line: string) => void;
  /** It was denied at once. */
  readonly noteTried: (intent: Intent, line: string) => void;
  readonly noteAllowed: (intent: Intent) => void;
  /** Those that have tripped and were not put away, oldest first. */
  readonly list: () => LoopState[];
  readonly askAgain: (id: string) => "done" | "not-found";
  readonly putAway: (id: string) => "done" | "not-found";
}

export interface LoopOptions {
  readonly nowMs: () => number;
  readonly newId: () => string;
}

const HELD_MS = 30 * 60_000;
const MAX_INTENTS = 200;

export function createLoops({ nowMs, newId }: LoopOptions): Loops {
  let held: readonly DeniedIntent[] = [];

  /** By whole lists, so that nobody goes through one that changes. */
  function current(): readonly DeniedIntent[] {
    const sinceMs = nowMs() - HELD_MS;
    if (held.some(({ lastAtMs }) => lastAtMs <= sinceMs))
      held = held.filter(({ lastAtMs }) => lastAtMs > sinceMs);
    return held;
  }

  const sameAs = ({ keys }: Intent) => current().filter((denied) => isSameIntent(denied.keys, keys));

  function noteDenied(intent: Intent, line: string): void {
    const same = sameAs(intent);
    for (const denied of same.filter(({ keys }) => contains(intent.keys, keys))) denied.deny(line, nowMs());
    // What could not be told may be why: then it says nothing about the rest alone.
    if (intent.told === "in part") return;
    const wider = same.filter(({ keys }) => !contains(intent.keys, keys));
    if (wider.length === 0 && same.length > 0) return;
    // The card that a person has in front of them stays.
    const id = wider.find((denied) => denied.isShown())?.id ?? newId();
    const narrow = new DeniedIntent(id, intent, nowMs());
    for (const one of wider) narrow.takeOver(one);
    narrow.deny(line, nowMs());
    held = [...current().filter((denied) => !wider.includes(denied)), narrow];
    if (held.length > MAX_INTENTS) held = held.filter((denied) => denied !== longestAgo(held));
  }

  const find = (id: string) => current().find((denied) => denied.id === id);

  return {
    judge(intent) {
      const tripping = sameAs(intent).find((denied) => denied.isDeniedAtOnce());
      return tripping === undefined ? { kind: "ask" } : { kind: "deny", loop: tripping.show() };
    },
    noteDenied,
    noteTried(intent, line) {
      for (const denied of sameAs(intent)) if (denied.isDeniedAtOnce()) denied.tryAgain(line, nowMs());
    },
    noteAllowed(intent) {
      const same = sameAs(intent);
      held = held.filter((denied) => !same.includes(denied));
    },
    list: () =>
      current()
        .filter((denied) => denied.isShown())
        .map((denied) => denied.show()),
    askAgain(id) {
      const found = find(id);
      held = held.filter((denied) => denied !== found);
      return found === undefined ? "not-found" : "done";
    },
    putAway(id) {
      const found = find(id);
      found?.putAway();
      return found === undefined ? "not-found" : "done";
    },
  };
}

function longestAgo(held: readonly DeniedIntent[]): DeniedIntent | undefined {
  return held.reduce<DeniedIntent | undefined>(
    (oldest, denied) => (oldest === undefined || denied.lastAtMs < oldest.lastAtMs ? denied : oldest),
    undefined,
  );
}
