/**
 * Plans as another user gets them: what a user can get at is asked of the kernel, and it must be that user who asks. One process of
 * theirs for all plans of this one: to start node for each took longer than the test.
 */
import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ConfineFacts, ConfinePlan } from "../../src/confine/plan.ts";

const PLAN = resolve(import.meta.dirname, "../../dist/confine/plan.js");
const PLANNER = `import(${JSON.stringify(PLAN)}).then(({ planConfinement }) => {
  const answer = (facts) => {
    try {
      return { plan: planConfinement(JSON.parse(facts)) };
    } catch (problem) {
      return { problem: String(problem.stack) };
    }
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (text) => {
    const lines = (rest + text).split("\\n");
    rest = lines.pop();
    for (const line of lines) process.stdout.write(JSON.stringify(answer(line)) + "\\n");
  });
});`;

interface Planner {
  /** Named pipes: whoever asks waits for the answer, as for a program that is started for it. */
  readonly questions: number;
  readonly answers: number;
}

const planners = new Map<number, Planner>();

export function planAs(uid: number, facts: ConfineFacts): ConfinePlan {
  const planner = planners.get(uid) ?? startPlanner(uid);
  planners.set(uid, planner);
  writeSync(planner.questions, `${JSON.stringify(facts)}\n`);
  const { plan, problem } = JSON.parse(readLine(planner.answers)) as { plan?: ConfinePlan; problem?: string };
  if (plan === undefined) throw new Error(problem);
  return plan;
}

/** It ends with this process. */
function startPlanner(uid: number): Planner {
  const folder = mkdtempSync("/tmp/confine-plans-");
  const [questions, answers] = [join(folder, "questions"), join(folder, "answers")];
  execFileSync("mkfifo", [questions, answers]);
  for (const path of [folder, questions, answers]) chownSync(path, uid, uid);
  const line = `exec "$0" -e "$1" < '${questions}' > '${answers}'`;
  spawn("/bin/sh", ["-c", line, process.execPath, PLANNER], {
    cwd: "/",
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "inherit"],
    uid,
    gid: uid,
  }).unref();
  const planner = { questions: openSync(questions, "w"), answers: openSync(answers, "r") };
  rmSync(folder, { recursive: true });
  return planner;
}

function readLine(fd: number): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(1 << 16);
    const size = readSync(fd, part);
    if (size === 0) throw new Error("the planner has ended");
    parts.push(part.subarray(0, size));
    if (part[size - 1] === 0x0a) return Buffer.concat(parts).toString("utf8");
  }
}
