/** Real sessions in this process: daemon, control socket, token and record, in a runtime folder of the test's own. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Question } from "../../src/approval/question.ts";
import type { SessionIo } from "../../src/cli/session-io.ts";
import type { SessionState } from "../../src/daemon/session-state.ts";
import { startSession } from "../../src/daemon/start-session.ts";
import { listSessionPlaces, makeSessionFolder, writeSession } from "../../src/ipc/session-folder.ts";
import type { SessionRecord } from "../../src/ipc/session-record.ts";

export interface World {
  readonly runtime: string;
  readonly env: NodeJS.ProcessEnv;
  readonly io: SessionIo;
  readonly stdout: () => string;
  readonly stderr: () => string;
}

export function makeWorld(changes: NodeJS.ProcessEnv = {}): World {
  const root = mkdtempSync(join(tmpdir(), "cli-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const runtime = join(root, "guard");
  mkdirSync(runtime);
  chmodSync(runtime, 0o700);
  const env = { HOME: root, XDG_RUNTIME_DIR: root, PATH: process.env["PATH"], ...changes };
  const out: string[] = [];
  const err: string[] = [];
  const io: SessionIo = {
    stdout: (text) => void out.push(text),
    stderr: (text) => void err.push(text),
    env,
    cwd: () => root,
    // Sessions of the person who runs the tests are none of the tests' business.
    listPlaces: () => listSessionPlaces(env).filter(({ folder }) => folder.startsWith(runtime)),
    columns: 80,
    colour: "plain",
    nowMs: Date.now,
  };
  return { runtime, env, io, stdout: () => out.join(""), stderr: () => err.join("") };
}

export async function startIn(
  { runtime, env }: World,
  agent: readonly string[] = ["claude"],
): Promise<SessionState> {
  const { session, folder } = makeSessionFolder(runtime);
  const started = await startSession(
    {
      op: "start",
      session,
      folder,
      cwd: runtime,
      launcherPid: process.pid,
      agent: [...agent],
      program: "/bin/true",
      console: "wait",
      profiles: [],
      tier: "hooks and shims",
      gate: "off",
      confined: "off",
      sandboxes: "refused",
      reveals: [],
    },
    env,
  );
  if (started.kind === "refused") throw new Error(started.problems.join("\n"));
  const { state } = started;
  const problem = await started.openRecord();
  if (problem !== undefined) throw new Error(problem);
  onTestFinished(async () => {
    state.approvals.end("the test is over");
    await state.recorder.close();
  });
  return state;
}

/** A folder that says what it says, and no process behind it. */
export function leaveFolder({ runtime }: World, changes: Partial<SessionRecord> = {}): string {
  const { session, folder } = makeSessionFolder(runtime);
  const nobody = { pid: 2 ** 22 + 1, startTicks: 1 };
  const common = { v: 1, session, launcher: nobody, daemon: nobody, startedAtMs: 1_000 } as const;
  writeSession(folder, { ...common, agent: ["codex"], cwd: "/work", ...changes });
  return folder;
}

export function ask(state: SessionState, changes: Partial<Question> = {}) {
  const id = state.newId();
  const askedAtMs = Date.now();
  const question: Question = {
    id,
    key: id,
    session: state.session,
    line: "npm publish",
    cwd: "/work",
    shell: "bash",
    layer: "hook",
    pid: 42,
    chain: ["codex", "bash"],
    risk: "needs-review",
    ruling: "ask",
    reasons: ["it does more than read"],
    rules: ["mode.default"],
    askedAtMs,
    expiresAtMs: askedAtMs + 300_000,
    rememberable: "yes",
    ...changes,
  };
  return { id, ...state.approvals.ask(question) };
}
