/** What the seat's keeper tells: names that their owner put something new at, by their number in the plan. */
import type { Connection } from "../ipc/listen.ts";
import type { ToDaemon } from "../protocol/launcher-messages.ts";
import { tell } from "./running.ts";
import { addNotice, type SessionState } from "./session-state.ts";

export type Kept = Extract<ToDaemon, { op: "confined" }>["kept"][number];

/** It is held as before: nobody need do anything. */
export function noteHeld(number: number, state: SessionState, launcher: Connection): void {
  const kept = state.kept[number];
  if (kept === undefined) return;
  // A sandbox whose mounts are private gets none of the keeper's.
  if (state.sandboxes === "allowed") noteInSandboxes(kept, state, launcher);
  else note(`${kept.path} ${HELD[kept.as]}`, "guard.held-again", state, launcher);
}

function noteInSandboxes({ as, path }: Kept, state: SessionState, launcher: Connection): void {
  const how = as === "read-only" ? "held" : "hidden";
  const text = `${path} was replaced while the agent runs; the new one is ${how}, but sandboxes of the agent's own may see it: end this session, start another`;
  note(text, "guard.secret-shown", state, launcher);
}

const HELD: Readonly<Record<Kept["as"], string>> = {
  hidden: "was replaced while the agent runs; the new one is hidden too",
  "stand-in": "was replaced while the agent runs; the new one is hidden as a whole",
  "read-only": "was replaced while the agent runs; the new one is read-only too",
  "until-changed": "was changed while the agent runs, and may hold a secret: it is hidden since then",
};

/** A link is not followed: what it leads to may be anything. */
export function noteShown(number: number, state: SessionState, launcher: Connection): void {
  const kept = state.kept[number];
  if (kept) noteLink(kept, state, launcher);
}

function noteLink({ as, path }: Kept, state: SessionState, launcher: Connection): void {
  const how = as === "read-only" ? "held for the agent" : "hidden from the agent";
  const text = `${path} is a link now, and is not ${how} any more: end this session, start another`;
  note(text, "guard.secret-shown", state, launcher);
}

/** By the daemon's own look, where there is no keeper. */
export function noteReplaced(path: string, state: SessionState, launcher: Connection): void {
  const text = `${path} was written anew, and is not hidden from the agent any more: end this session, start another`;
  note(text, "guard.secret-shown", state, launcher);
}

/** It may be the agent's own: nobody hides that from it. */
export function noteNewSecret(path: string, state: SessionState, launcher: Connection): void {
  const text = `${path} is new since the agent began, and not hidden from it: if it is yours, end this session, start another`;
  note(text, "guard.secret-shown", state, launcher);
}

export function noteNoKeeper(errno: number, state: SessionState, launcher: Connection): void {
  const text = `files that you replace while this session runs are not hidden again (the keeper could not start: error ${errno}): end the session then, start another`;
  note(text, "guard.no-keeper", state, launcher);
}

function note(text: string, rule: string, state: SessionState, launcher: Connection): void {
  addNotice(state, text);
  tell(launcher, { op: "notice", text });
  const { recorder, session } = state;
  void recorder.append({ event: "notice", session, details: { reason: text, rule } });
}
