/** Judging what was announced, before it is there: only what needs nobody's answer is allowed, and all else is judged later. */
import { decideAlone } from "./decide-check.ts";
import { prepareLease } from "./give-lease.ts";
import type { Ready } from "./judge.ts";
import { judgeAll, openCheck } from "./judge-all.ts";
import type { SessionState } from "./session-state.ts";
import { recordOf } from "./verdict-record.ts";

/** `begin`: when it is there, and only then: an execve may fail, and its caller goes on under the same number. */
export interface EarlyAllow {
  readonly kind: "allow";
  readonly check: string;
  begin(): void;
}

/** Nothing is denied here. */
export async function judgeEarly(
  state: SessionState,
  prepare: () => Promise<Omit<Ready, "isRoot"> | "own" | "later">,
): Promise<EarlyAllow | "later"> {
  const startedMs = performance.now();
  try {
    const ready = await prepare();
    if (ready === "later") return "later";
    const id = state.newId();
    if (ready === "own") return { kind: "allow", check: id, begin: () => undefined };
    const check = { id, ...ready.prepared };
    const engine = await state.policy.current();
    const { mode } = state;
    const result = await state.takeTurn(() => judgeAll(check, mode, engine));
    const open = openCheck(check, result, mode, ready.asker, engine, state);
    const decided = await decideAlone(open, state);
    if (decided?.verdict !== "allow" || mode !== state.mode) {
      state.foresight.keep(check.input, mode, result);
      return "later";
    }
    const recorded = await state.recorder.append(recordOf(open, decided, startedMs, state));
    if (recorded !== "recorded") return "later";
    state.checks++;
    return { kind: "allow", check: id, begin: prepareLease(open, decided, state) };
  } catch {
    return "later";
  }
}
