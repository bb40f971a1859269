/**
 * From a check to its answer, in the order of DESIGN sections 4 and 5: what the engine says, then leases, start-up,
 * grants, and at last a person. Deny is where every unknown ends.
 */
import { askPerson } from "./ask-person.ts";
import { byLease } from "./decide-by-lease.ts";
import { byEngine, type Decided, FROM_START_UP, reasonOf } from "./decided.ts";
import { mayBeStartUp, type OpenCheck, strangenessOf } from "./open-check.ts";
import { readsTerminal } from "./root.ts";
import type { SessionState } from "./session-state.ts";

export async function decideCheck(check: OpenCheck, state: SessionState): Promise<Decided> {
  return (await decideAlone(check, state)) ?? askPerson(check, state);
}

/** Without a person. Undefined: one must be asked, or a grant be found. */
export async function decideAlone(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  const { result, from } = check;
  if (result.ruling === "deny") return byEngine("deny", result);
  if (from.kind === "stdin" && from.pid === state.agentPid && readsTerminal(from.pid)) return NO_EDITOR;
  const strange = strangenessOf(from);
  if (result.ruling === "allow" && strange === undefined) return byEngine("allow", result);
  if (strange !== undefined && check.mode === "plan") return notInPlan(strange);
  // A person's own line is nobody's consequence.
  return from.interactive === "yes" ? undefined : byOthers(check, state);
}

/** By what it stands under: a shell's state, the agent's own ways, an allowed line. */
async function byOthers(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  // A hook asks for its shell's own line: what counts is the shell above that one.
  const above = check.from.layer === "hook" ? check.chain.slice(1) : check.chain;
  const where = state.shells.stateFor(above, state.agentPid);
  if (where === "starting") return byState(check, where);
  // At a prompt a line's lease is for its background jobs only; what else runs there is the shell's own doing.
  const covered = byOwnStartUp(check, state) ?? (await byLease(check, state));
  return covered ?? (where === "prompt" ? byState(check, where) : undefined);
}

/** What a known agent always runs for itself: the program of that name, with nothing else in it. */
function byOwnStartUp(check: OpenCheck, { agentStartUp }: SessionState): Decided | undefined {
  return mayBeStartUp(check) && !check.from.foreign && agentStartUp.includes(check)
    ? OWN_START_UP
    : undefined;
}

function notInPlan(strange: string): Decided {
  return { verdict: "deny", by: "mode", reason: `PLAN only lets it read, and ${strange}`, rule: "mode.plan" };
}

const OWN_START_UP: Decided = {
  verdict: "allow",
  by: "startup",
  reason: "this agent always runs it for itself",
  rule: "guard.agent-startup",
  covers: "named",
};

/** Without a line editor nothing asks before a typed line runs. */
const NO_EDITOR: Decided = {
  verdict: "deny",
  by: "root",
  reason: "this shell has no line editor that guard can ask from, so typed lines could not be judged",
  rule: "guard.no-line-editor",
  instead:
    "start it with a TERM other than dumb or emacs, without --noediting or +Z, and with its stderr on the terminal",
};

/** Shells that start up or wait at their prompt run things of their own: nobody is asked about those. */
function byState({ result, from }: OpenCheck, where: "starting" | "prompt"): Decided {
  const [rule = "guard.startup"] = result.rules;
  if (where === "starting" && mayBeStartUp({ result, from })) return FROM_START_UP;
  const when = where === "starting" ? "a start-up file" : "the prompt or a completion";
  return {
    verdict: "deny",
    by: "startup",
    reason: `${when} may not do this unasked: ${strangenessOf(from) ?? reasonOf(result)}`,
    rule,
  };
}
