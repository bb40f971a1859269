/**
 * Another mode might fit better: after 3 denials in a row or 20 in all, or when a profile or a file asks for one. It only ever
 * suggests; a person switches. Whoever refused twice is left alone for the session.
 */
import type { Mode } from "../core/ruling.ts";
import { createDenialCount } from "./denial-count.ts";
import { type About, describeOffer, type InForce, offeredModes, type Wish } from "./mode-offer.ts";

export interface ModeSuggestion {
  readonly id: string;
  /** In guard's words. */
  readonly because: string;
  /** To choose from; never empty. */
  readonly modes: readonly Mode[];
}

export type SuggestionAnswer =
  | { readonly kind: "accepted"; readonly mode: Mode }
  | { readonly kind: "refused" }
  /** Answered already, or never made. */
  | { readonly kind: "not-found" }
  /** The mode is none of those that it offered when it was last shown. */
  | { readonly kind: "not-offered" };

export interface ModeSuggestions {
  /** What a person said to a question; not what a rule, a clock or a mode did. */
  readonly note: (said: "allow" | "deny") => void;
  /** `because` in guard's words: "the project's file asks for it". Each is made once. */
  readonly wish: (mode: Mode, because: string) => void;
  /** The one that is open, or becomes it now. Look after each note. */
  readonly current: (inForce: InForce) => ModeSuggestion | undefined;
  readonly answer: (id: string, choice: Mode | "no") => SuggestionAnswer;
  /** The person took another mode by hand: that answers what is open, and is no refusal. */
  readonly noteSwitch: () => void;
  readonly inARow: () => number;
  readonly inAll: () => number;
}

/** Refusals after which nothing is suggested for denials any more. */
const MOST_REFUSALS = 2;
/** Whoever asks for modes may be a file that the agent writes. */
const MOST_WISHES = 10;

export function createModeSuggestions({ newId }: { readonly newId: () => string }): ModeSuggestions {
  const denials = createDenialCount();
  const wishes: Wish[] = [];
  let waiting: readonly Wish[] = [];
  let refusals = 0;
  let open: { readonly id: string; readonly about: About; modes: readonly Mode[] } | undefined;

  function current(inForce: InForce): ModeSuggestion | undefined {
    open ??= findNext(inForce);
    if (open === undefined) return undefined;
    open.modes = offeredModes(open.about, inForce);
    if (open.modes.length === 0) return undefined;
    return { id: open.id, because: describeOffer(open.about, open.modes), modes: open.modes };
  }

  function findNext(inForce: InForce): typeof open {
    // What is so already need not be asked for later either.
    waiting = waiting.filter(({ mode }) => mode !== inForce.mode);
    const about = [...waiting.map((wish) => ({ kind: "wish", wish }) as const), ...denied()];
    const next = about.find((one) => offeredModes(one, inForce).length > 0);
    return next && { id: newId(), about: next, modes: [] };
  }

  function denied(): About[] {
    const said = refusals < MOST_REFUSALS ? denials.findReason() : undefined;
    return said === undefined ? [] : [{ kind: "denials", said }];
  }

  function answer(id: string, choice: Mode | "no"): SuggestionAnswer {
    if (open?.id !== id) return { kind: "not-found" };
    if (choice !== "no" && !open.modes.includes(choice)) return { kind: "not-offered" };
    close(choice === "no" ? "refused" : "accepted");
    return choice === "no" ? { kind: "refused" } : { kind: "accepted", mode: choice };
  }

  function close(how: "accepted" | "refused"): void {
    const about = open?.about;
    open = undefined;
    if (about?.kind === "wish") waiting = waiting.filter((wish) => wish !== about.wish);
    if (how === "accepted") denials.startAgain();
    else if (about?.kind === "denials") {
      refusals++;
      denials.wait();
    }
  }

  return {
    note: denials.note,
    wish(mode, because) {
      const isKnown = wishes.some((wish) => wish.mode === mode && wish.because === because);
      if (isKnown || wishes.length >= MOST_WISHES) return;
      const wish = { mode, because };
      wishes.push(wish);
      waiting = [...waiting, wish];
    },
    current,
    answer,
    noteSwitch: () => close("accepted"),
    inARow: denials.inARow,
    inAll: denials.inAll,
  };
}
