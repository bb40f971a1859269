// Prints how fast guard is, as ratios and medians of one run. Timed assertions do not belong in tests: read, compare, decide.
//   npm run bench
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { loadKnowledge } from "../dist/classify/load-knowledge.js";
import { createEngine } from "../dist/decide/engine.js";
import { parseLine } from "../dist/parse/parse.js";
import { benchApprovals } from "./approvals.mjs";
import { benchLog } from "./audit.mjs";
import { benchConfinement } from "./confine.mjs";
import { benchGate } from "./gate.mjs";
import { benchRecord } from "./record.mjs";
import { benchSession } from "./session.mjs";

const HOME = "/home/me";
const CWD = "/home/me/project";
const guard = fileURLToPath(new URL("../bin/guard", import.meta.url));
const rows = ["must-allow", "must-ask", "must-deny", "full-auto", "plan"].flatMap((name) =>
  parse(readFileSync(new URL(`../test/corpus/${name}.yaml`, import.meta.url), "utf8")),
);
const lines = [...new Set(rows.map((row) => row.line))];
const loaded = loadKnowledge();
if (loaded.kind === "unusable") throw new Error(loaded.reason);
// With a source of grants nothing is remembered: each line is judged anew.
const engine = createEngine({
  home: HOME,
  project: CWD,
  knowledge: loaded.knowledge,
  findGrant: () => undefined,
});
const check = (line) => engine.check({ what: { kind: "line", line }, cwd: CWD });

const plain = [];
const voted = [];
for (const line of lines) {
  const parsed = parseLine(line, { dialect: "bash", home: HOME, cwd: CWD });
  const result = await check(line);
  if (parsed.kind === "parsed" && parsed.plain) plain.push(line);
  else if (result.ruling === "allow") voted.push(line);
}

console.log(`node ${process.version}, ${lines.length} lines of test/corpus\n`);
await throughput("plain lines", plain, 20);
await throughput("lines with the second parser's vote", voted, 20);
await worstCases();
await longArgvs();
coldStart();
await benchSession();
await benchApprovals();
benchGate();
await benchRecord();
benchLog();
benchConfinement(console.log);

async function throughput(name, some, rounds) {
  for (let round = 0; round < 3; round++) for (const line of some) await check(line);
  const times = [];
  const started = performance.now();
  for (let round = 0; round < rounds; round++) {
    for (const line of some) {
      const from = performance.now();
      await check(line);
      times.push(performance.now() - from);
    }
  }
  const perSecond = Math.round(times.length / ((performance.now() - started) / 1000));
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(3);
  console.log(
    `${name} (${some.length}): ${perSecond}/s, median ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${times.at(-1).toFixed(1)} ms`,
  );
}

async function worstCases() {
  const cases = {
    "60,000 braces": "{".repeat(60_000),
    "30,000 substitutions": "$(".repeat(30_000),
    "16,000 here-documents": "<<E ".repeat(16_000),
    "30,000 words": `echo ${"a ".repeat(30_000)}`,
    "16,000 assignments": "a=1;".repeat(16_000),
    "10 MB": "a".repeat(10_000_000),
    "64 KiB of nested sh -c": nest(12),
    "doubling variables": `${"x=$x$x;".repeat(40)}$x`,
    "2,000 commands": "ls -la /tmp | grep x;".repeat(2_000),
  };
  let worst = 0;
  for (const [name, line] of Object.entries(cases)) {
    const from = performance.now();
    const { ruling } = await check(line);
    const ms = performance.now() - from;
    worst = Math.max(worst, ms);
    console.log(`  ${name}: ${ruling} in ${ms.toFixed(0)} ms`);
  }
  console.log(`slowest line: ${worst.toFixed(0)} ms\n`);
}

/** Beside the time: how long other checks had to wait at a stretch. */
async function longArgvs() {
  const names = Array.from({ length: 32_000 }, (_, index) => `src/some/folder/file-${index}.test.ts`);
  const letters = Array(69_000).fill("a");
  for (const argv of [
    ["touch", ...names],
    ["touch", ...letters],
    ["bash", "-c", 'rm "$@"', "_", ...names],
  ]) {
    const from = performance.now();
    let [last, longest, done] = [from, 0, false];
    const checked = engine.check({ what: { kind: "argv", argv }, cwd: CWD }).finally(() => (done = true));
    while (!done) {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - last);
    }
    const { ruling } = await checked;
    const ms = performance.now() - from;
    console.log(
      `  ${argv[0]}, ${argv.length} words: ${ruling} in ${ms.toFixed(0)} ms, at most ${longest.toFixed(0)} ms at a stretch`,
    );
  }
}

function nest(depth) {
  let line = "rm -rf /";
  for (let i = 0; i < depth && line.length < 30_000; i++) line = `sh -c '${line.replaceAll("'", "'\\''")}'`;
  return line;
}

function coldStart() {
  const bare = median(() => run(["-e", "0"]));
  const plainCheck = median(() => run([guard, "check", "--", "git status"]));
  const votedCheck = median(() => run([guard, "check", "--", "for f in src/*.ts; do wc -l $f; done"]));
  console.log(`cold start: node -e 0 ${bare.toFixed(0)} ms`);
  console.log(`  guard check, plain line ${plainCheck.toFixed(0)} ms = ${(plainCheck / bare).toFixed(2)}x`);
  console.log(`  guard check, with vote  ${votedCheck.toFixed(0)} ms = ${(votedCheck / bare).toFixed(2)}x`);
}

function run(args) {
  const from = performance.now();
  spawnSync(process.execPath, args, { stdio: "ignore" });
  return performance.now() - from;
}

function median(measure) {
  const times = Array.from({ length: 15 }, measure).sort((a, b) => a - b);
  return times[7];
}
