/** Which sessions there are, as they come and go: told by the folder, and looked at every two seconds in case it is not. */
import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import type { SessionPlace } from "../ipc/session-folder.ts";

export interface SessionWatch {
  look(): void;
  stop(): void;
}

const LOOK_MS = 2_000;

/** `found` is called for each place at each look: whoever knows it already does nothing. */
export function watchSessions(
  listPlaces: () => readonly SessionPlace[],
  found: (place: SessionPlace) => void,
): SessionWatch {
  const watchers = new Map<string, FSWatcher>();
  const look = (): void => {
    const places = listPlaces();
    for (const folder of new Set(places.map(({ folder }) => dirname(folder)))) watchFolder(folder);
    for (const place of places) found(place);
  };
  const watchFolder = (folder: string): void => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, () => look());
      watcher.on("error", () => undefined);
      watchers.set(folder, watcher);
    } catch {
      // Looking every two seconds is enough.
    }
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    look,
    stop() {
      clearInterval(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
