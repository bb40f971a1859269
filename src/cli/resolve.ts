/** `guard resolve`: a person's answer to one question. */
import { parseArgs } from "node:util";
import { RUNGS, SAVE_LAYERS } from "../protocol/card-messages.ts";
import { DECISIONS, type Decision } from "../protocol/question-messages.ts";
import { type Answer, answerQuestion, type Outcome } from "./answer-question.ts";
import { findSessions } from "./find-sessions.ts";
import {
  firstSentence,
  isInsideSession,
  type SessionIo,
  say,
  sayJson,
  sayNoSession,
  sayNotInside,
  sayProblem,
  sayUsage,
} from "./session-io.ts";
import { parseIdText } from "./short-id.ts";

const HELP = `guard resolve: answer one question

  guard resolve ID --decision once|session|timed|always|deny|deny-session
      [--reason TEXT] [--confirm] [--json]
      [--rule exact|flags|subcommand|program] [--file user|project]

ID        the whole id, or its last characters (at least 6), as guard pending
          shows them
once      this time
session   the same line in the same folder, until the session ends
timed     the same for an hour, in other sessions too
always    saves a rule: --rule says how much it covers (left out: what fits your
          earlier answers), --file where it goes. No rule holds a secret: where
          the exact words do, --rule must be given, or, where
          every rule would hold it, the answer is for the session
deny      no; the reason reaches the agent
deny-session  no, and the same line again is denied without a question
guard grants shows what is remembered, and takes it back
--confirm is needed to allow what guard pending says must be confirmed

  guard resolve 7f3a9c21 --decision once
  guard resolve 7f3a9c21 --decision always --rule subcommand
  guard resolve 7f3a9c21 --decision deny --reason 'use the staging registry'

exit status: 0 done, 1 not done (no such question, or it must be confirmed),
2 usage or internal error
`;

const MAX_REASON = 2_000;

export async function runResolve(args: readonly string[], io: SessionIo): Promise<number> {
  const options = readOptions(args);
  if (options === "help") {
    io.stdout(HELP);
    return 0;
  }
  if (typeof options === "string") return sayUsage(io, "resolve", options);
  if (isInsideSession(io)) return sayNotInside(io, "resolve");
  const found = await findSessions(io);
  if (found.length === 0 && options.output === "text") return sayNoSession(io);
  const live = found.filter((one) => one.kind === "live");
  const outcome = await answerQuestion(live, options.answer);
  if (options.output === "json") sayJson(io, jsonOf(outcome));
  else sayOutcome(outcome, options.answer, io);
  return outcome.kind === "done" ? 0 : 1;
}

function jsonOf(outcome: Outcome): unknown {
  const { kind, ...rest } = outcome;
  return { ok: kind === "done", ...rest };
}

const SAID: Record<Decision, string> = {
  once: "allowed once",
  session: "allowed until the session ends",
  timed: "allowed for an hour",
  always: "allowed",
  deny: "denied",
  "deny-session": "denied until the session ends",
};

function sayOutcome(outcome: Outcome, { decision }: Answer, io: SessionIo): void {
  if (outcome.kind === "failed") return sayProblem(io, outcome.message);
  // A note may say that it became less than what was asked for.
  const said = outcome.note !== undefined && !decision.startsWith("deny") ? "allowed" : SAID[decision];
  say(io, `${said}: ${outcome.line ?? outcome.id}`);
  if (outcome.note !== undefined) say(io, `note: ${outcome.note}`);
}

interface Options {
  readonly answer: Answer;
  readonly output: "json" | "text";
}

/** A text that is not "help" is what is wrong. */
function readOptions(args: readonly string[]): Options | string {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return firstSentence(error);
  }
  const { values, positionals } = parsed;
  if (values.help) return "help";
  const [rawId, ...more] = positionals;
  if (rawId === undefined) return "say which question; guard pending lists them";
  if (more.length > 0) return "it takes one id";
  const id = parseIdText(rawId);
  if (id.kind === "unusable") return id.problem;
  const decision = DECISIONS.find((one) => one === values.decision);
  if (decision === undefined) return `--decision is one of ${DECISIONS.join(", ")}`;
  const save = readSave(values, decision);
  if (typeof save === "string") return save;
  const { reason } = values;
  if (reason !== undefined && reason.length > MAX_REASON)
    return `--reason is longer than ${MAX_REASON} characters`;
  return {
    answer: {
      id,
      decision,
      ...(reason ? { reason } : {}),
      ...(values.confirm ? { confirm: true } : {}),
      ...(save ? { save } : {}),
    },
    output: values.json ? "json" : "text",
  };
}

/** A text is what is wrong. */
function readSave(
  { rule, file }: { rule?: string | undefined; file?: string | undefined },
  decision: Decision,
): Answer["save"] | string {
  if (rule === undefined && file === undefined) return undefined;
  if (decision !== "always") return "--rule and --file go with --decision always";
  const rung = RUNGS.find((one) => one === rule);
  const layer = SAVE_LAYERS.find((one) => one === (file ?? "user"));
  if (rung === undefined) return `--rule is one of ${RUNGS.join(", ")}`;
  return layer === undefined ? `--file is one of ${SAVE_LAYERS.join(", ")}` : { rung, layer };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      decision: { type: "string" },
      reason: { type: "string" },
      confirm: { type: "boolean" },
      rule: { type: "string" },
      file: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}
