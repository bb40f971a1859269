/** Until there is an agent, a signal ends guard run itself: with its daemon, its folder, and the terminal as it was. */
import { removeSessionFolder, type SessionPlace } from "../ipc/session-folder.ts";
import type { DaemonLink } from "./start-daemon.ts";

/** What of a session is there by now. */
export interface Begun {
  place?: SessionPlace;
  daemon?: DaemonLink;
}

const DEADLY = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/** Gives back what ends it; called before there is a folder, so that none is left. */
export function endIfSignalled(begun: Begun): () => void {
  let isEnding = false;
  const end = (name: NodeJS.Signals) => {
    // A terminal that goes away tells it twice.
    if (isEnding) return;
    isEnding = true;
    stopReadingKeys();
    const die = () => {
      process.removeAllListeners(name);
      process.kill(process.pid, name);
    };
    // Also when something cannot be removed: the signal counts.
    leave(begun).then(die, die);
  };
  for (const name of DEADLY) process.on(name, end);
  return () => {
    for (const name of DEADLY) process.off(name, end);
  };
}

/** A daemon that has not heard of the folder yet would leave it behind. */
export async function leave({ place, daemon }: Begun): Promise<void> {
  await daemon?.close();
  if (place !== undefined) removeSessionFolder(place.folder);
}

/** The offer of a profile waits for a key in raw mode; a death by a signal would leave the terminal so. */
function stopReadingKeys(): void {
  const { stdin } = process;
  if (!stdin.isRaw) return;
  try {
    stdin.setRawMode(false);
  } catch {
    // The terminal is gone, and its modes with it.
  }
}
