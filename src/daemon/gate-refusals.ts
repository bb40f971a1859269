/** What the gate refused by itself, because nobody could look at it: written down, and told. */
import type { GateMessage } from "../protocol/gate-messages.ts";
import { findChain } from "./process-chain.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { shownChain } from "./shown-chain.ts";

const REFUSED = {
  untraceable: {
    rule: "guard.untraceable",
    reason:
      "a process that another one traces (strace, gdb), that hides itself, or whose threads start programs in its place all at once, tried to start a program: guard cannot look at it, so it got EPERM; run it outside guard, or start the session with --gate off",
  },
  "unjudged-text": {
    rule: "guard.unjudged-text",
    reason:
      "a shell would have read a file without a first line (#!) by itself, unjudged, and could not be made to start another for it (too many words, a name that begins with a dash, or the start was broken off again and again): run it as bash FILE",
  },
  rewritten: {
    rule: "guard.rewritten",
    reason: "a program was ended: another process changed its arguments or variables while it waited",
  },
  "too-long": {
    rule: "guard.too-long",
    reason: "a program was denied: its arguments are longer than guard can check (1 MiB, 60,000 words)",
  },
  unreadable: {
    rule: "guard.unreadable",
    reason: "a program was ended: guard may not read what was loaded (a file without the right to read it)",
  },
} as const;

type Refused = Extract<GateMessage, { op: keyof typeof REFUSED }>;

export interface Refusals {
  note(news: Refused): void;
}

/** A process that tries again and again is written down so often, with a count: it must not fill the disk. */
const AGAIN_AFTER_MS = 1_000;
const MOST_KNOWN = 4_096;

export function createRefusals(
  state: SessionState,
  nowMs: () => number = performance.now.bind(performance),
): Refusals {
  const known = new Map<string, { readonly atMs: number; readonly since: number }>();
  return {
    note(news) {
      const key = `${news.op} ${news.pid}`;
      const last = known.get(key);
      state.checks++;
      state.denied++;
      if (last !== undefined && nowMs() - last.atMs < AGAIN_AFTER_MS) {
        known.set(key, { ...last, since: last.since + 1 });
        return;
      }
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(key, { atMs: nowMs(), since: 0 });
      writeDown(news, (last?.since ?? 0) + 1, state);
    },
  };
}

/** The caller was told by its error, or by its end; a reader of the log wants to know why. */
function writeDown(news: Refused, count: number, state: SessionState): void {
  const { reason, rule } = REFUSED[news.op];
  const chain = shownChain(findChain(Number(news.pid), state), state);
  addNotice(state, chain.length === 0 ? reason : `${chain.join(" > ")}: ${reason}`);
  void state.recorder.append({
    event: "notice",
    session: state.session,
    details: {
      verdict: "deny",
      rule,
      reason,
      pid: Number(news.pid),
      chain,
      ...(count === 1 ? {} : { count }),
    },
  });
}
