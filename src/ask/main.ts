/**
 * guard-ask where no C compiler was: the same command line, messages and exit status as shims/ask.c, without the shims,
 * and as slow as node starts. It decides nothing; whatever is not a whole "allow" of the daemon is a deny.
 */
import { writeSync } from "node:fs";
import { type Answer, readAnswer } from "./answer.ts";
import { askDaemon } from "./ask-daemon.ts";
import { type Denial, denialText, START_AGAIN } from "./denial.ts";
import { findSocket } from "./find-socket.ts";
import { encodeQuestion, FRAME_LIMIT } from "./frame.ts";
import { type Question, readCommandLine } from "./question.ts";
import { startWaitingInSight } from "./waiting.ts";

const ALLOWED = 0;
const DENIED = 126;

/** `startedBy` = the path by which guard-ask was started, links not followed. */
export async function main(args: readonly string[], startedBy: string): Promise<number> {
  const denial = await findDenial(args, startedBy).catch(
    (error: unknown): Denial => ({
      reason: `guard-ask failed; ${START_AGAIN}`,
      detail: error instanceof Error ? error.message : String(error),
      rule: "guard.bad-question",
    }),
  );
  if (denial === undefined) return ALLOWED;
  print(denialText(denial));
  return DENIED;
}

/** Undefined: allowed, or noted. */
async function findDenial(args: readonly string[], startedBy: string): Promise<Denial | undefined> {
  const line = readCommandLine(args, currentFolder());
  if (line.kind === "denied") return line.denial;
  const socketPath = findSocket(startedBy, process.env);
  if (socketPath === undefined) {
    return { reason: `guard's session cannot be found from here; ${START_AGAIN}`, rule: "guard.no-session" };
  }
  const frame = encodeQuestion(line.question.fields);
  if (frame.length > FRAME_LIMIT + 4) {
    const reason = "the command is longer than guard can check (1 MiB); give fewer or shorter arguments";
    return { reason, rule: "guard.too-long" };
  }
  const endWaiting = line.question.isTyped ? startWaitingInSight() : () => undefined;
  const outcome = await askDaemon(socketPath, frame);
  endWaiting();
  return outcome.kind === "denied" ? outcome.denial : judge(line.question, readAnswer(outcome.payload));
}

function judge(question: Question, answer: Answer): Denial | undefined {
  if (answer.kind === "deny") return answer.denial;
  if (answer.kind === question.wanted) return undefined;
  return {
    reason: `the answer of the guard daemon cannot be read; ${START_AGAIN}`,
    rule: "guard.bad-answer",
  };
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** A reader that is gone changes nothing: the exit status tells the answer. */
function print(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody is left to tell.
  }
}
