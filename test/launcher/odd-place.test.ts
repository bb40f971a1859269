/** Whatever the folders are called, hooks and shims stand; where guard cannot make its folder, it says so and leaves none. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GUARD, hasSeat, isBuilt, Machine } from "./guard-run.ts";
import { agentScript } from "./user-terminal.ts";

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

describe.skipIf(!(isBuilt && hasSeat))("a runtime folder with a strange name", () => {
  test.for(["a:b", "a$x", "a`x", "a'b", "two words", "ü+x"])(
    "%j: lines and programs are asked",
    async (name) => {
      const runtime = join(machine.folder, name);
      const temporary = join(machine.folder, "t");
      for (const folder of [runtime, temporary]) mkdirSync(folder, { mode: 0o700 });
      const agent = agentScript(machine, "a", "/bin/bash -c '> line'; touch program; echo done");
      const env = { ...machine.env, XDG_RUNTIME_DIR: runtime, TMPDIR: temporary };
      const run = machine.run(["--console", "none", "--", agent], { env });
      expect((await run.closed).code).toBe(0);
      expect(run.stdout).toBe("done\n");
      expect(run.stderr.split("guard: denied: ")).toHaveLength(3);
      expect(readdirSync(machine.work)).toEqual([]);
    },
  );
});

describe.skipIf(!isBuilt)("where guard run cannot start, it says why, and leaves no folder", () => {
  const rows: readonly [what: string, limits: string, says: RegExp][] = [
    ["a umask that takes the user's own rights", "umask 0277", /^guard: umask 0277 .*umask 022$/m],
    ["a umask that takes all rights", "umask 0777", /^guard: umask 0777 .*umask 022$/m],
    [
      "nothing can be written",
      "ulimit -f 0",
      /^guard: nothing can be written below \/.* \(EFBIG\); make room/m,
    ],
  ];
  test.for(rows)("%s", async ([, limits, says]) => {
    const run = machine.spawn("/bin/sh", ["-c", `${limits}; exec "${GUARD}" run --gate off -- true`]);
    expect((await run.closed).code).toBe(125);
    expect(run.stderr).toMatch(says);
    await machine.leavesNothing();
  });

  test("too few open files: never in words of the runtime", async () => {
    const counts = Array.from({ length: 8 }, (_, index) => 19 + index);
    const runs = counts.map((count) =>
      machine.spawn("/bin/sh", ["-c", `ulimit -n ${count}; exec "${GUARD}" run --gate off -- true`]),
    );
    await Promise.all(runs.map(({ closed }) => closed));
    const told = runs.map(({ stderr }) => stderr).join("");
    expect(told).not.toMatch(/Cannot read properties|TypeError/);
    expect(told).toContain(
      "guard: the daemon did not start (too many open files; raise the limit: ulimit -n)\n",
    );
    await machine.leavesNothing();
  });
});
