/** The sessions of this user, each asked how it is. Folders that a killed session left behind are taken away. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { askControl } from "../ipc/control-client.ts";
import { removeSessionFolder, type SessionPlace } from "../ipc/session-folder.ts";
import { isDead, readSession, type SessionRecord } from "../ipc/session-record.ts";
import { STATUS_REPLY } from "../protocol/control-messages.ts";
import type { Status } from "../protocol/status-message.ts";
import { problemOf } from "./control-problem.ts";
import type { SessionIo } from "./session-io.ts";

export type FoundSession =
  | { readonly kind: "live"; readonly folder: string; readonly session: string; readonly status: Status }
  /** It runs, but nobody answers: its daemon hangs, ends right now, or died. */
  | {
      readonly kind: "silent";
      readonly folder: string;
      readonly session: string;
      readonly record: SessionRecord;
      readonly reason: string;
    };

export type LiveSession = Extract<FoundSession, { kind: "live" }>;

/** A folder without a record may be one that is being made; after this long it is not. */
const UNFINISHED_MS = 60 * 60_000;

/** The daemon makes its token before an agent may start. */
const STARTING_MS = 15_000;

function hasToken(folder: string): boolean {
  return existsSync(join(folder, "control/token"));
}

/** Oldest first. */
export async function findSessions({ listPlaces, nowMs }: SessionIo): Promise<FoundSession[]> {
  const found = await Promise.all(listPlaces().map((place) => findSession(place, nowMs())));
  return found.filter((one) => one !== undefined).toSorted((a, b) => startOf(a) - startOf(b));
}

function startOf(found: FoundSession): number {
  return found.kind === "live" ? found.status.startedAtMs : found.record.startedAtMs;
}

async function findSession(place: SessionPlace, nowMs: number): Promise<FoundSession | undefined> {
  const { folder, session } = place;
  const record = readSession(folder);
  if (record === undefined) {
    removeUnfinished(folder, nowMs);
    return undefined;
  }
  const answer = await askControl(folder, { op: "status" }, STATUS_REPLY);
  if (answer.kind === "reply" && answer.reply.ok)
    return { kind: "live", folder, session, status: answer.reply.status };
  // It is being made: nothing can wait in it yet.
  if (answer.kind === "gone" && nowMs - record.startedAtMs < STARTING_MS && !hasToken(folder))
    return undefined;
  // Both must say so: another container's processes cannot be seen from here, but its socket answers.
  if (answer.kind === "gone" && isDead(record)) {
    removeRemains(folder);
    return undefined;
  }
  // It may have ended, and tidied up, while it was asked.
  if (readSession(folder) === undefined) return undefined;
  return { kind: "silent", folder, session, record, reason: problemOf(answer) ?? "" };
}

/** Only where no record was ever written: one that we cannot read may be a newer guard's. */
function removeUnfinished(folder: string, nowMs: number): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || nowMs - stats.mtimeMs < UNFINISHED_MS) return;
  if (existsSync(join(folder, "control/session.json")) || existsSync(join(folder, "control/control.sock")))
    return;
  removeRemains(folder);
}

/** What cannot be removed concerns nobody who asks for sessions: an agent could have made it so. */
function removeRemains(folder: string): void {
  try {
    removeSessionFolder(folder);
  } catch {
    // The next one tries again.
  }
}

export type Chosen =
  | { readonly kind: "one"; readonly session: LiveSession }
  | { readonly kind: "none"; readonly problem: string };

/** By its name, or the beginning of it if that is enough; without a name: the only one. */
export function chooseSession(found: readonly FoundSession[], name: string | undefined): Chosen {
  const fitting = found.filter(({ session }) => name === undefined || session.startsWith(name));
  const [first, ...more] = fitting;
  if (name === "" || !first)
    return { kind: "none", problem: `there is no session ${name ?? ""}; guard sessions lists them` };
  if (more.length > 0) {
    const names = fitting.map(({ session }) => session).join(", ");
    return { kind: "none", problem: `there are several sessions (${names}); say which one` };
  }
  return first.kind === "live"
    ? { kind: "one", session: first }
    : { kind: "none", problem: `session ${first.session} does not answer: ${first.reason}` };
}
