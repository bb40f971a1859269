// Prints what approvals cost: from an answer to the waiting command, a redraw of the console, the console when nothing happens.
//   npm run bench
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { encodeFields } from "../dist/protocol/fields.js";
import { encodeFrame, FrameReader } from "../dist/protocol/frame.js";
import { viewScreen } from "../dist/tui/card-view.js";
import { chooseLook } from "../dist/tui/look.js";
import { EMPTY, update } from "../dist/tui/update.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const json = (message) => encodeFrame(Buffer.from(JSON.stringify(message)));

export async function benchApprovals() {
  const home = mkdtempSync("/tmp/bench-approvals-");
  try {
    console.log("\napprovals");
    const session = await startDaemon(home);
    await answers(session, 300);
    await redraw(session, 100);
    await idle(session, 10_000);
    session.child.stdio[3].destroy();
    await session.exited;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function startDaemon(home) {
  const folder = join(home, "guard/benchapp");
  const project = join(home, "project");
  for (const made of [join(folder, "agent"), join(folder, "control"), join(project, ".git")])
    mkdirSync(made, { recursive: true, mode: 0o700 });
  const child = spawn(process.execPath, ["--max-semi-space-size=4", at("bin/guard-daemon.cjs")], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    env: { PATH: process.env.PATH, HOME: home },
    cwd: project,
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const start = {
    ...{ op: "start", session: "benchapp", folder, cwd: project, launcherPid: process.pid },
    ...{
      agent: ["true"],
      program: "/bin/true",
      console: "wait",
      profiles: [],
      tier: "bench",
      gate: "off",
      confined: "off",
      reveals: [],
    },
  };
  child.stdio[3].write(json(start));
  return new Promise((resolve) => {
    child.stdio[3].once("data", () => resolve({ child, exited, folder, project, home }));
  });
}

// One asker and one approver, each on a connection of its own, as in real life.
async function answers({ folder, project }, count) {
  const { approver, question } = await attach(folder);
  const asker = createConnection(join(folder, "agent/agent.sock"));
  const verdict = frames(asker);
  const times = [];
  for (let index = 0; index < count; index++) {
    asker.write(encodeFrame(encodeFields(Object.entries(fieldsFor(`npm install p${index}`, project)))));
    const check = await question();
    const from = performance.now();
    approver.write(json({ v: 1, id: index + 10, op: "resolve", check, decision: "once" }));
    await verdict();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const ms = (share) => times[Math.floor(times.length * share)].toFixed(2);
  console.log(
    `  from an answer to the waiting command: median ${ms(0.5)} ms, p99 ${ms(0.99)} ms (asked: 20)`,
  );
  asker.destroy();
  approver.destroy();
}

async function redraw({ folder, project }, count) {
  const askers = Array.from({ length: count }, (_, index) => {
    const asker = createConnection(join(folder, "agent/agent.sock"));
    asker.write(
      encodeFrame(encodeFields(Object.entries(fieldsFor(`npm install q${index} && rm -rf build`, project)))),
    );
    return asker;
  });
  let snapshot = { pending: [] };
  while (snapshot.pending.length < count) {
    const { approver, subscribed } = await attach(folder);
    snapshot = subscribed;
    approver.destroy();
  }
  const look = chooseLook({ LANG: "C.UTF-8", TERM: "xterm-256color" }, "as-the-terminal-can");
  const { status, pending, recent } = snapshot;
  const happened = { kind: "attached", nowMs: Date.now(), session: "benchapp", status, pending, recent };
  let { state } = update(EMPTY, happened);
  const times = [];
  for (let turn = 0; turn < 300; turn++) {
    const from = performance.now();
    ({ state } = update(state, { kind: "tick", nowMs: Date.now() }));
    const { drawn } = viewScreen(state, { columns: 120, rows: 40 }, look);
    ({ state } = update(state, { kind: "drawn", nowMs: Date.now(), drawn }));
    ({ state } = update(state, { kind: "key", nowMs: Date.now(), key: { kind: "named", name: "tab" } }));
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const ms = (share) => times[Math.floor(times.length * share)].toFixed(2);
  console.log(`  a redraw with ${count} questions: median ${ms(0.5)} ms, p99 ${ms(0.99)} ms (asked: 16)`);
  for (const asker of askers) asker.destroy();
  // What nobody waits for would be a clock on the idle console's screen.
  const { approver, subscribed } = await attach(folder);
  const checks = subscribed.pending.map(({ id }) => id);
  if (checks.length > 0) approver.write(json({ v: 1, id: 9, op: "resolve-all", checks, decision: "deny" }));
  await sleep(500);
  approver.destroy();
}

// A real console in a pty, with a session in which nothing happens.
async function idle({ home }, forMs) {
  const { spawn: spawnPty } = createRequire(import.meta.url)("@lydell/node-pty");
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
  };
  const pty = spawnPty(process.execPath, [at("bin/guard"), "console"], {
    cols: 80,
    rows: 24,
    env,
    cwd: home,
  });
  await sleep(2_000);
  const before = cpuMs(pty.pid);
  await sleep(forMs);
  const share = (100 * (cpuMs(pty.pid) - before)) / forMs;
  console.log(`  the console when nothing happens: ${share.toFixed(2)} % of a core (asked: 1)`);
  pty.kill();
}

function cpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function attach(folder) {
  const approver = createConnection(join(folder, "control/control.sock"));
  const token = readFileSync(join(folder, "control/token"), "utf8").trim();
  const reader = new FrameReader(1 << 22);
  const questions = [];
  const seen = new Set();
  let wake = () => undefined;
  let subscribed;
  approver.on("data", (chunk) => {
    for (const frame of reader.push(chunk).frames) {
      const message = JSON.parse(frame.toString());
      if (message.id === 1) subscribed = message;
      const id = message.event === "question" ? message.question.id : undefined;
      if (id !== undefined && !seen.has(id)) questions.push(id);
      seen.add(id);
    }
    wake();
  });
  const until = async (take) => {
    for (;;) {
      const found = take();
      if (found !== undefined) return found;
      await new Promise((resolve) => {
        wake = resolve;
      });
    }
  };
  approver.write(json({ v: 1, op: "hello", token }));
  approver.write(json({ v: 1, id: 1, op: "subscribe", as: "console" }));
  await until(() => subscribed);
  return { approver, subscribed, question: () => until(() => questions.shift()) };
}

function frames(socket) {
  const reader = new FrameReader(1 << 22);
  const waiting = [];
  let wake = () => undefined;
  socket.on("data", (chunk) => {
    waiting.push(...reader.push(chunk).frames);
    wake();
  });
  return async () => {
    while (waiting.length === 0)
      await new Promise((resolve) => {
        wake = resolve;
      });
    return waiting.shift();
  };
}

function fieldsFor(line, cwd) {
  return {
    ...{ guard: "1", op: "check", id: "1", layer: "hook", kind: "line", shell: "bash" },
    ...{ pid: "4194999", cwd, line },
  };
}
