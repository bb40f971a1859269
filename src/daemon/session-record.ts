/** Who belongs to this session, for whoever finds its folder: clients, and a later guard that tidies up. */
import { type ProcessStamp, stampOf } from "../ipc/process-stamp.ts";
import type { SessionRecord } from "../ipc/session-record.ts";
import type { SessionState } from "./session-state.ts";

export function sessionRecord(
  state: SessionState,
  more: { readonly seat?: ProcessStamp } = {},
): SessionRecord {
  const { session, root, cwd, startedAtMs, launcherPid } = state;
  const processes = { launcher: stampOf(launcherPid), daemon: stampOf(process.pid), ...more };
  return { v: 1, session, ...processes, agent: [...root.argv], cwd, startedAtMs };
}
