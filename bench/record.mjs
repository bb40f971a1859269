// Prints what the record costs: a record by itself, its size, and what it adds to a program's start below the gate.
//   npm run bench
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { AuditStore } from "../dist/audit/store.js";
import { openRecorder } from "../dist/audit/store-recorder.js";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** As the daemon writes down `ls -la` of a hook. */
const plain = (index) => ({
  request_id: `01a1ebf1-1e6e-73a7-9552-${String(index).padStart(12, "0")}`,
  session: "benchses",
  agent: "claude",
  project: "/home/me/project",
  tool_name: "shell",
  kind: "line",
  layer: "hook",
  command: "ls -la src",
  cwd: "/home/me/project",
  shell: "bash",
  pid: 4242,
  mode: "default",
  ruling: "allow",
  verdict: "allow",
  approved: true,
  reason: "it only reads",
  rule: "mode.default",
  decided_by: "mode",
  timeout: false,
  latency_ms: 0.21,
  risk: "safe",
  effects: ["list:/home/me/project/src"],
});

export async function benchRecord() {
  console.log("\nrecord");
  const home = mkdtempSync("/tmp/bench-record-");
  try {
    await costAlone(home);
    await costAtGate(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function costAlone(home) {
  const file = join(home, "state/audit.db");
  const opened = await openRecorder({ file, session: "benchses" });
  if (opened.kind === "failed") throw new Error(opened.reason);
  const { recorder } = opened;
  let made = 0;
  const some = async (count, together) => {
    const times = [];
    for (let done = 0; done < count; done += together) {
      const from = performance.now();
      const batch = Array.from({ length: together }, () => recorder.append(plain(made++)));
      await Promise.all(batch);
      times.push(((performance.now() - from) * 1000) / together);
    }
    return times.sort((left, right) => left - right);
  };
  await some(2_000, 1);
  for (const together of [1, 8]) {
    const times = await some(20_000, together);
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    const percentile = (part) => times[Math.floor(times.length * part)].toFixed(0);
    console.log(
      `  ${together} at once: ${mean.toFixed(0)} us for each in the mean (asked: 100), p50 ${percentile(0.5)}, p99 ${percentile(0.99)}`,
    );
  }
  await recorder.close();
  const store = AuditStore.open({ file, session: "benchses", waitMs: 0, opening: "first" });
  if (store.kind === "open") store.store.carryOver();
  const bytes = (path) => (statSync(join(home, "state", path)).size / made).toFixed(0);
  console.log(
    `  a plain record: ${bytes("audit.db")} bytes in audit.db (asked: 1024), ${bytes("audit/permissions.jsonl")} in its copy`,
  );
}

const ROUNDS = 31;

const NO_RECORD = `
export const createRecorder = () => ({ open: async () => undefined, append: async () => "recorded", head: () => undefined,
  prune() {}, leave: async () => undefined, close: async () => undefined });
`;

/** The same guard, built without its recorder: nothing in guard itself can leave the record out. */
async function buildWithout(home) {
  const root = join(home, "guard");
  mkdirSync(root);
  for (const name of ["bin", "dist"]) cpSync(at(name), join(root, name), { recursive: true });
  for (const name of ["node_modules", "policy", "shims", "package.json"])
    symlinkSync(at(name), join(root, name));
  writeFileSync(join(root, "no-record.mjs"), NO_RECORD);
  const bundle = await rolldown({
    input: { daemon: join(root, "dist/daemon/main.js") },
    platform: "node",
    external: [/^@lydell\//],
    plugins: [
      {
        name: "no-record",
        resolveId: (id) => (id.endsWith("/store-recorder.js") ? join(root, "no-record.mjs") : null),
      },
    ],
  });
  await bundle.write({
    dir: join(root, "dist/app"),
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "daemon-[name]-[hash].cjs",
    minify: true,
  });
  spawnSync(process.execPath, [join(root, "bin/warm.cjs")], { stdio: "ignore" });
  return join(root, "bin/guard");
}

async function costAtGate(home) {
  const loop = join(home, "exec-loop");
  const isCompiled = spawnSync("cc", ["-O2", "-o", loop, at("bench/exec-loop.c")]).status === 0;
  const probe = spawnSync(at("dist/native/guard-seat"), ["--probe-gate"], { encoding: "utf8" });
  if (!isCompiled || probe.status !== 0)
    return console.log("  below the gate: not measured, no compiler or no gate");
  const guards = { with: at("bin/guard"), without: await buildWithout(home) };
  const times = { plain: [], with: [], without: [] };
  const starts = [loop, "800", "1", "/bin/true"];
  // One session is not like another (where its code lies, which core it gets): many short ones, in turns.
  for (let round = 0; round < ROUNDS; round++)
    for (const name of round % 2 === 0 ? ["plain", "with", "without"] : ["without", "with", "plain"])
      times[name].push(told(home, argvOf(name, guards, starts)));
  const partOf = (list, part) =>
    [...list].sort((left, right) => left - right)[Math.floor(list.length * part)];
  const middle = (list) => partOf(list, 0.5);
  const [bare, recorded, unrecorded] = [times.plain, times.with, times.without].map(middle);
  const ratio = (one) => (one / bare).toFixed(2);
  console.log(
    `  a start of /bin/true below the gate: ${ratio(recorded)}x with the record, ${ratio(unrecorded)}x without = ${percent(recorded, unrecorded)} (asked: 5)`,
  );
  const quick = [times.with, times.without].map((list) => partOf(list, 0.25));
  console.log(`  the quicker half of the sessions (first quartile): ${percent(...quick)}`);
}

function percent(one, other) {
  return `${((one / other - 1) * 100).toFixed(1)} %`;
}

function argvOf(name, guards, starts) {
  const run = ["run", "--gate", "on", "--console", "none", "--"];
  return name === "plain" ? starts : [process.execPath, guards[name], ...run, ...starts];
}

/** What the program itself has measured, in microseconds for each start. */
function told(home, [program, ...args]) {
  mkdirSync(join(home, "project/.git"), { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home };
  const ran = spawnSync(program, args, { cwd: join(home, "project"), env, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${program}: ${ran.status} ${ran.stderr}`);
  return Number(ran.stdout);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchRecord();
