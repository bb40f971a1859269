// Prints what reading the record costs: a million records, whole `guard log` processes and the same queries inside of one.
//   node bench/audit.mjs [RECORDS] [FOLDER]     keeps FOLDER, and uses what is there
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeRecord } from "../dist/audit/encode-record.js";
import { AuditStore } from "../dist/audit/store.js";
import { History } from "../dist/history/history.js";

const GUARD = fileURLToPath(new URL("../bin/guard", import.meta.url));
const DAY_MS = 86_400_000;

/** What a person may look for: as `guard log` takes it, and as a filter. */
const QUERIES = {
  "no filter": [[], {}],
  "--verdict deny": [["--verdict", "deny"], { verdict: "deny" }],
  "--session of 500": [["--session", "s0000700"], { session: "s0000700" }],
  "--program git": [["--program", "git"], { program: "git" }],
  "--program terraform (rare)": [["--program", "terraform"], { program: "terraform" }],
  "--rule floor (several)": [["--rule", "floor"], { rule: "floor" }],
  "--person alice": [["--person", "alice"], { person: "alice" }],
  "--project and deny": [
    ["--project", "/home/me/project-7", "--verdict", "deny"],
    { project: "/home/me/project-7", verdict: "deny" },
  ],
  "--agent and --by (never together)": [
    ["--agent", "codex", "--by", "grant"],
    { agent: "codex", decider: "grant" },
  ],
  "--since --until, old": [
    ["--since", "2026-01-20", "--until", "2026-01-21"],
    { sinceMs: Date.parse("2026-01-20"), untilMs: Date.parse("2026-01-21") },
  ],
  "--text, in many": [["--text", "feature"], { text: "feature" }],
  "--text, in one old": [["--text", "Widget-000777."], { text: "Widget-000777." }],
  "--text, in none": [["--text", "nowhere at all"], { text: "nowhere at all" }],
  "--text and --program": [["--text", "widget-9", "--program", "rm"], { text: "widget-9", program: "rm" }],
};

export function benchLog(records = 1_000_000, kept = undefined) {
  const home = kept ?? mkdtempSync("/tmp/bench-audit-");
  const file = join(home, "guard/audit.db");
  try {
    if (!existsSync(file)) fill(file, records);
    console.log(`\nguard log, ${records.toLocaleString("en")} records`);
    const from = performance.now();
    const first = open(file);
    if (first === undefined) throw new Error("no history");
    console.log(`index made or brought up to date in ${((performance.now() - from) / 1000).toFixed(1)} s`);
    for (const name of ["guard/audit.db", "guard/audit/index.db"]) {
      const { size } = statSync(join(home, name));
      console.log(`${name}: ${(size / 1e6).toFixed(0)} MB, ${(size / records).toFixed(0)} bytes per record`);
    }
    inside(first);
    first.close();
    outside(home);
  } finally {
    if (kept === undefined) rmSync(home, { recursive: true, force: true });
  }
}

function open(file) {
  const opened = History.open({ file, onNew: () => undefined, onNotKept: console.log });
  if (opened.kind === "failed") throw new Error(opened.reason);
  return opened.kind === "open" ? opened.history : undefined;
}

function inside(history) {
  console.log("inside:");
  for (const [name, [, filter]] of Object.entries(QUERIES)) {
    let found = 0;
    report(name, 15, () => {
      const seqs = history.last(filter, 50);
      for (const seq of seqs) history.read(seq);
      found = seqs.length;
    });
    if (found === 0 && !name.includes("none") && !name.includes("never"))
      console.log(`  (${name}: nothing is found)`);
  }
}

/** In turn with a bare node: the machine's load is the same for both. */
function outside(home) {
  console.log("whole processes, in turn with `node -e 0`; cpu: user and system time of the process:");
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: home, NO_COLOR: "1" };
  const commands = Object.entries(QUERIES).map(([name, [args]]) => [`guard log ${name}`, ["log", ...args]]);
  for (const [name, args] of [...commands, ["guard stats", ["stats"]]]) {
    const bare = [];
    const own = [];
    for (let round = 0; round < (args[0] === "stats" ? 3 : 12); round++) {
      bare.push(timed(["-e", "0"], env));
      own.push(timed([GUARD, ...args], env));
    }
    const show = (runs) =>
      `${at(runs, "ms", 0.5)} ms, p95 ${at(runs, "ms", 0.95)} ms, cpu ${at(runs, "cpuMs", 0.5)} ms`;
    console.log(`  ${name.padEnd(45)} ${show(own)}   (node: ${show(bare)})`);
  }
}

function at(runs, name, share) {
  const sorted = runs.map((run) => run[name]).sort((a, b) => a - b);
  return String(Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))])).padStart(
    4,
  );
}

function timed(args, env) {
  const from = performance.now();
  const line = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>/dev/null';
  const { stderr } = spawnSync("bash", ["-c", line, "bash", process.execPath, ...args], {
    env,
    encoding: "utf8",
  });
  const ms = performance.now() - from;
  const [user, system] = stderr.trim().split(" ").map(Number);
  return { ms, cpuMs: 1000 * (user + system) };
}

