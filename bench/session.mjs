// Prints what a session costs, as ratios and medians of one run: the hook, guard run, and the daemon under load.
//   npm run bench
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeFields } from "../dist/protocol/fields.js";
import { encodeFrame, FrameReader } from "../dist/protocol/frame.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const guard = at("bin/guard");

export async function benchSession() {
  const home = mkdtempSync("/tmp/bench-session-");
  try {
    console.log(`\nsession (client: ${readCompiler()})`);
    const session = await startDaemon(home);
    hookCost(session);
    for (const askers of [1, 8]) await latency(session, askers, 2_000, LINES, "six lines again and again");
    const newLines = LINES.map((line) => `${line} x#`);
    for (const askers of [1, 8]) await latency(session, askers, 2_000, newLines, "no line twice");
    await latency(session, 8, 1_000, newLines, "no line twice, 5 ms between two checks of each", 5_000);
    await endurance(session, 100_000);
    session.child.stdio[3].destroy();
    await session.exited;
    runCost(home, "bare environment", {});
    runCost(home, "this environment", process.env);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function readCompiler() {
  try {
    return readFileSync(at("dist/native/compiler.txt"), "utf8").trim();
  } catch {
    return "none";
  }
}

function startDaemon(home) {
  const folder = join(home, "run/benchses");
  const project = join(home, "project");
  for (const made of [join(folder, "agent"), join(folder, "control"), join(project, ".git")])
    mkdirSync(made, { recursive: true });
  symlinkSync(at("dist/native/guard-ask"), join(folder, "agent/guard-ask"));
  symlinkSync(at("shims/hook.bash"), join(folder, "agent/hook.bash"));
  const child = spawn(process.execPath, ["--max-semi-space-size=4", at("bin/guard-daemon.cjs")], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    env: { PATH: process.env.PATH, HOME: home },
    cwd: project,
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  const start = {
    op: "start",
    session: "benchses",
    folder,
    cwd: project,
    launcherPid: process.pid,
    agent: ["true"],
    program: "/bin/true",
    console: "none",
    profiles: [],
    tier: "bench",
    gate: "off",
    confined: "off",
    reveals: [],
  };
  child.stdio[3].write(encodeFrame(Buffer.from(JSON.stringify(start))));
  return new Promise((resolve) => {
    child.stdio[3].once("data", () => resolve({ child, exited, folder, project, home }));
  });
}

// Interleaved, so that a neighbour's load falls on both.
function hookCost({ folder, home, project }) {
  const plain = { PATH: process.env.PATH, HOME: home };
  const hooked = { ...plain, BASH_ENV: join(folder, "agent/hook.bash") };
  const times = { plain: [], hooked: [] };
  for (let round = 0; round < 300; round++) {
    times.plain.push(timeRun("/bin/bash", ["-c", ":"], plain, project));
    times.hooked.push(timeRun("/bin/bash", ["-c", ":"], hooked, project));
  }
  const [base, hook] = [median(times.plain), median(times.hooked)];
  console.log(
    `  bash -c : ${base.toFixed(2)} ms, with hook and client ${hook.toFixed(2)} ms = ${(hook / base).toFixed(2)}x`,
  );
}

function timeRun(program, args, env, cwd) {
  const from = performance.now();
  const done = spawnSync(program, args, { env, cwd, stdio: "ignore" });
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.status}`);
  return performance.now() - from;
}

const LINES = [
  "ls -la",
  "git status",
  "cat package.json | head -5",
  "rm -rf /",
  "grep -rn x src",
  "npm install x",
];

// Askers are small C programs, as in real life: node clients would measure themselves.
async function latency({ folder, project, home }, askers, each, lines, what, pauseUs = 0) {
  const asker = join(home, "asker");
  const built = spawnSync("cc", ["-O2", "-o", asker, at("bench/asker.c")], { stdio: "inherit" });
  if (built.status !== 0) {
    console.log("  latency: no C compiler, not measured");
    return;
  }
  const args = [join(folder, "agent/agent.sock"), project, String(each), String(pauseUs), ...lines];
  const runs = Array.from({ length: askers }, () => timesOf(asker, args));
  const times = (await Promise.all(runs)).flat().sort((a, b) => a - b);
  const ms = (share) => (times[Math.floor(times.length * share)] / 1000).toFixed(2);
  console.log(`  ${askers} askers, ${what}: median ${ms(0.5)} ms, p99 ${ms(0.99)} ms`);
}

function timesOf(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("exit", () => resolve(text.trim().split("\n").map(Number)));
  });
}

function fieldsFor(line, cwd) {
  const fields = {
    guard: "1",
    op: "check",
    id: "1",
    layer: "hook",
    kind: "line",
    shell: "bash",
    pid: "4194999",
    cwd,
    line,
  };
  return Object.entries(fields);
}

async function endurance(session, checks) {
  const { pid } = session.child;
  const before = usage(pid);
  const started = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => keepAsking(session, checks / 8)));
  const perSecond = Math.round(checks / ((performance.now() - started) / 1000));
  const after = usage(pid);
  console.log(
    `  ${checks} checks, recorded: ${perSecond}/s; daemon ${before.mb} -> ${after.mb} MB, ${before.fds} -> ${after.fds} descriptors`,
  );
}

function keepAsking({ folder, project }, checks) {
  return new Promise((resolve, reject) => {
    const socket = createConnection(join(folder, "agent/agent.sock"));
    const reader = new FrameReader(1 << 20);
    let left = checks;
    const next = () =>
      socket.write(encodeFrame(encodeFields(fieldsFor(LINES[left % LINES.length], project))));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      for (const _ of reader.push(chunk).frames) {
        if (--left > 0) next();
        else {
          socket.destroy();
          resolve();
        }
      }
    });
    next();
  });
}

function usage(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    mb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024),
    fds: readdirSync(`/proc/${pid}/fd`).length,
  };
}

function runCost(home, name, more) {
  const env = { PATH: process.env.PATH, HOME: home, ...more };
  const times = { node: [], run: [] };
  for (let round = 0; round < 15; round++) {
    times.node.push(timeRun(process.execPath, ["-e", "0"], env, home));
    times.run.push(timeRun(process.execPath, [guard, "run", "--", "true"], env, home));
  }
  const [node, run] = [median(times.node), median(times.run)];
  console.log(
    `  ${name}: node -e 0 ${node.toFixed(0)} ms, guard run -- true ${run.toFixed(0)} ms = ${(run / node).toFixed(2)}x`,
  );
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
