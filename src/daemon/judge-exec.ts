/** One program that the gate holds, from its facts to its verdict. */
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Verdict } from "../protocol/agent-messages.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import type { Asker } from "./askers.ts";
import { prepareExec } from "./exec-check.ts";
import { judgeSafely } from "./judge.ts";
import { type EarlyAllow, judgeEarly } from "./judge-early.ts";
import { findLoaded } from "./loaded-program.ts";
import { stampOf } from "./own-programs.ts";
import { hintAtSandbox } from "./sandbox-hint.ts";
import type { SessionState } from "./session-state.ts";
import { unrecorded } from "./to-verdict.ts";
import { choosesRepository, entersAnyProgram, nameOf } from "./variable-readers.ts";
import { agentRecord } from "./verdict-record.ts";

export function judgeExec(exec: GateExec, asker: Asker, state: SessionState): Promise<Verdict | "withdrawn"> {
  return judgeSafely(state, async (id) => {
    state.processes.note(exec);
    hintAtSandbox(exec.path, state);
    if (isGuardsOwn(exec, state)) return { kind: "allow", check: id };
    const loaded = findLoaded(exec);
    const foreign = exec.env.length === 0 ? [] : state.foreign.find(exec, state);
    // With code from elsewhere in it, it is not the agent that the user started.
    if (foreign.length === 0 && state.own.isOwn(exec, loaded, state.agentPid))
      return allowAgent(exec, id, state);
    const prepared = await prepareExec(exec, loaded, state.userPath, state.own);
    const repository = exec.env.filter((setting) => choosesRepository(nameOf(setting)));
    const from = {
      ...prepared.from,
      ...(foreign.length === 0 ? {} : { foreign }),
      ...(repository.length === 0 ? {} : { repository }),
    };
    return { prepared: { ...prepared, from }, asker, isRoot: () => false };
  }).then((verdict) => {
    // The agent's own start has nothing foreign that concerns it; what else it gave itself was judged by nobody, and is not
    // inherited.
    if (verdict !== "withdrawn" && verdict.kind === "allow") state.foreign.accept(exec, state);
    return verdict;
  });
}

/** What the user started needs no judgement: the engine may still be asleep. It is written down all the same. */
async function allowAgent(exec: GateExec, check: string, state: SessionState): Promise<Verdict> {
  const recorded = await state.recorder.append(agentRecord(exec, check, state));
  state.checks++;
  if (recorded === "recorded") return { kind: "allow", check };
  state.denied++;
  return unrecorded(check, recorded.reason);
}

/** Announced, and not there yet. What may turn out to be the agent itself is looked at when it is there. */
export async function judgeAnnounced(
  exec: GateExec,
  asker: Asker,
  state: SessionState,
): Promise<EarlyAllow | "later"> {
  hintAtSandbox(exec.path, state);
  const early = await judgeEarly(state, async () => {
    if (!state.own.isThere || state.own.isProcess(stampOf(exec))) return "later";
    if (isGuardsOwn(exec, state)) return "own";
    // The seat has opened the file that the name leads to, in the same view as ours.
    const loaded = { kind: "program", path: exec.file } as const;
    return { prepared: await prepareExec(exec, loaded, state.userPath, state.own), asker };
  });
  if (early === "later") return early;
  const begin = () => {
    state.processes.note(exec);
    early.begin();
  };
  return { ...early, begin };
}

/** Hooks ask by way of it: it can do nothing but ask. */
function isGuardsOwn({ path, device, inode, env }: GateExec, { folder }: SessionState): boolean {
  // A shell at whose prompt somebody has set NODE_OPTIONS asks all the same.
  if (basename(path) !== "guard-ask" || env.some(entersAnyProgram)) return false;
  const ask = statSync(join(folder, "agent/guard-ask"), { bigint: true, throwIfNoEntry: false });
  return ask !== undefined && String(ask.dev) === device && String(ask.ino) === inode;
}
