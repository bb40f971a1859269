/** The same thing denied in two spellings is denied at once in the third: one card, not twenty questions. */
import { type Intent, intentOf } from "../approval/intent.ts";
import type { Decided } from "./decided.ts";
import { shownLineOf } from "./inner-line.ts";
import type { OpenCheck } from "./open-check.ts";
import { isInteractiveShell } from "./root.ts";
import type { SessionState } from "./session-state.ts";

/** Before a person is asked. */
export function findLoop(check: OpenCheck, state: SessionState): Decided | undefined {
  const { result, from } = check;
  const intent = isPerson(from, state) ? undefined : intentOf(result.commands);
  if (intent === undefined) return undefined;
  const ruling = state.loops.judge(intent, shownLineOf(check));
  if (ruling.kind === "ask") return undefined;
  return {
    verdict: "deny",
    by: "loop",
    reason: `this was denied in other spellings already (${intent.words}); guard does not ask about it again`,
    rule: "guard.loop",
    instead: "stop trying other ways to the same end; tell the user why you need it, and go on without it",
  };
}

/** After the verdict. What a mode, a clock or an empty chair denied, nobody has said no to. */
export function noteLoop(check: OpenCheck, { verdict, by }: Decided, state: SessionState): void {
  const { result, from } = check;
  const said = isPerson(from, state) ? undefined : saidBy(verdict, by);
  const intent = said && intentOf(result.commands);
  if (said === undefined || intent === undefined) return;
  tell(said, intent, shownLineOf(check), state);
  if (said !== "allowed") state.approvers.statusChanged();
}

/** At the prompt of the shell that the user started, nobody goes in circles. Into any other one an agent may type. */
function isPerson({ interactive, pid }: OpenCheck["from"], { agentPid, root }: SessionState): boolean {
  return interactive === "yes" && pid === agentPid && isInteractiveShell(root);
}

type Said = "allowed" | "denied" | "at-once";

function saidBy(verdict: Decided["verdict"], by: Decided["by"]): Said | undefined {
  if (by === "loop") return "at-once";
  if (by === "person") return verdict === "allow" ? "allowed" : "denied";
  return by === "rule" && verdict === "deny" ? "denied" : undefined;
}

function tell(said: Said, intent: Intent, line: string, { loops }: SessionState): void {
  switch (said) {
    case "allowed":
      return loops.noteAllowed(intent);
    case "denied":
      return loops.noteDenied(intent, line);
    case "at-once":
      return loops.noteTried(intent, line);
  }
}
