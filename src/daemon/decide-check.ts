/**
 * From a check to its answer, in the order of DESIGN sections 4 and 5: what the engine says, then leases, start-up,
 * grants, and at last a person. Deny is where every unknown ends.
 */
import type { Answer, Question } from "../approval/question.ts";
import type { Decider } from "../audit/record.ts";
import { isForetold } from "../decide/foretold.ts";
import type { CheckResult } from "../decide/result.ts";
import { isUnchanged, leaseHolds, readContent } from "./check-content.ts";
import type { Cover, Lease } from "./leases.ts";
import { type OpenCheck, strangenessOf } from "./open-check.ts";
import { questionFor } from "./question-for.ts";
import { readsTerminal } from "./root.ts";
import { MOST_FILES } from "./run-files.ts";
import type { SessionState } from "./session-state.ts";
import { isFromStartUp } from "./start-up-files.ts";

export interface Decided {
  readonly verdict: "allow" | "deny";
  readonly by: Decider;
  readonly reason: string;
  readonly rule: string;
  readonly instead?: string;
  /** Its lease is for what it names itself, and for nothing that those start. */
  readonly covers?: "named";
  /** It stands under what started it, and needs no lease of its own. */
  readonly under?: "lease";
}

export async function decideCheck(check: OpenCheck, state: SessionState): Promise<Decided | "withdrawn"> {
  return (await decideAlone(check, state)) ?? askPerson(check, state);
}

/** Without a person. Undefined: one must be asked, or a grant be found. */
export async function decideAlone(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  const { result, from } = check;
  if (result.ruling === "deny") return byEngine("deny", result);
  if (from.kind === "stdin" && from.pid === state.agentPid && readsTerminal(from.pid)) return NO_EDITOR;
  const strange = strangenessOf(from);
  if (result.ruling === "allow" && strange === undefined) return byEngine("allow", result);
  if (strange !== undefined && check.mode === "plan") return notInPlan(strange);
  // A person's own line is nobody's consequence.
  return from.interactive === "yes" ? undefined : byOthers(check, state);
}

/** By what it stands under: a shell's state, the agent's own ways, an allowed line. */
async function byOthers(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  // A hook asks for its shell's own line: what counts is the shell above that one.
  const above = check.from.layer === "hook" ? check.chain.slice(1) : check.chain;
  const where = state.shells.stateFor(above, state.agentPid);
  if (where === "starting") return byState(check, where);
  // At a prompt a line's lease is for its background jobs only; what else runs there is the shell's own doing.
  const covered = byOwnStartUp(check, state) ?? (await byLease(check, state));
  return covered ?? (where === "prompt" ? byState(check, where) : undefined);
}

/** What a known agent always runs for itself. */
function byOwnStartUp(check: OpenCheck, { agentStartUp }: SessionState): Decided | undefined {
  return check.result.ruling !== "confirm" && agentStartUp.includes(check) ? OWN_START_UP : undefined;
}

function notInPlan(strange: string): Decided {
  return { verdict: "deny", by: "mode", reason: `PLAN only lets it read, and ${strange}`, rule: "mode.plan" };
}

const OWN_START_UP: Decided = {
  verdict: "allow",
  by: "startup",
  reason: "this agent always runs it for itself",
  rule: "guard.agent-startup",
  covers: "named",
};

/** Without a line editor nothing asks before a typed line runs. */
const NO_EDITOR: Decided = {
  verdict: "deny",
  by: "root",
  reason: "this shell has no line editor that guard can ask from, so typed lines could not be judged",
  rule: "guard.no-line-editor",
  instead:
    "start it with a TERM other than dumb or emacs, without --noediting or +Z, and with its stderr on the terminal",
};

/** Shells that start up or wait at their prompt run things of their own: nobody is asked about those. */
function byState({ result, from }: OpenCheck, where: "starting" | "prompt"): Decided {
  const [rule = "guard.startup"] = result.rules;
  if (where === "starting" && result.ruling !== "confirm") return FROM_START_UP;
  const when = where === "starting" ? "a start-up file" : "the prompt or a completion";
  return {
    verdict: "deny",
    by: "startup",
    reason: `${when} may not do this unasked: ${strangenessOf(from) ?? reasonOf(result)}`,
    rule,
  };
}

const FROM_START_UP: Decided = {
  verdict: "allow",
  by: "startup",
  reason: "a start-up file of a shell runs it",
  rule: "guard.startup",
};

async function byLease(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  const readings = [check.result, ...(await check.otherReadings())];
  const cover = state.leases.coverFor(readings, check.chain);
  switch (cover.kind) {
    case "none":
      return byLeftLine(check, readings, state);
    case "unforeseen":
      return isStartUpOf(cover.lease, check, state) ? FROM_START_UP : undefined;
    case "implied":
    case "below":
      // The answer was for what the file held then.
      return (await leaseHolds(cover.lease, check, readings)) ? byCover(cover, check) : undefined;
  }
}

