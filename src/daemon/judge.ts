/**
 * One check from its message to its verdict: prepared, judged, decided, recorded, and only then told.
 * Whatever fails on the way, the answer is a deny with a reason.
 */
import { strictnessOf } from "../core/ruling.ts";
import { makeVisible } from "../core/visible.ts";
import type { Engine } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import type { AgentCheck, Verdict } from "../protocol/agent-messages.ts";
import { prepareCheck } from "./check-input.ts";
import { byEngine, type Decided, decideAlone, decideCheck } from "./decide-check.ts";
import { giveLease, prepareLease } from "./give-lease.ts";
import type { OpenCheck } from "./open-check.ts";
import { type ChainLink, findChain, type TreeTop } from "./process-chain.ts";
import { isRootStart } from "./root.ts";
import type { SessionState } from "./session-state.ts";
import { ROOT, recordOf } from "./verdict-record.ts";

export interface Asker {
  onGone(call: () => void): void;
}

/** For a deny when not even a name can be made for it. */
const UNNAMED = "00000000-0000-0000-0000-000000000000";

export function nameForDeny({ newId }: SessionState): string {
  try {
    return newId();
  } catch {
    return UNNAMED;
  }
}

/** `withdrawn`: the asker is gone and there is nobody to tell. */
export function judge(check: AgentCheck, asker: Asker, state: SessionState): Promise<Verdict | "withdrawn"> {
  return judgeSafely(state, async () => ({
    prepared: { from: fromOf(check), ...(await prepareCheck(check, state.userPath)) },
    asker,
    isRoot: (result) => result.ruling !== "deny" && isRootStart(check, state.root, state.agentPid),
  }));
}

export interface Ready {
  readonly prepared: Omit<UnjudgedCheck, "id">;
  readonly asker: Asker;
  /** The agent itself, which the user has started. */
  isRoot(result: CheckResult): boolean;
}

/** `prepare` may know the verdict already: a part of guard, or the agent itself. */
export async function judgeSafely(
  state: SessionState,
  prepare: (id: string) => Promise<Ready | Verdict>,
): Promise<Verdict | "withdrawn"> {
  let id = UNNAMED;
  const startedMs = performance.now();
  try {
    id = state.newId();
    const ready = await prepare(id);
    if ("kind" in ready) return ready;
    const { prepared, asker, isRoot } = ready;
    return await judgePrepared({ id, ...prepared }, startedMs, asker, state, isRoot);
  } catch (error) {
    const reason = `could not be judged: ${error instanceof Error ? error.message : String(error)}`;
    await recordFailure(id, reason, state);
    return failed(id, reason);
  }
}

/** `begin`: when it is there, and only then: an execve may fail, and its caller goes on under the same number. */
export interface EarlyAllow {
  readonly kind: "allow";
  readonly check: string;
  begin(): void;
}

/** Before it is there: only what needs nobody's answer is allowed, and all else is judged later. Nothing is denied here. */
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

/** There is no result to write down; that it was denied, and why, is. */
async function recordFailure(id: string, reason: string, state: SessionState): Promise<void> {
  state.checks++;
  state.denied++;
  await state.recorder.append({
    event: "notice",
    timestamp: new Date().toISOString(),
    session: state.session,
    request_id: id,
    details: { verdict: "deny", reason },
  });
}

export type UnjudgedCheck = Pick<OpenCheck, "id" | "from" | "input" | "key" | "alsoAs" | "alsoHolds">;

export async function judgePrepared(
  check: UnjudgedCheck,
  startedMs: number,
  asker: Asker,
  state: SessionState,
  isRoot: Ready["isRoot"],
): Promise<Verdict | "withdrawn"> {
  const verdict = await judgeAndRecord(check, startedMs, asker, state, isRoot);
  state.told.tell(check.id, verdict);
  return verdict;
}

