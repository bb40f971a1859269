/** All that is remembered: by running sessions, and for good in the user's and the projects' files. */
import { askControl } from "../ipc/control-client.ts";
import { GRANTS_REPLY } from "../protocol/control-messages.ts";
import type { Grant } from "../protocol/question-messages.ts";
import { problemOf } from "./control-problem.ts";
import { findSessions, type LiveSession } from "./find-sessions.ts";
import { listSaved, type SavedAnswer } from "./saved-answers.ts";
import type { SessionIo } from "./session-io.ts";
import { listTimed } from "./timed-answers.ts";

export interface Held {
  readonly grants: readonly HeldGrant[];
  readonly saved: readonly SavedAnswer[];
  readonly problems: readonly string[];
}

/** `timed`: for an hour, in every session; `folder`: a session that can be told to forget it. */
export type HeldGrant = Grant & { readonly kind: "session" | "timed"; readonly folder?: string };

/** Projects of running sessions count, too: their answers may have been saved there. */
export async function listHeld(io: SessionIo, cwd: string): Promise<Held> {
  const found = await findSessions(io);
  const cwds = found.map((one) => (one.kind === "live" ? one.status.project : one.record.cwd));
  const [saved, timed, ...lists] = await Promise.all([
    listSaved([cwd, ...cwds], io.env),
    listTimed(io, cwd),
    ...found.map((one) =>
      one.kind === "live"
        ? listOne(one)
        : { grants: [], problems: [`session ${one.session} does not answer: ${one.reason}`] },
    ),
  ]);
  const live = found.find((one) => one.kind === "live");
  const forAnHour = timed.grants.map(({ key: _, answers: __, ...grant }) => ({
    ...grant,
    ...{ kind: "timed" as const, says: "allow" as const, session: "" },
    ...(live === undefined ? {} : { folder: live.folder }),
  }));
  const grants = [...lists.flatMap((list) => list.grants), ...forAnHour];
  return {
    grants: grants.toSorted((a, b) => a.grantedAtMs - b.grantedAtMs),
    saved: saved.answers,
    problems: [...lists.flatMap(({ problems }) => problems), ...timed.problems, ...saved.problems],
  };
}

async function listOne({ folder, session }: LiveSession): Promise<Pick<Held, "grants" | "problems">> {
  const answer = await askControl(folder, { op: "grants" }, GRANTS_REPLY);
  if (answer.kind === "reply" && answer.reply.ok)
    return {
      grants: answer.reply.grants.map((grant) => ({ ...grant, kind: "session", folder })),
      problems: [],
    };
  return { grants: [], problems: [`session ${session}: ${problemOf(answer)}`] };
}