function report(name, rounds, run) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const from = performance.now();
    run();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  console.log(`  ${name.padEnd(45)} median ${at(0.5).padStart(7)} ms   p95 ${at(0.95).padStart(7)} ms`);
}

/** Distinct commands, in sessions of 500 checks, spread over 300 days. */
export function fill(file, records) {
  let nowMs = Date.parse("2026-01-15T08:00:00Z");
  const opened = AuditStore.open({
    file,
    session: "bench000",
    waitMs: 1_000,
    opening: "first",
    nowMs: () => nowMs,
  });
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  const batch = 1_000;
  for (let at = 0; at < records; at += batch) {
    nowMs += (300 * DAY_MS * batch) / records;
    const texts = Array.from({ length: Math.min(batch, records - at) }, (_, index) =>
      encodeRecord(recordOf(at + index)),
    );
    const stored = opened.store.write(texts);
    if (stored.kind !== "stored") throw new Error(JSON.stringify(stored));
    if (at % 50_000 === 0) opened.store.carryOver();
  }
  opened.store.carryOver();
  opened.store.close();
}

const hex = (number, digits) => number.toString(16).padStart(digits, "0").slice(-digits);
/** Plausible, and the same each time. */
const pick = (list, number) => list[((number * 2_654_435_761) >>> 7) % list.length];
const COMMANDS = [
  (n) => `cat src/components/widget-${n}.tsx | head -${(n % 90) + 10}`,
  (n) => `grep -rn "useFeature${n}" src --include='*.ts' | head -20`,
  (n) => `cd packages/module-${n % 97} && git diff HEAD~${n % 9} -- feature-${n}.ts`,
  (n) => `ls -la build/output/${n}`,
  (n) => `sed -n '${n},${n + 40}p' src/server/handler.ts`,
  (n) => `npm run test -- widget-${n}.test.ts`,
  (n) => `git commit -m "fix: widget ${n} keeps its size"`,
  (n) => `python3 -c 'print(${n})'`,
  (n) => `rm -rf build/cache-widget-${n}`,
  (n) => ["/usr/bin/node", "node_modules/.bin/tsc", "--noEmit", "-p", `packages/module-${n % 97}`],
];

const PLAIN = {
  ruling: "allow",
  verdict: "allow",
  approved: true,
  reason: "it only reads, lists or searches",
  rule: "mode.reads",
  decided_by: "mode",
  risk: "safe",
};

function decidedOf(number, agent) {
  const latency_ms = Math.round((0.2 + (number % 97) / 40) * 100) / 100;
  if (number % 61 === 0) {
    const rule = pick(["floor.catastrophe", "floor.secrets", "user.no-push"], number);
    const reason = "it would delete what is not the project's";
    return {
      ...PLAIN,
      ruling: "deny",
      verdict: "deny",
      approved: false,
      reason,
      rule,
      decided_by: "rule",
      latency_ms,
      risk: "dangerous",
    };
  }
  if (number % 23 === 0) {
    const asked_ms = 1_500 + (number % 9_000);
    const person = `console:${pick(["alice", "bob"], number)}`;
    const said = {
      ruling: "ask",
      reason: "a person allowed it",
      rule: "mode.default",
      decided_by: "person",
      person,
    };
    const more = { effects: ["write:/home/me/build"], rulings: ["mode:ask:mode.default"] };
    return { ...PLAIN, ...said, ...more, asked_ms, latency_ms: asked_ms + 1, risk: "needs-review" };
  }
  const isGranted = agent === "claude" && number % 100 === 3;
  return { ...PLAIN, ...(isGranted ? { decided_by: "grant" } : {}), latency_ms };
}

function commandOf(number) {
  if (number === 777) return "cat 'Widget-000777.md'";
  return number % 20_011 === 5 ? `terraform plan -out plan-${number}` : pick(COMMANDS, number)(number);
}

function recordOf(number) {
  const start = hex(number, 8).slice(0, 4);
  const end = hex(number * 2_654_435_761, 12);
  const run = Math.floor(number / 500);
  const agent = pick(["claude", "codex", "gemini"], run);
  const command = commandOf(number);
  const cwd = `/home/me/project-${run % 40}`;
  return {
    request_id: `0198${start}-${hex(number, 4)}-7000-8${hex(number * 7, 3)}-${end}`,
    session: `s${String(run).padStart(7, "0")}`,
    agent,
    project: cwd,
    tool_name: "shell",
    kind: typeof command === "string" ? "line" : "argv",
    layer: "gate",
    command,
    cwd,
    shell: "bash",
    pid: number % 32_768,
    mode: "default",
    timeout: false,
    ...decidedOf(number, agent),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  benchLog(Number(process.argv[2] ?? 1_000_000), process.argv[3]);
