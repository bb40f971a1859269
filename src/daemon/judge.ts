/**
 * One check from its message to its verdict: prepared, judged, decided, recorded, and only then told.
 * Whatever fails on the way, the answer is a deny with a reason.
 */
import type { CheckResult } from "../decide/result.ts";
import type { AgentCheck, Verdict } from "../protocol/agent-messages.ts";
import type { Asker } from "./askers.ts";
import { prepareCheck } from "./check-input.ts";
import { decideCheck } from "./decide-check.ts";
import { byEngine, type Decided } from "./decided.ts";
import { giveLease } from "./give-lease.ts";
import { judgeAll, openCheck, type UnjudgedCheck } from "./judge-all.ts";
import { noteDecided } from "./note-decided.ts";
import { noteLoop } from "./note-loop.ts";
import type { OpenCheck } from "./open-check.ts";
import { isRootStart } from "./root.ts";
import type { SessionState } from "./session-state.ts";
import { failed, toVerdict, unrecorded } from "./to-verdict.ts";
import { ROOT, recordOf } from "./verdict-record.ts";

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

/** There is no result to write down; that it was denied, and why, is. */
async function recordFailure(id: string, reason: string, state: SessionState): Promise<void> {
  state.checks++;
  state.denied++;
  await state.recorder.append({
    event: "notice",
    session: state.session,
    request_id: id,
    details: { verdict: "deny", reason },
  });
}

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
  const recorded = await state.recorder.append(recordOf(open, decided, startedMs, state));
  state.checks++;
  noteDecided(open, decided, state);
  noteLoop(open, decided, state);
  if (recorded !== "recorded") {
    state.denied++;
    return unrecorded(check.id, recorded.reason);
  }
  if (decided.verdict === "deny") {
    state.denied++;
    return decided.by === "asker" ? "withdrawn" : toVerdict(check.id, decided);
  }
  giveLease(open, decided, state);
  return { kind: "allow", check: check.id };
}

/** While a person thought, the mode may have become PLAN, which nobody's answer loosens. */
async function holdToMode(decided: Decided, check: OpenCheck, state: SessionState): Promise<Decided> {
  const { mode } = check;
  if (decided.verdict === "deny" || mode === state.mode) return decided;
  const engine = await state.policy.current();
  const again = await judgeAll(check, state.mode, engine);
  return again.ruling === "deny" ? byEngine("deny", again) : decided;
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
