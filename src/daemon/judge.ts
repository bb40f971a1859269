/**
 * One check from its message to its verdict: prepared, judged, decided, recorded, and only then told.
 * Whatever fails on the way, the answer is a deny with a reason.
 */
import { makeVisible } from "../core/visible.ts";
import type { Engine } from "../decide/engine.ts";
import type { CheckResult } from "../decide/result.ts";
import type { AgentCheck, Verdict } from "../protocol/agent-messages.ts";
import { prepareCheck } from "./check-input.ts";
import { byEngine, type Decided, decideCheck, type OpenCheck } from "./decide-check.ts";
import { giveLease } from "./give-lease.ts";
import { type ChainLink, findChain, type TreeTop } from "./process-chain.ts";
import { isRootStart } from "./root.ts";
import type { SessionState } from "./session-state.ts";
import { recordOf } from "./verdict-record.ts";

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
export async function judge(
  check: AgentCheck,
  asker: Asker,
  state: SessionState,
): Promise<Verdict | "withdrawn"> {
  let id = UNNAMED;
  const startedMs = performance.now();
  try {
    id = state.newId();
    const prepared = await prepareCheck(check, state.userPath);
    return await judgePrepared({ id, from: fromOf(check), ...prepared }, startedMs, asker, state, () =>
      isRootStart(check, state.root, state.agentPid),
    );
  } catch (error) {
    const reason = `could not be judged: ${error instanceof Error ? error.message : String(error)}`;
    await recordFailure(id, reason, state);
    return failed(id, reason);
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

export type UnjudgedCheck = Pick<OpenCheck, "id" | "from" | "input" | "key" | "alsoAs">;

export async function judgePrepared(
  check: UnjudgedCheck,
  startedMs: number,
  asker: Asker,
  state: SessionState,
  isRoot: () => boolean,
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
  isRoot: () => boolean,
): Promise<Verdict | "withdrawn"> {
  const engine = await state.policy.current();
  const { mode } = state;
  const result = await state.takeTurn(() => engine.check({ ...check.input, mode }));
  const open = openCheck(check, result, mode, asker, engine, state);
  const decided =
    result.ruling !== "deny" && isRoot()
      ? ROOT
      : await holdToMode(await decideCheck(open, state), open, state);
  const final: Decided = decided === "withdrawn" ? GONE : decided;
  const recorded = await state.recorder.append(recordOf(open, final, startedMs, state));
  state.checks++;
  if (recorded !== "recorded") {
    state.denied++;
    return failed(check.id, `it could not be recorded: ${recorded.reason}`);
  }
  if (decided === "withdrawn") return decided;
  if (final.verdict === "deny") {
    state.denied++;
    return toVerdict(check.id, final);
  }
  await giveLease(open, final, state);
  return { kind: "allow", check: check.id };
}

const ROOT: Decided = {
  verdict: "allow",
  by: "root",
  reason: "the user started it with guard run",
  rule: "guard.root",
};

const GONE: Decided = {
  verdict: "deny",
  by: "asker",
  reason: "the asker gave up waiting",
  rule: "guard.gone",
};

/** While a person thought, the mode may have become PLAN, which nobody's answer loosens. */
async function holdToMode(
  decided: Decided | "withdrawn",
  { input, mode }: OpenCheck,
  state: SessionState,
): Promise<Decided | "withdrawn"> {
  if (decided === "withdrawn" || decided.verdict === "deny" || mode === state.mode) return decided;
  const engine = await state.policy.current();
  const again = await engine.check({ ...input, mode: state.mode });
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
      chain ??= findChain(check.from.pid, top);
      return chain;
    },
    otherReadings: () =>
      Promise.all(
        (check.alsoAs ?? []).map((argv) =>
          engine.check({ what: { kind: "argv", argv }, cwd: check.from.cwd, mode }),
        ),
      ),
    inMode: (other) => engine.check({ ...check.input, mode: other }),
    onGone: (call) => asker.onGone(call),
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

function failed(check: string, reason: string): Verdict {
  return toVerdict(check, { verdict: "deny", by: "error", reason, rule: "guard.failure" });
}