function isStartUpOf(lease: Lease, check: OpenCheck, { startUp }: SessionState): boolean {
  const { from, result, chain } = check;
  if (from.layer !== "gate" || result.ruling === "confirm") return false;
  return isFromStartUp(lease, chain, argvOf(check), startUp);
}

/** A program may not bring in what needs a person's CONFIRM; a line may that was answered for it. */
function byCover(
  cover: Extract<Cover, { kind: "implied" | "below" }>,
  check: OpenCheck,
): Decided | undefined {
  const { result, from } = check;
  const { check: allowed, result: line } = cover.lease;
  const isConfirm = result.ruling === "confirm";
  const under = { ...covered(`started by what ${allowed} allowed`), under: "lease" } as const;
  if (cover.kind === "below") return isConfirm ? undefined : under;
  // By its words it may be the same, and bring in something else all the same.
  if (isConfirm && !isForetold(result, line)) return undefined;
  // A line foretells what its words mean, not what somebody has put in their place.
  if (!wasSaid(from, line.line)) return cover.also === "below" && !isConfirm ? under : undefined;
  const said = covered(`the allowed line ${allowed} said so`);
  // With a lease of its own it would cover less than what it stands under.
  return cover.also === "below" ? { ...said, under: "lease" } : said;
}

function argvOf({ input: { what } }: OpenCheck): readonly string[] {
  return what.kind === "argv" ? what.argv : [];
}

function wasSaid({ text, strange, foreign = [] }: OpenCheck["from"], line: string): boolean {
  return text !== "mangled" && strange === undefined && foreign.every((name) => line.includes(`${name}=`));
}

/** Its shell is gone, and nobody but guard's seat is its parent. */
async function byLeftLine(
  check: OpenCheck,
  readings: readonly CheckResult[],
  { leases, agentPid }: SessionState,
): Promise<Decided | undefined> {
  const top = check.chain.at(-1);
  // A chain that does not end at the agent ends at the seat.
  if (top === undefined || top.pid === agentPid) return undefined;
  if (check.result.ruling === "confirm") return undefined;
  const lease = leases.foretoldByLeft(readings);
  return lease && wasSaid(check.from, lease.result.line) && (await leaseHolds(lease, check, readings))
    ? covered(`the allowed line ${lease.check} said so`)
    : undefined;
}

function covered(reason: string): Decided {
  return { verdict: "allow", by: "lease", reason, rule: "guard.lease" };
}

async function askPerson(check: OpenCheck, state: SessionState): Promise<Decided | "withdrawn"> {
  const content = await readContent(check, check.result);
  if (content === "too-many") return TOO_MANY;
  const question = questionFor(check, content, state);
  const granted =
    question.rememberable === "yes" ? state.approvals.grants.find(question.key, question.ruling) : undefined;
  if (granted)
    return {
      verdict: "allow",
      by: "grant",
      reason: granted.reason ?? "a person allowed it before",
      rule: "grant",
    };
  if (state.console === "none") return nobodyThere(question);
  const asked = state.approvals.ask(question);
  // Who typed a line and gave it up sits there; a program may ask again.
  check.onGone(check.from.interactive === "yes" ? asked.drop : asked.withdraw);
  if (asked.state === "new") noteEvent("asked", check.id, state);
  state.waiting.set(check.id, { check, settle: asked.settle });
  const answer = await asked.answer.finally(() => state.waiting.delete(check.id));
  const decided = byAnswer(answer, check.result);
  if (decided === "withdrawn") noteEvent("gave-up", check.id, state);
  if (decided === "withdrawn" || decided.verdict === "deny") return decided;
  return (await isUnchanged(check, content)) ? decided : CHANGED;
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

export function byEngine(verdict: "allow" | "deny", result: CheckResult): Decided {
  const decisive = result.commands.find(({ rule }) => rule === result.rules[0]);
  const [rule = "guard.engine"] = result.rules;
  return {
    verdict,
    by: decisive?.layer === "mode" ? "mode" : "rule",
    reason: reasonOf(result),
    rule,
    ...(verdict === "deny" && result.instead !== undefined ? { instead: result.instead } : {}),
  };
}

/** For a deny only what is denied: what would have been asked besides is no help. */
export function reasonOf({ ruling, reasons, commands, doubts }: CheckResult): string {
  if (ruling !== "deny") return reasons.join("; ");
  const denied = [...commands, ...doubts]
    .filter((part) => part.ruling === "deny")
    .map(({ because }) => because);
  const told = reasons.filter((reason) => denied.includes(reason));
  return (told.length > 0 ? told : reasons).join("; ");
}
