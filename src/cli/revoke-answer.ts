/** `guard grants revoke`: one answer is taken back, from a session or out of a file. */
import { askControl } from "../ipc/control-client.ts";
import { REVOKE_REPLY } from "../protocol/control-messages.ts";
import { problemOf } from "./control-problem.ts";
import { describeMatch } from "./describe-match.ts";
import { type HeldGrant, listHeld } from "./held-answers.ts";
import { noteChange } from "./note-change.ts";
import { brokenTexts, removeSaved, type SavedAnswer } from "./saved-answers.ts";
import {
  isInsideSession,
  type SessionIo,
  say,
  sayJson,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";
import { parseAnswerIdText } from "./short-id.ts";
import { removeTimed } from "./timed-answers.ts";

export interface RevokeOptions {
  readonly output: "json" | "text";
  readonly cwd: string;
}

export async function revokeAnswer(rawId: string, options: RevokeOptions, io: SessionIo): Promise<number> {
  const id = parseAnswerIdText(rawId);
  if (id.kind === "unusable") return sayUsage(io, "grants", id.problem);
  if (isInsideSession(io)) return sayNotInside(io, "grants revoke");
  const held = await listHeld(io, options.cwd);
  const fits = id.kind === "full" ? (other: string) => other === id.id : id.fits;
  const grants = held.grants.filter((grant) => fits(grant.id));
  const saved = held.saved.filter((answer) => fits(answer.id) || answer.rules.some((rule) => fits(rule.id)));
  if (grants.length + saved.length !== 1) {
    for (const problem of held.problems) sayProblem(io, problem);
    sayProblem(io, grants.length + saved.length === 0 ? NO_SUCH : severalFit(saved));
    return 1;
  }
  const [grant] = grants;
  const [answer] = saved;
  if (grant) return revokeGrant(grant, options, io);
  if (answer) return revokeSaved(answer, { ...options, id: id.kind === "full" ? id.id : answer.id }, io);
  return 1;
}

const NO_SUCH = "no such answer is remembered; guard grants lists them";

/** A copied file holds the same ids. */
function severalFit(saved: readonly SavedAnswer[]): string {
  const [first, ...others] = saved;
  const sameId = first !== undefined && others.length > 0 && others.every(({ id }) => id === first.id);
  return sameId
    ? `${first.id} is in several files (${saved.map(({ file }) => file).join(", ")}); take it out by hand`
    : "several answers fit; give more of the id";
}

async function revokeGrant(found: HeldGrant, { output, cwd }: RevokeOptions, io: SessionIo): Promise<number> {
  const { id, kind, session, folder } = found;
  // A session writes down that it was taken back; without one there is only the file.
  const problem =
    folder === undefined
      ? await removeTimed(id, io, cwd)
      : problemOf(await askControl(folder, { op: "revoke", grant: id }, REVOKE_REPLY));
  if (problem !== undefined) {
    sayProblem(io, session === "" ? problem : `session ${session}: ${problem}`);
    return 1;
  }
  if (folder === undefined) noteChange({ action: "answer forgotten", by: "grants", line: found.line }, io);
  if (output === "json") sayJson(io, { id, kind, ...(session === "" ? {} : { session }) });
  else say(io, `forgotten: ${found.line}`);
  return 0;
}

async function revokeSaved(
  answer: SavedAnswer,
  { id, output }: RevokeOptions & { readonly id: string },
  io: SessionIo,
): Promise<number> {
  const outcome = await removeSaved(answer, id);
  const { file } = outcome;
  switch (outcome.kind) {
    case "removed": {
      const gone = answer.rules.filter((rule) => outcome.ids.includes(rule.id));
      const matches = gone.map(({ match }) => JSON.stringify(match));
      noteChange({ action: "rules removed", by: "grants", file, rules: outcome.ids, matches }, io);
      if (output === "json") sayJson(io, { id, kind: "rule", file, rules: outcome.ids });
      else {
        for (const text of gone.flatMap(({ match }) => describeMatch(match))) say(io, `forgotten: ${text}`);
        say(io, `taken out of ${file}: ${outcome.ids.join(", ")}`);
      }
      return 0;
    }
    case "not-found":
      sayProblem(io, `${file}: ${id} is not there any more; guard grants lists what is`);
      return 1;
    case "broken":
    case "refused":
      for (const text of brokenTexts({ ...outcome, kind: "broken" })) sayProblem(io, text);
      return 1;
    case "untrusted":
      sayProblem(
        io,
        `${file}: it is not trusted; read it and run guard policy trust, or take the rule out by hand`,
      );
      return 1;
    case "failed":
      sayProblem(io, `${file}: ${outcome.reason}; nothing was changed`);
      return 1;
  }
}
