/** In a confined session a sandbox of the agent's own fails where nobody allowed it, in words that do not say why. */
import { basename } from "node:path";
import { addNotice, type SessionState } from "./session-state.ts";

/** Programs that make sandboxes, by the names of their packages. */
const MAKES_SANDBOXES: ReadonlySet<string> = new Set([
  "bwrap",
  "unshare",
  "codex-linux-sandbox",
  "firejail",
  "nsjail",
]);

const FOR_ROOT =
  "sandboxes inside (bwrap, unshare) do not work here: root gets no namespaces in a confined session; start guard run as a plain user, or with --confine off";
const FOR_OTHERS =
  "sandboxes inside (bwrap, unshare) do not work here: start guard run with --sandboxes allow if this agent needs them";

/** `path`: the program that is started. Told once; it decides nothing. */
export function hintAtSandbox(path: string, state: SessionState): void {
  if (
    state.projectMount === "unconfined" ||
    state.sandboxes === "allowed" ||
    !MAKES_SANDBOXES.has(basename(path))
  )
    return;
  const hint = process.getuid?.() === 0 ? FOR_ROOT : FOR_OTHERS;
  if (!state.notices.some(({ text }) => text === hint)) addNotice(state, hint);
}
