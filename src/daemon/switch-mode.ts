/** Another mode from now on, for what waits already too. */
import { describeCap, isLooser } from "../policy/cap-mode.ts";
import { recordControl } from "./control-record.ts";
import type { ControlAnswer } from "./conversation.ts";
import { byEngine } from "./decided.ts";
import { findRestartNote } from "./project-mount.ts";
import { addNotice, dropNotice, type SessionState } from "./session-state.ts";

export async function switchMode(
  mode: SessionState["mode"],
  state: SessionState,
  person: string,
): Promise<ControlAnswer> {
  const { settings } = state.policy.last.layers;
  if (isLooser(mode, settings.maxMode)) return { ok: false, code: "DENIED", message: describeCap(settings) };
  const from = state.mode;
  const problem = await recordControl(state, "mode", { from, to: mode, person });
  if (problem !== undefined) return problem;
  state.mode = mode;
  state.suggestions.noteSwitch();
  const note = from === mode ? undefined : findRestartNote(mode, state);
  dropNotice(state, findRestartNote(from, state));
  if (note !== undefined) addNotice(state, note);
  state.approvers.statusChanged();
  await settleWaiting(mode, state);
  return { ok: true, mode, ...(note === undefined ? {} : { note }) };
}

/** What the new mode decides by itself need not wait for a person. What cannot be shown exactly still does. */
async function settleWaiting(mode: SessionState["mode"], { waiting }: SessionState): Promise<void> {
  for (const { check, settle } of [...waiting.values()]) {
    if (check.from.text === "mangled") continue;
    const result = await check.inMode(mode);
    if (result.ruling !== "allow" && result.ruling !== "deny") continue;
    const { verdict, reason, rule } = byEngine(result.ruling, result);
    settle({ kind: "ruled", verdict, reason, rule });
  }
}
