/** --gate auto, on and off: where the gate cannot work it is said why, and `on` starts nothing. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasSeat, isBuilt, Machine, type Run } from "./guard-run.ts";
import { copyInstallation } from "./installation.ts";
import { readOr } from "./user-terminal.ts";

const canRun = isBuilt && hasSeat;
const place = new Machine();
const guard = join(place.folder, "install/bin/guard");
const seat = join(place.folder, "install/dist/native/guard-seat");
beforeAll(() => {
  if (canRun) copyInstallation(place.folder, ["guard-ask", "guard-seat", "beyond-node.node", "shims"]);
  return () => rmSync(place.folder, { recursive: true, force: true });
});

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

/** A seat in whose place the probe fares so; it tells which of them were started. */
function probeBy(steps: string): void {
  const real = join(machine.folder, "guard-seat");
  if (!existsSync(`${seat}.real`)) writeFileSync(`${seat}.real`, readFileSync(seat), { mode: 0o755 });
  writeFileSync(real, readFileSync(`${seat}.real`), { mode: 0o755 });
  rmSync(seat);
  const lines = [`echo "\${1%%=*}" >> ${machine.folder}/told`, `[ "$1" != --probe-gate ] || { ${steps}; }`];
  writeFileSync(seat, `#!/bin/sh\n${lines.join("\n")}\nexec ${real} "$@"\n`, { mode: 0o755 });
}

const run = (...args: readonly string[]): Run => machine.spawn(guard, ["run", ...args]);
const probes = () => readOr(join(machine.folder, "told"), "").split("--probe-gate\n").length - 1;
const REFUSED = "echo 'the test says no; ask the test'; exit 1";

describe.skipIf(!canRun)("where the probe fails", () => {
  test("auto: hooks and shims, and one line more that says why", async () => {
    probeBy(REFUSED);
    const { closed, stderr } = await ended(run("--gate", "auto", "--", "true"));
    expect(closed).toEqual({ code: 0, signal: null });
    const [first, ...more] = stderr.trim().split("\n");
    expect(first).toMatch(/^guard: session [a-z0-9]{8}, DEFAULT, (?:confined\+)?hooks\+shims \(advisory\), /);
    expect(more).toEqual(["guard: no exec gate: the test says no; ask the test"]);
    expect(probes()).toBe(1);
  });

  test("auto is what is meant without the option", async () => {
    probeBy(REFUSED);
    expect((await ended(run("--", "true"))).stderr).toContain("no exec gate: the test says no");
  });

  test("on: nothing is started, 125, and the reason", async () => {
    probeBy(REFUSED);
    const { closed, stderr } = await ended(run("--gate", "on", "--", "touch", "ran"));
    expect(closed.code).toBe(125);
    expect(stderr).toBe(
      "guard: the exec gate cannot work here: the test says no; ask the test; nothing was started\n",
    );
    expect(existsSync(join(machine.work, "ran"))).toBe(false);
    await machine.leavesNothing();
  });

  test("off: nothing is tried, and nothing said", async () => {
    probeBy(REFUSED);
    const { stderr } = await ended(run("--gate", "off", "--", "true"));
    expect(stderr).toMatch(/^guard: session .*hooks\+shims \(advisory\).*\n$/);
    expect(probes()).toBe(0);
  });

  test.for([
    ["ends without a word", "exit 3", /--probe-gate ended with 3; install guard again/],
    ["dies", "kill -ALRM $$", /--probe-gate ended with SIGALRM; install guard again/],
    ["is an older one", "exec >/dev/null; set -- --what", /--probe-gate ended with 125; install guard again/],
    ["says more than a line", "printf 'one\\ntwo\\n'; exit 1", /here: one; nothing was started\n$/],
    ["says strange things", "printf 'a\\033[2Jb\\n'; exit 1", /here: a<U\+001B>\[2Jb; nothing/],
  ] as const)("a probe that %s", async ([, steps, says]) => {
    probeBy(steps);
    const { closed, stderr } = await ended(run("--gate", "on", "--", "true"));
    expect(closed.code).toBe(125);
    expect(stderr).toMatch(says);
    await machine.leavesNothing();
  });

  test.for([
    [
      "auto",
      0,
      /^guard: session .*, (?:confined\+)?hooks\+shims \(advisory; without seat: install guard again\), .*\n/,
    ],
    ["on", 125, /^guard: the exec gate cannot work here: guard-seat is missing .*; nothing was started\n$/],
  ] as const)("a seat that was lost, --gate %s: no word about a compiler", async ([gate, code, says]) => {
    probeBy(REFUSED);
    rmSync(seat);
    const { closed, stderr } = await ended(run("--gate", gate, "--", "true"));
    writeFileSync(seat, readFileSync(`${seat}.real`), { mode: 0o755 });
    expect(closed.code).toBe(code);
    expect(stderr).toMatch(says);
    expect(stderr).toContain(
      "guard-seat is missing from guard's dist/native; install guard again (./install.sh)",
    );
    expect(stderr).not.toContain("compiler");
    await machine.leavesNothing();
  });

  test("a seat that is no program", async () => {
    probeBy(REFUSED);
    rmSync(seat);
    writeFileSync(seat, "\0not a program\n", { mode: 0o644 });
    const { closed, stderr } = await ended(run("--gate", "on", "--", "true"));
    expect(closed.code).toBe(125);
    expect(stderr).toMatch(/^guard: the exec gate cannot work here: .*EACCES; nothing was started\n$/);
    await machine.leavesNothing();
  });
});

async function ended(one: Run) {
  const closed = await one.closed;
  return { closed, stderr: one.stderr };
}
