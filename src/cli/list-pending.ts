/** The questions of all sessions, oldest first, with what could not be asked. */
import { askControl } from "../ipc/control-client.ts";
import { readSession } from "../ipc/session-record.ts";
import { PENDING_REPLY } from "../protocol/control-messages.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { problemOf } from "./control-problem.ts";
import type { LiveSession } from "./find-sessions.ts";

export interface PendingList {
  readonly pending: readonly Pending[];
  readonly problems: readonly string[];
}

export async function listPending(sessions: readonly LiveSession[]): Promise<PendingList> {
  const lists = await Promise.all(sessions.map(listOne));
  return {
    pending: lists.flatMap(({ pending }) => pending).toSorted((a, b) => a.askedAtMs - b.askedAtMs),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

async function listOne({ folder, session }: LiveSession): Promise<PendingList> {
  const answer = await askControl(folder, { op: "pending" }, PENDING_REPLY);
  if (answer.kind === "reply" && answer.reply.ok) return { pending: answer.reply.pending, problems: [] };
  // It ended a moment ago, and its questions with it.
  if (answer.kind === "gone" && readSession(folder) === undefined) return { pending: [], problems: [] };
  return { pending: [], problems: [`session ${session}: ${problemOf(answer)}`] };
}
