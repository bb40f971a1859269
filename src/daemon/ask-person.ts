/** The last step: a grant, or a person's answer, which counts for what was shown and for nothing else. */
import type { Grant } from "../approval/grants.ts";
import type { Answer, Question } from "../approval/question.ts";
import type { CheckResult } from "../decide/result.ts";
import { readContent, readUnchanged } from "./check-content.ts";
import { type Decided, reasonOf } from "./decided.ts";
import { findDeniedScript } from "./denied-script.ts";
import type { OpenCheck } from "./open-check.ts";
import { questionFor } from "./question-for.ts";
import { MOST_FILES } from "./run-files.ts";
import type { SessionState } from "./session-state.ts";

export async function askPerson(check: OpenCheck, state: SessionState): Promise<Decided | "withdrawn"> {
  const content = await readContent(check, check.result);
  if (content === "too-many") return TOO_MANY;
  const question = questionFor(check, content, state);
  const granted = state.approvals.grants.find(question.key, question.ruling);
  if (granted?.says === "deny") return deniedBefore(granted);
  if (granted && question.rememberable !== "no")
    return {
      verdict: "allow",
      by: "grant",
      reason: granted.reason ?? "a person allowed it before",
      rule: "grant",
      files: content.files,
    };
  const denied = await findDeniedScript(check, state);
  if (denied !== undefined) return denied;
  if (state.console === "none") return nobodyThere(question);
  const asked = state.approvals.ask(question);
  if (asked.state === "new") {
    state.asked.set(check.id, check);
    noteEvent("asked", check.id, state);
  }
  // Who typed a line and gave it up sits there; a program may ask again.
  check.onGone(check.from.interactive === "yes" ? asked.drop : asked.withdraw);
  state.waiting.set(check.id, { check, settle: asked.settle });
  const answer = await asked.answer.finally(() => state.waiting.delete(check.id));
  const decided = byAnswer(answer, check.result);
  if (decided === "withdrawn") noteEvent("gave-up", check.id, state);
  if (decided === "withdrawn" || decided.verdict === "deny") return decided;
  const now = await readUnchanged(check, content);
  return now === undefined ? CHANGED : { ...decided, files: now.files };
}

function byAnswer(answer: Answer, result: CheckResult): Decided | "withdrawn" {
  const [rule = "guard.ask"] = result.rules;
  switch (answer.kind) {
    case "allowed":
      return {
        verdict: "allow",
        by: "person",
        reason: answer.reason ?? "a person allowed it",
        rule: "person",
      };
    case "denied":
      return {
        verdict: "deny",
        by: "person",
        reason: answer.reason === undefined ? "a person said no" : `a person said no: ${answer.reason}`,
        rule: "person",
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
        instead: "ask the user to answer with guard pending and guard resolve, then run it again",
      };
    case "withdrawn":
      return "withdrawn";
  }
}

function deniedBefore({ reason }: Grant): Decided {
  const said = "a person said no to this for the whole session";
  return {
    verdict: "deny",
    by: "grant",
    reason: reason === undefined ? said : `${said}: ${reason}`,
    rule: "grant",
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
  void recorder.append({ event, timestamp: new Date().toISOString(), session, request_id: id });
}

function nobodyThere({ rules: [rule = "guard.ask"], reasons }: Question): Decided {
  return {
    verdict: "deny",
    by: "mode",
    reason: `${reasons.join("; ")}; nobody is there to be asked`,
    rule,
    instead:
      "ask the user to start it with guard run --console wait, and to answer with guard pending and guard resolve",
  };
}
