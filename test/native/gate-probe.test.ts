/** `guard-seat --probe-gate` tells whether the exec gate can work here: it is tried, and why it cannot is said in one line. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findSeat } from "../launcher/seat-host.ts";

const SHIMS = resolve(import.meta.dirname, "../../shims");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-probe-")));
const seat = findSeat() ?? "";
const hindered = join(folder, "hindered");
const hasCompiler = spawnSync("/bin/sh", ["-c", "command -v make && command -v cc"]).status === 0;
const canTry = hasCompiler && process.platform === "linux" && ["x64", "arm64"].includes(process.arch);
if (!canTry) process.stdout.write("skipped: the gate's probe: Linux and a C compiler are needed\n");

const make = (out: string, ...words: readonly string[]) =>
  execFileSync("make", ["-s", "-C", SHIMS, `OUT=${out}`, `${out}/guard-seat`, ...words]);
// In a build with sanitizers: the detector of leaks traces too.
const env = { ...process.env, ASAN_OPTIONS: "detect_leaks=0" };
const run = (...argv: readonly [string, ...string[]]) => {
  const { status, stdout, stderr } = spawnSync(argv[0], argv.slice(1), { encoding: "utf8", env });
  return { status, stdout, stderr };
};

/** Some fifty files, on a machine that does other work as well. */
const COMPILE_LIMIT_MS = 60_000;

beforeAll(() => {
  if (!canTry) return;
  execFileSync("cc", [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-o",
    hindered,
    join(import.meta.dirname, "hindered.c"),
  ]);
}, COMPILE_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const worksHere = () => run(seat, "--probe-gate").status === 0;
const { EINVAL, ENOSYS, EPERM } = constants.errno;

describe.skipIf(!canTry)("where the gate can work", () => {
  test("the probe says nothing, and leaves nothing behind", ({ skip }) => {
    if (!worksHere()) skip("the gate cannot work on this machine");
    expect(run(seat, "--probe-gate")).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("it does not take longer than a start may: 5 ms, at its best", ({ skip }) => {
    if (!worksHere() || process.env["GUARD_TEST_SEAT"] !== undefined) skip("nothing to measure here");
    const takes = (option: string) => {
      const beganAt = performance.now();
      run(seat, option);
      return performance.now() - beganAt;
    };
    let [probe, nothing] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    // In turns, and often where others use the machine too: only what took longest without need is left out.
    for (let left = 200; left > 0 && !(probe - nothing < 5); left--) {
      probe = Math.min(probe, takes("--probe-gate"));
      nothing = Math.min(nothing, takes("--probed"));
    }
    expect(probe - nothing).toBeLessThan(5);
  });

  test("SIGCHLD that is ignored above does not disturb it", ({ skip }) => {
    if (!worksHere()) skip("the gate cannot work on this machine");
    expect(run("env", "--ignore-signal=CHLD", seat, "--probe-gate").status).toBe(0);
  });
});

describe.skipIf(!canTry)("where it cannot, one line says why and what to do", () => {
  test.for([
    [`seccomp=${EINVAL}`, /^this kernel \(\S+\) has no seccomp user notification; use Linux 5\.5 or newer$/],
    [`seccomp=${ENOSYS}`, /^this kernel \(\S+\) has no seccomp user notification; use Linux 5\.5 or newer$/],
    [
      `seccomp=${EPERM}`,
      /^seccomp filters are refused here; does a container forbid them\? \(Operation not /,
    ],
    ["listener", /^another sandbox above \(a seccomp listener\) .*; start guard outside of it$/],
    ["traced", /^process \d+ \(strace, a debugger\) traces .*; start guard outside of it$/],
    [
      `ptrace=${EPERM}`,
      /^tracing is refused here; a container may need --cap-add=SYS_PTRACE \(Operation not /,
    ],
  ] as const)("%s", ([how, says]) => {
    const { status, stdout, stderr } = run(hindered, how, seat, "--probe-gate");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toMatch(/^[^\n]+\n$/);
    expect(stdout.trim()).toMatch(says);
  });

  /** This kernel may have no Yama: its file is made, and tracing refused as it would refuse it. */
  const withScope = (scope: number) => {
    const place = "/proc/sys/kernel";
    const words = `mount -t tmpfs none ${place} && mkdir ${place}/yama && echo ${scope} > ${place}/yama/ptrace_scope`;
    const line = `${words} && exec ${hindered} ptrace=${EPERM} ${seat} --probe-gate`;
    return run("unshare", "--mount", "sh", "-c", line);
  };
  const canMount =
    spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/proc/sys/kernel"]).status === 0;
  test.skipIf(!canMount).for([
    [1, /^tracing is refused here; /],
    [2, /^\/proc\/sys\/kernel\/yama\/ptrace_scope is 2, .*; as root: sysctl kernel\.yama\.ptrace_scope=1$/],
    [3, /^\/proc\/sys\/kernel\/yama\/ptrace_scope is 3, .*until the machine starts again; .*ptrace_scope=1$/],
  ] as const)("Yama's scope %d", ([scope, says]) => {
    const { status, stdout } = withScope(scope);
    expect(status).toBe(1);
    expect(stdout.trim()).toMatch(says);
  });

  test("a guard-seat that was built without the gate", () => {
    const out = join(folder, "none");
    make(out, "WITH_GATE=no");
    const { status, stdout } = run(join(out, "guard-seat"), "--probe-gate");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^this guard was built without it; build guard again .*\n$/);
  });
});
