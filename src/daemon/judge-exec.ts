/** One program that the gate holds, from its facts to its verdict. */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Verdict } from "../protocol/agent-messages.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import { type PreparedExec, prepareExec } from "./exec-check.ts";
import { type Asker, type EarlyAllow, judgeEarly, judgeSafely } from "./judge.ts";
import { findLoaded } from "./loaded-program.ts";
import { stampOf } from "./own-programs.ts";
import type { SessionState } from "./session-state.ts";

export function judgeExec(exec: GateExec, asker: Asker, state: SessionState): Promise<Verdict | "withdrawn"> {
  return judgeSafely(state, async () => {
    if (isGuardsOwn(exec, state)) return "own";
    const loaded = findLoaded(exec);
    const prepared = withVariables(await prepareExec(exec, loaded, state.userPath), exec, state);
    return { prepared, asker, isRoot: () => state.own.isOwn(exec, loaded, state.agentPid) };
  });
}

function withVariables(prepared: PreparedExec, exec: GateExec, state: SessionState): PreparedExec {
  if (exec.env.length === 0) return prepared;
  const foreign = state.foreign.find(exec, state);
  const strange = prepared.from.strange ?? foreign;
  return strange === undefined ? prepared : { ...prepared, from: { ...prepared.from, strange } };
}

/** Announced, and not there yet. What may turn out to be the agent itself is looked at when it is there. */
export function judgeAnnounced(
  exec: GateExec,
  asker: Asker,
  state: SessionState,
): Promise<EarlyAllow | "later"> {
  return judgeEarly(state, async () => {
    if (!state.own.isThere || state.own.isProcess(stampOf(exec))) return "later";
    if (isGuardsOwn(exec, state)) return "own";
    const loaded = findLoaded(exec);
    return loaded.kind === "program"
      ? { prepared: await prepareExec(exec, loaded, state.userPath), asker }
      : "later";
  });
}

/** Hooks ask by way of it: it can do nothing but ask. */
function isGuardsOwn({ path, device, inode }: GateExec, { folder }: SessionState): boolean {
  if (basename(path) !== "guard-ask") return false;
  const ask = statSync(join(folder, "agent/guard-ask"), { bigint: true, throwIfNoEntry: false });
  return ask !== undefined && String(ask.dev) === device && String(ask.ino) === inode;
}
