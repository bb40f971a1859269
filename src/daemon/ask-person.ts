/** The last step: a grant, or a person's answer, which counts for what was shown and for nothing else. */
import type { Grant } from "../approval/grants.ts";
import type { Answer, Question } from "../approval/question.ts";
import type { CheckResult } from "../decide/result.ts";
import { type Content, readContent, readUnchanged } from "./check-content.ts";
import { type Decided, GONE, reasonOf } from "./decided.ts";
import { findDeniedScript } from "./denied-script.ts";
import { findTimed } from "./keep-answer.ts";
import { findLoop } from "./note-loop.ts";
import type { OpenCheck } from "./open-check.ts";
import { questionFor } from "./question-for.ts";
import { MOST_FILES } from "./run-files.ts";
import type { SessionState } from "./session-state.ts";

export async function askPerson(check: OpenCheck, state: SessionState): Promise<Decided> {
  const content = await readContent(check, check.result);
  if (content === "too-many") return TOO_MANY;
  const question = questionFor(check, content, state);
  const known = await findAnswer(question, content, check, state);
  if (known !== undefined) return known;
  const asked = state.approvals.ask(question);
  const askedAtMs = performance.now();
  if (asked.state === "new") noteAsked(check, state);
  // Who typed a line and gave it up sits there; a program may ask again.
  check.onGone(check.from.interactive === "yes" ? asked.drop : asked.withdraw);
  state.waiting.set(check.id, { check, settle: asked.settle });
  const answer = await asked.answer.finally(() => state.waiting.delete(check.id));
  const waited = asked.state === "new" || asked.state === "joined";
  const time = waited ? { askedMs: performance.now() - askedAtMs } : {};
  const decided = { ...byAnswer(answer, check.result), ...time };
  if (decided.by === "asker") noteEvent("gave-up", check.id, state);
  if (decided.verdict === "deny") return decided;
  const now = await readUnchanged(check, content);
  return now === undefined ? { ...CHANGED, ...time } : { ...decided, files: now.files };
}

/** Without asking: what a person said before, what an answer would not change, what nobody is there for. */
async function findAnswer(
  question: Question,
  { files }: Content,
  check: OpenCheck,
  state: SessionState,
): Promise<Decided | undefined> {
  const granted = await findGrant(question, state);
  if (granted?.says === "deny") return deniedBefore(granted);
  if (granted !== undefined) {
    const { id: from, reason } = granted;
    return { ...ALLOWED_BEFORE, from, ...(reason ? { reason } : {}), files };
  }
  const denied = findLoop(check, state) ?? (await findDeniedScript(check, state));
  if (denied !== undefined) return denied;
  return state.console === "none" ? nobodyThere(question) : undefined;
}

async function findGrant(
  { key, ruling, rememberable }: Question,
  state: SessionState,
): Promise<Pick<Grant, "id" | "says" | "reason"> | undefined> {
  const granted = state.approvals.grants.find(key, ruling);
  if (granted?.says === "deny") return granted;
  if (rememberable === "no") return undefined;
  if (granted !== undefined || rememberable === "session") return granted;
  const timed = await findTimed(key, ruling, state);
  if (timed === undefined) return undefined;
  const { id, reason } = timed;
  return { id, says: "allow", ...(reason === undefined ? {} : { reason }) };
}

function noteAsked(check: OpenCheck, state: SessionState): void {
  const { what, dialect } = check.input;
  state.asked.set(check.id, check);
  state.history.note(check.id, { what, cwd: check.from.cwd, ...(dialect === undefined ? {} : { dialect }) });
  noteEvent("asked", check.id, state);
}

function byAnswer(answer: Answer, result: CheckResult): Decided {
  const [rule = "guard.ask"] = result.rules;
  switch (answer.kind) {
    case "allowed":
      return {
        verdict: "allow",
        by: "person",
        reason: answer.reason ?? "a person allowed it",
        rule: "person",
        ...personOf(answer),
      };
    case "denied":
      return {
        verdict: "deny",
        by: "person",
        reason: answer.reason === undefined ? "a person said no" : `a person said no: ${answer.reason}`,
        rule: "person",
        ...personOf(answer),
      };
    case "ruled":
      return { verdict: answer.verdict, by: "mode", reason: answer.reason, rule: answer.rule };
    case "refused":
      return { verdict: "deny", by: "error", reason: answer.reason, rule };
    case "timed-out":
      if (result.onSilence === "allow")
        return { verdict: "allow", by: "timeout", reason: "nobody answered; ask_fallback allows it", rule };
      return {
        verdict: "deny",
        by: "timeout",
        reason: `nobody answered in time: ${reasonOf(result)}`,
        rule,
        instead: "ask the user to answer in guard console, then run it again",
      };
    case "withdrawn":
      return GONE;
  }
}

function personOf({ person }: { readonly person?: string }): Pick<Decided, "person"> {
  return person === undefined ? {} : { person };
}

const ALLOWED_BEFORE: Decided = {
  verdict: "allow",
  by: "grant",
  reason: "a person allowed it before",
  rule: "grant",
};

function deniedBefore({ id, reason }: Pick<Grant, "id" | "reason">): Decided {
  const said = "a person said no to this for the whole session";
  return {
    verdict: "deny",
    by: "grant",
    reason: reason === undefined ? said : `${said}: ${reason}`,
    rule: "grant",
    from: id,
  };
}

const CHANGED: Decided = {
  verdict: "deny",
  by: "error",
  reason: "what it runs changed while the question waited",
  rule: "guard.changed",
  instead: "run it again: the question will be about the new content",
};

const TOO_MANY: Decided = {
  verdict: "deny",
  by: "error",
  reason: `it runs more than ${MOST_FILES} files, so an answer could not be held to their content`,
  rule: "guard.too-many-files",
  instead: "run it in smaller parts",
};

/** Not waited for: the verdict's own record is what counts. */
function noteEvent(event: "asked" | "gave-up", id: string, { recorder, session }: SessionState): void {
  void recorder.append({ event, session, request_id: id });
}

function nobodyThere({ rules: [rule = "guard.ask"], reasons }: Question): Decided {
  return {
    verdict: "deny",
    by: "mode",
    reason: `${reasons.join("; ")}; nobody is there to be asked`,
    rule,
    instead: "ask the user to start it with guard run --console wait, and to answer in guard console",
  };
}
