/** While a question waits nobody else does: the caller goes on, and the program that waits can be stopped, continued and ended. */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IPty, spawn as spawnInTerminal } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY, RESOLVE_REPLY } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";
import { GUARD, Machine } from "../launcher/guard-run.ts";
import { GatedSession, type Ran } from "./gated-session.ts";

/** Far below any limit of a question or of a test: "at once" for whoever waits for the end. */
const AT_ONCE_MS = 1_000;

const PYTHON = "/usr/bin/python3";
const hasPython = existsSync(PYTHON);
if (!hasPython)
  process.stderr.write(`skipped: what python meets while a question waits: no ${PYTHON} here\n`);

/** Starts programs; its loop takes what is thrown to it, and throws it back. */
const WATCHED_LOOP = `
import { spawn } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
const [count, program, ...args] = process.argv.slice(2);
setInterval(() => { if (existsSync("there")) renameSync("there", "back"); }, 5);
const children = Array.from({ length: Number(count) }, () => spawn(program, args, { stdio: "ignore" }));
const ends = await Promise.all(children.map((child) => new Promise((done) => child.on("close", done))));
console.log(JSON.stringify(ends));
process.exit();
`;

const POPEN = `
import subprocess, sys
child = subprocess.Popen(["terraform", "apply"], stderr=subprocess.DEVNULL)
open("returned", "w").write(str(child.pid))
sys.exit(child.wait())
`;

/** They lose patience when the question is there; what they do then is what a `timeout` of execFile or run does. */
const IMPATIENT_NODE = `
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
const child = execFile("terraform", ["apply"], (error) => { console.log(error.killed, error.signal); });
const look = setInterval(() => {
  if (!existsSync("enough")) return;
  clearInterval(look);
  child.kill("SIGTERM");
}, 5);
`;

const IMPATIENT_PYTHON = `
import os, subprocess, time
child = subprocess.Popen(["terraform", "apply"])
while not os.path.exists("enough"): time.sleep(0.005)
try:
    child.wait(timeout=0.1)
except subprocess.TimeoutExpired:
    child.kill()
    print("gave up", child.wait())
`;

