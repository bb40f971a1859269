/** What a switch of mode cannot change: how the project was mounted for the agent when the session began. */
import type { Mode } from "../core/ruling.ts";
import type { SessionState } from "./session-state.ts";

/** `unconfined`: whatever the agent does by itself, without a program, is not held. */
export type ProjectMount = "read-only" | "writable" | "holds-home" | "unconfined";

/** Undefined: the new mode holds for everything at once. */
export function findRestartNote(
  mode: Mode,
  { projectMount }: Pick<SessionState, "projectMount">,
): string | undefined {
  if (projectMount === "read-only")
    return mode === "plan"
      ? undefined
      : "the project stays read-only for everything below this session: it began in PLAN; start it again to change files";
  if (mode !== "plan") return undefined;
  const restart =
    projectMount === "writable" ? "; start it again with --mode plan to mount the project read-only" : "";
  return `commands that change anything are denied from now on; the agent's own edit tools can still write files in this session${restart}`;
}
