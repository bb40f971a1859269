/** The daemon does not say that it passed a signal on. One that hangs is found out by another question, and ended. */
import { limit } from "./limit.ts";
import type { DaemonLink } from "./start-daemon.ts";

const ANSWER_LIMIT_MS = 2_000;

export async function endIfSilent(daemon: DaemonLink, sessionFolder: string): Promise<void> {
  // Only loaded for a signal.
  const { askControl } = await import("../ipc/control-client.ts");
  const { STATUS_REPLY } = await import("../protocol/control-messages.ts");
  // Whatever it answers. When nobody is there the pipe tells.
  const answer = askControl(sessionFolder, { op: "status" }, STATUS_REPLY);
  if ((await Promise.race([answer, limit(ANSWER_LIMIT_MS)])) === "too late")
    daemon.kill("it hung: no answer in 2 seconds");
}
