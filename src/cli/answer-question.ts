/** Finds the session that holds a question, and gives it the answer. One question, or none: never the nearest one. */

import { askControl } from "../ipc/control-client.ts";
import type { RUNGS, SaveLayer } from "../protocol/card-messages.ts";
import { type ControlCode, RESOLVE_REPLY } from "../protocol/control-messages.ts";
import type { Decision } from "../protocol/question-messages.ts";
import type { LiveSession } from "./find-sessions.ts";
import { listPending } from "./list-pending.ts";
import type { IdText } from "./short-id.ts";

export interface Answer {
  readonly id: Exclude<IdText, { kind: "unusable" }>;
  readonly decision: Decision;
  readonly reason?: string;
  readonly confirm?: true;
  readonly save?: { readonly rung: (typeof RUNGS)[number]; readonly layer: SaveLayer };
}

export type Outcome =
  | {
      readonly kind: "done";
      readonly id: string;
      readonly session: string;
      readonly decision: Decision;
      /** What was answered, where it is known. */
      readonly line?: string;
      readonly note?: string;
    }
  | { readonly kind: "failed"; readonly code: ControlCode; readonly message: string };

interface Holder {
  readonly session: LiveSession;
  readonly id: string;
  readonly line?: string;
}

export async function answerQuestion(sessions: readonly LiveSession[], answer: Answer): Promise<Outcome> {
  const found = await findHolders(sessions, answer.id);
  if (found.holders.length > 1) {
    const ids = found.holders.map(({ id }) => id).join(", ");
    return {
      kind: "failed",
      code: "BAD_REQUEST",
      message: `several questions fit: ${ids}; give more of the id`,
    };
  }
  const [holder] = found.holders;
  if (holder) return send(holder, answer);
  // The list could not be had from everybody; an exact id needs no list.
  if (answer.id.kind === "full") return tryAll(sessions, answer, answer.id.id);
  return notFound(found.problems);
}

async function findHolders(
  sessions: readonly LiveSession[],
  id: Answer["id"],
): Promise<{ holders: Holder[]; problems: string[] }> {
  const fits = id.kind === "full" ? (other: string) => other === id.id : id.fits;
  const lists = await Promise.all(
    sessions.map(async (session) => ({ session, ...(await listPending([session])) })),
  );
  return {
    holders: lists.flatMap(({ session, pending }) =>
      pending.filter((one) => fits(one.id)).map((one) => ({ session, id: one.id, line: one.line })),
    ),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

async function tryAll(sessions: readonly LiveSession[], answer: Answer, id: string): Promise<Outcome> {
  const problems: string[] = [];
  for (const session of sessions) {
    const outcome = await send({ session, id }, answer);
    if (outcome.kind === "done" || outcome.code === "NEEDS_CONFIRM") return outcome;
    if (outcome.code !== "NOT_FOUND") problems.push(outcome.message);
  }
  return notFound(problems);
}

async function send({ session: { folder, session }, id, line }: Holder, answer: Answer): Promise<Outcome> {
  const { decision, reason, confirm, save } = answer;
  const replied = await askControl(
    folder,
    {
      op: "resolve",
      check: id,
      decision,
      ...(reason === undefined ? {} : { reason }),
      ...(confirm === undefined ? {} : { confirm }),
      ...(save === undefined ? {} : { save: { ...save } }),
    },
    RESOLVE_REPLY,
  );
  switch (replied.kind) {
    case "gone":
      return {
        kind: "failed",
        code: "NOT_FOUND",
        message: `session ${session} is over, and its questions with it`,
      };
    case "broken":
      return {
        kind: "failed",
        code: "FAILED",
        message: `session ${session}: ${replied.reason}; guard pending tells whether the question still waits`,
      };
    case "reply": {
      const { reply } = replied;
      if (!reply.ok) return { kind: "failed", code: reply.code, message: reply.message };
      const extra = {
        ...(line === undefined ? {} : { line }),
        ...(reply.note === undefined ? {} : { note: reply.note }),
      };
      return { kind: "done", id, session, decision, ...extra };
    }
  }
}

function notFound(problems: readonly string[]): Outcome {
  const why = problems.length === 0 ? "" : `; not all sessions could be asked: ${problems.join("; ")}`;
  return {
    kind: "failed",
    code: "NOT_FOUND",
    message: `no such question waits: answered, timed out, or never asked; guard pending lists what does${why}`,
  };
}
