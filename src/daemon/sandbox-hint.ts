/** Root has no user namespaces in a confined session: a sandbox of the agent's own fails there, in words that do not say why. */
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

const HINT =
  "sandboxes inside (bwrap, unshare) do not work here: root gets no user namespaces in a confined session; start guard run as a plain user, or with --confine off";

/** `path`: the program that is started. Told once; it decides nothing. */
export function hintAtSandbox(path: string, state: SessionState): void {
  if (state.projectMount === "unconfined" || process.getuid?.() !== 0) return;
  if (MAKES_SANDBOXES.has(basename(path)) && !state.notices.some(({ text }) => text === HINT))
    addNotice(state, HINT);
}
