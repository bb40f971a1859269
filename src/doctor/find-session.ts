/** The session that a guard run of ours started: its folder and processes, as its own record tells them. */
import { setTimeout as pause } from "node:timers/promises";
import { listSessionPlaces } from "../ipc/session-folder.ts";
import { readSession, type SessionRecord } from "../ipc/session-record.ts";

export interface FoundSession {
  readonly session: string;
  readonly folder: string;
  readonly record: SessionRecord;
}

/** Looked for again and again: folders tell nobody on every system that they were made. */
const LOOK_EVERY_MS = 20;

/** Resolves when the record is as wished; undefined when `isOver` says so before. */
export async function findSessionOf(
  launcherPid: number,
  env: NodeJS.ProcessEnv,
  isWished: (record: SessionRecord) => boolean,
  isOver: () => boolean,
): Promise<FoundSession | undefined> {
  for (;;) {
    // Asked before the look: what is there at the very end still counts.
    const last = isOver();
    const found = look(launcherPid, env);
    if (found !== undefined && (last || isWished(found.record))) return found;
    if (last) return undefined;
    await pause(LOOK_EVERY_MS);
  }
}

function look(launcherPid: number, env: NodeJS.ProcessEnv): FoundSession | undefined {
  for (const { session, folder } of listSessionPlaces(env)) {
    const record = readSession(folder);
    if (record?.launcher.pid === launcherPid) return { session, folder, record };
  }
  return undefined;
}
