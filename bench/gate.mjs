// Prints what the exec gate costs, as ratios and medians of one run: a program's start, a build, the gate's own start.
//   npm run bench
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const guard = at("bin/guard");
const seat = at("dist/native/guard-seat");

/** The agent of the build: tells how long make took, without guard's own start. */
const TIMER = `
const { spawnSync } = require("node:child_process");
const from = performance.now();
const { status, stderr } = spawnSync("make", ["-s", "-j2"]);
if (status !== 0) throw new Error("make: " + status + " " + stderr);
console.log(performance.now() - from);
`;

export function benchGate() {
  const probe = spawnSync(seat, ["--probe-gate"], { encoding: "utf8" });
  if (probe.status !== 0) {
    console.log(`\ngate: not measured: ${probe.error?.message ?? probe.stdout.trim()}`);
    return;
  }
  const place = makePlace();
  try {
    console.log("\ngate");
    startCost(place);
    if (compile(place)) {
      for (const [name, program] of [
        ["/bin/true", "/bin/true"],
        ["a static program of the user's own", join(place.home, "nop")],
      ])
        for (const lanes of [1, 8]) execCost(place, name, program, lanes);
      buildCost(place);
    } else console.log("  a program's start, a build: no C compiler, not measured");
  } finally {
    rmSync(place.home, { recursive: true, force: true });
  }
}

/** Its user's own policy allows what is measured: nothing is asked. */
function makePlace() {
  const home = mkdtempSync("/tmp/bench-gate-");
  const [project, runtime, config] = ["project", "r", "config"].map((name) => join(home, name));
  for (const folder of [join(project, ".git"), runtime, join(config, "guard")])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(config, "guard/policy.yaml"), `version: 1\ncommands: [make, ${join(home, "nop")}]\n`);
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: runtime, XDG_CONFIG_HOME: config };
  return { home, project, env };
}

function compile({ home }) {
  writeFileSync(join(home, "nop.c"), "int main(void) { return 0; }\n");
  const cc = (...args) => spawnSync("cc", args, { stdio: "inherit" }).status === 0;
  return (
    cc("-O2", "-o", join(home, "exec-loop"), at("bench/exec-loop.c")) &&
    cc("-O2", "-static", "-o", join(home, "nop"), join(home, "nop.c"))
  );
}

function startCost(place) {
  const times = interleaved(15, {
    probe: () => timed(place, [seat, "--probe-gate"]),
    nothing: () => timed(place, ["/bin/true"]),
    off: () => timed(place, [process.execPath, guard, "run", "--gate", "off", "--", "true"]),
    on: () => timed(place, [process.execPath, guard, "run", "--gate", "on", "--", "true"]),
  });
  const { probe, nothing, off, on } = times;
  console.log(
    `  guard-seat --probe-gate: ${probe.toFixed(1)} ms (starting /bin/true: ${nothing.toFixed(1)} ms)`,
  );
  console.log(
    `  guard run -- true: --gate off ${off.toFixed(0)} ms, --gate on ${on.toFixed(0)} ms = ${ratio(on, off)}, ${(on - off).toFixed(1)} ms more`,
  );
}

function execCost(place, name, program, lanes) {
  // As many starts in all, however many at once.
  const loop = [join(place.home, "exec-loop"), String(800 / lanes), String(lanes), program];
  const { plain, gated } = interleaved(5, {
    plain: () => told(place, loop),
    gated: () => told(place, below(loop)),
  });
  console.log(
    `  a start of ${name}, ${lanes} at once: ${plain.toFixed(0)} us, below the gate ${gated.toFixed(0)} us = ${ratio(gated, plain)}`,
  );
}

function buildCost(place) {
  const files = Array.from({ length: 100 }, (_, n) => `part${n}`);
  for (const name of files) writeFileSync(join(place.project, `${name}.c`), textOf(name));
  const objects = files.map((name) => `${name}.o`).join(" ");
  writeFileSync(
    join(place.project, "Makefile"),
    `all: ${objects}\n\tar rc all.a ${objects}\n%.o: %.c\n\t$(CC) -O2 -c -o $@ $<\n.PHONY: all\n`,
  );
  writeFileSync(join(place.home, "timer.cjs"), TIMER);
  const timer = [process.execPath, join(place.home, "timer.cjs")];
  const build = (argv) => {
    for (const name of files) rmSync(join(place.project, `${name}.o`), { force: true });
    return told(place, argv);
  };
  build(timer);
  const { plain, gated } = interleaved(5, { plain: () => build(timer), gated: () => build(below(timer)) });
  console.log(
    `  make -j2 of ${files.length} C files: ${plain.toFixed(0)} ms, below the gate ${gated.toFixed(0)} ms = ${ratio(gated, plain)}`,
  );
}

/** Small, but with headers: a compiler that has nothing to do is not a build. */
function textOf(name) {
  return [
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "#include <string.h>",
    "#include <unistd.h>",
    `int ${name}(int count, char **words) {`,
    "  size_t all = 0;",
    "  for (int at = 0; at < count; at++) all += strlen(words[at]);",
    `  printf("${name} %zu %d\\n", all, (int)getpid());`,
    "  return all > 100 ? EXIT_FAILURE : EXIT_SUCCESS;",
    "}",
    "",
  ].join("\n");
}

const below = (argv) => [process.execPath, guard, "run", "--gate", "on", "--console", "none", "--", ...argv];

/** In turn, so that a neighbour's load falls on all; the medians. Each round begins with another one. */
function interleaved(rounds, measures) {
  const names = Object.keys(measures);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (let index = 0; index < names.length; index++) {
      const name = names[(round + index) % names.length];
      times[name].push(measures[name]());
    }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

function timed(place, argv) {
  const from = performance.now();
  run(place, argv);
  return performance.now() - from;
}

/** What the program itself has measured. */
function told(place, argv) {
  const measured = Number(run(place, argv));
  if (!(measured > 0)) throw new Error(`${argv.join(" ")}: told no time`);
  return measured;
}

function run({ env, project }, [program, ...args]) {
  const done = spawnSync(program, args, { env, cwd: project, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.status} ${done.stderr}`);
  return done.stdout;
}

function ratio(value, base) {
  return `${(value / base).toFixed(2)}x`;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
