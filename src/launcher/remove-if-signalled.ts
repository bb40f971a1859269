/** Until there is an agent, a signal ends guard run itself; the daemon sees that and ends too. */
import { removeSessionFolder } from "../ipc/session-folder.ts";

const DEADLY = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Gives back what ends it; begun before there is a folder, so that none is left. A daemon that has not heard of the
 * folder yet would leave it behind.
 */
export function removeIfSignalled(findFolder: () => string | undefined): () => void {
  const end = (name: NodeJS.Signals) => {
    const folder = findFolder();
    stop();
    if (folder !== undefined) removeSessionFolder(folder);
    process.kill(process.pid, name);
  };
  const stop = () => {
    for (const name of DEADLY) process.off(name, end);
  };
  for (const name of DEADLY) process.on(name, end);
  return stop;
}