const STOPS_AND_GOES_ON = `
set -m
touch x
echo "stopped $?"; read -r line
echo going on; fg
echo "went on $?"; read -r line
`;

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("below a caller", () => {
  let session: GatedSession;
  beforeEach(() => {
    session = new GatedSession("wait");
    // What needs a CONFIRM is asked about below an allowed program too: its caller is a program like any other.
    writeFileSync(join(session.bin, "terraform"), "#!/bin/sh\ntouch applied\n", { mode: 0o755 });
  });
  afterEach(() => session.end());

  /** The caller itself is allowed; gives the question about what it starts. */
  async function callerAsks(argv: readonly string[]): Promise<{ ended: Promise<Ran>; question: Pending }> {
    const ended = session.run(argv);
    const first = await session.question();
    await session.resolve(first.id, "once");
    const question = await until("the second question", async () =>
      (await session.pending()).find(({ id }) => id !== first.id),
    );
    return { ended, question };
  }

  const nobodyWaitsFor = (question: Pending) =>
    until("nobody waits", async () =>
      (await session.pending()).find(({ id, waiting }) => id === question.id && waiting === 0),
    );

  test("node's loop goes on while eight programs wait", async () => {
    const count = 8;
    const loop = session.write("loop.mjs", WATCHED_LOOP, 0o644);
    const { ended, question } = await callerAsks(["node", loop, String(count), "terraform", "apply"]);
    const all = async () =>
      (await session.pending()).find(({ id, waiting }) => id === question.id && waiting === count);
    await until("all of them to wait", all);
    for (let times = 0; times < 3; times++) {
      session.write("there", "");
      await until("the loop's turn", () => session.has("back") || undefined);
      rmSync(join(session.project, "back"));
    }
    expect(await all()).toBeDefined();
    await session.resolve(question.id, "deny");
    expect(JSON.parse((await ended).stdout)).toEqual(Array(count).fill(126));
    expect(session.has("applied")).toBe(false);
  });

  test.skipIf(!hasPython)("python's Popen returns", async () => {
    session.write("popen.py", POPEN, 0o644);
    const { ended, question } = await callerAsks([PYTHON, "popen.py"]);
    await until("Popen returned", () => session.has("returned") || undefined);
    expect((await session.pending()).map(({ id }) => id)).toContain(question.id);
    await session.resolve(question.id, "once", true);
    expect(await ended).toMatchObject({ status: 0, stderr: "" });
    expect(session.has("applied")).toBe(true);
  });

  test.for(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)("%s ends what waits", async (signal) => {
    const ended = session.run(["touch", "x"]);
    const question = await session.question();
    const pid = await session.lastPid();
    const from = performance.now();
    process.kill(pid, signal);
    expect(await ended).toEqual({ pid, status: signal, stdout: "", stderr: "" });
    expect(performance.now() - from).toBeLessThan(AT_ONCE_MS);
    await nobodyWaitsFor(question);
    expect(session.has("x")).toBe(false);
  });

  test.for([
    ["node", IMPATIENT_NODE, "true SIGTERM\n"],
    [PYTHON, IMPATIENT_PYTHON, "gave up -9\n"],
  ] as const)("%s that loses patience ends what waits", async ([program, text, stdout], { skip }) => {
    if (program === PYTHON && !hasPython) skip(`no ${PYTHON} here`);
    const { ended, question } = await callerAsks([program, session.write("impatient.mjs", text, 0o644)]);
    session.write("enough", "");
    expect(await ended).toMatchObject({ status: 0, stdout });
    await nobodyWaitsFor(question);
    expect(session.has("applied")).toBe(false);
  });
});

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("at a terminal", () => {
  let machine: Machine;
  let terminal: IPty;
  let screen: string;
  beforeEach(() => {
    machine = new Machine();
    screen = "";
  });
  afterEach(() => {
    terminal.kill();
    machine.dispose();
  });

  /** The agent is a script with job control, as an interactive shell has it. */
  function start(script: string): void {
    writeFileSync(join(machine.work, "agent.sh"), script);
    const args = ["run", "--gate", "on", "--console", "wait", "--", "bash", "agent.sh"];
    const env = machine.env as Record<string, string>;
    terminal = spawnInTerminal(GUARD, args, { cwd: machine.work, env, cols: 120 });
    terminal.onData((text) => {
      screen += text;
    });
  }

  const folder = () => join(machine.runtime, "guard", machine.sessions[0] ?? "none");

  async function pending(): Promise<readonly Pending[]> {
    const answer = await askControl(folder(), { op: "pending" }, PENDING_REPLY);
    return answer.kind === "reply" && answer.reply.ok ? answer.reply.pending : [];
  }

  const question = () =>
    until("a question", async () => (await pending()).find(({ waiting }) => waiting === 1));
  const shows = (text: string) => until(`"${text}"`, () => (screen.includes(text) ? true : undefined));
  const has = (name: string) => existsSync(join(machine.work, name));

  test("Ctrl-C ends what waits, not who started it", async () => {
    start("trap 'echo caught' INT\ntouch x\necho \"ended $?\"\nread -r line\n");
    const { id } = await question();
    const from = performance.now();
    terminal.write("\x03");
    await shows("ended 130");
    expect(performance.now() - from).toBeLessThan(AT_ONCE_MS);
    expect(screen).toContain("caught");
    await until("nobody waits", async () =>
      (await pending()).find((asked) => asked.id === id && asked.waiting === 0),
    );
    expect(has("x")).toBe(false);
  });

  test("Ctrl-Z stops what waits, and fg goes on with it", async () => {
    start(STOPS_AND_GOES_ON);
    const { id } = await question();
    terminal.write("\x1a");
    await shows("stopped 148");
    terminal.write("\n");
    await shows("going on");
    expect(await question()).toMatchObject({ id });
    expect(has("x")).toBe(false);
    await askControl(folder(), { op: "resolve", check: id, decision: "once" }, RESOLVE_REPLY);
    await shows("went on 0");
    expect(has("x")).toBe(true);
  });

  test("an answer that comes while it is stopped holds when it goes on", async () => {
    start(STOPS_AND_GOES_ON);
    const { id } = await question();
    terminal.write("\x1a");
    await shows("stopped 148");
    await askControl(folder(), { op: "resolve", check: id, decision: "once" }, RESOLVE_REPLY);
    terminal.write("\n");
    await shows("went on 0");
    expect(has("x")).toBe(true);
  });
});