async function judgeAndRecord(
  check: UnjudgedCheck,
  startedMs: number,
  asker: Asker,
  state: SessionState,
  isRoot: Ready["isRoot"],
): Promise<Verdict | "withdrawn"> {
  const engine = await state.policy.current();
  const { mode } = state;
  const foreseen = check.from.layer === "gate" ? state.foresight.take(check.input, mode) : undefined;
  const result = await state.takeTurn(() => judgeAll(check, mode, engine, foreseen));
  const open = openCheck(check, result, mode, asker, engine, state);
  const decided = isRoot(result) ? ROOT : await holdToMode(await decideCheck(open, state), open, state);
  const final: Decided = decided === "withdrawn" ? GONE : decided;
  const recorded = await state.recorder.append(recordOf(open, final, startedMs, state));
  state.checks++;
  if (recorded !== "recorded") {
    state.denied++;
    return unrecorded(check.id, recorded.reason);
  }
  if (decided === "withdrawn") return decided;
  if (final.verdict === "deny") {
    state.denied++;
    return toVerdict(check.id, final);
  }
  giveLease(open, final, state);
  return { kind: "allow", check: check.id };
}

/** The strictest counts: of what it is, and of what it may turn out to be. */
async function judgeAll(
  { input, alsoHolds = [] }: UnjudgedCheck,
  mode: OpenCheck["mode"],
  engine: Engine,
  foreseen?: CheckResult,
): Promise<CheckResult> {
  let result = foreseen ?? (await engine.check({ ...input, mode }));
  for (const { argv, counts } of alsoHolds) {
    const other = await engine.check({ what: { kind: "argv", argv }, cwd: input.cwd, mode });
    if (counts === "denials" && other.ruling === "ask") continue;
    if (strictnessOf(other.ruling) > strictnessOf(result.ruling)) result = other;
  }
  return result;
}

const GONE: Decided = {
  verdict: "deny",
  by: "asker",
  reason: "the asker gave up waiting",
  rule: "guard.gone",
};

/** While a person thought, the mode may have become PLAN, which nobody's answer loosens. */
async function holdToMode(
  decided: Decided | "withdrawn",
  check: OpenCheck,
  state: SessionState,
): Promise<Decided | "withdrawn"> {
  const { mode } = check;
  if (decided === "withdrawn" || decided.verdict === "deny" || mode === state.mode) return decided;
  const engine = await state.policy.current();
  const again = await judgeAll(check, state.mode, engine);
  return again.ruling === "deny" ? byEngine("deny", again) : decided;
}

function openCheck(
  check: UnjudgedCheck,
  result: CheckResult,
  mode: OpenCheck["mode"],
  asker: Asker,
  engine: Engine,
  top: TreeTop,
): OpenCheck {
  let chain: readonly ChainLink[] | undefined;
  return {
    ...check,
    result,
    mode,
    get chain() {
      chain ??= findChain(check.from.pid, top, check.from.stamp);
      return chain;
    },
    otherReadings: () =>
      Promise.all(
        [
          ...(check.alsoHolds?.length ? [check.input.what] : []),
          ...(check.alsoAs ?? []).map((argv) => ({ kind: "argv", argv }) as const),
        ].map((what) => engine.check({ what, cwd: check.from.cwd, mode })),
      ),
    inMode: (other) => judgeAll(check, other, engine),
    onGone: (call) => asker.onGone(call),
    seenChain: () => chain,
  };
}

function fromOf(check: AgentCheck): UnjudgedCheck["from"] {
  const { layer, kind, cwd, text } = check;
  return {
    layer,
    kind,
    cwd,
    text,
    pid: Number(check.pid),
    ...(check.kind === "argv" ? {} : { shell: check.shell }),
    ...(check.kind === "line" && check.interactive ? { interactive: check.interactive } : {}),
  };
}

const MAX_REASON = 400;

export function toVerdict(check: string, { reason, rule, instead }: Decided): Verdict {
  return {
    kind: "deny",
    check,
    reason: cut(makeVisible(reason)),
    rule: cut(makeVisible(rule)),
    ...(instead === undefined ? {} : { instead: cut(makeVisible(instead)) }),
  };
}

/** The whole reasons are in the record; this line is for a screen. */
function cut(text: string): string {
  return text.length <= MAX_REASON ? text : `${text.slice(0, MAX_REASON - 1)}…`;
}

export function unrecorded(check: string, reason: string): Verdict {
  return failed(check, `it could not be recorded: ${reason}`);
}

function failed(check: string, reason: string): Verdict {
  return toVerdict(check, { verdict: "deny", by: "error", reason, rule: "guard.failure" });
}
