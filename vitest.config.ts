import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They start processes and wait for them, for terminals and for clocks, more than they compute (half a core each, measured). */
const WAITING = [
  "test/{cli,confine,daemon,doctor,e2e,evasion,gate,launcher,native,shells,terminal,tui}/**/*.test.ts",
  "test/install.test.ts",
];

/** They measure their process, or change it: each has one of its own. */
const APART = [
  "test/{classify,decide,parse}/bounds.test.ts",
  "test/decide/{memory,stopwatch}.test.ts",
  "test/display/flags.test.ts",
  "test/ipc/system-program.test.ts",
  "test/parse/properties.test.ts",
  "test/policy/{bad-files,examples}.test.ts",
];

/** Over 20 seconds each: begun last, one of them would run alone. A fresh checkout knows sizes only, and some of these are small. */
const LONG = [
  "test/launcher/run-killed.test.ts",
  "test/evasion/guard-run.test.ts",
  "test/install.test.ts",
  "test/e2e/approvals-card.test.ts",
  "test/e2e/real-work.test.ts",
  "test/evasion/intrusions.test.ts",
  "test/e2e/confined-work-caches.test.ts",
  "test/daemon/leases.test.ts",
  "test/e2e/approvals-consoles.test.ts",
  "test/evasion/other-view.test.ts",
  "test/e2e/confined-work-sockets.test.ts",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONG.includes(relative(import.meta.dirname, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongFirst },
    // CI keeps only a part of what is printed: what failed must be that part.
    reporters: process.env["CI"] ? ["minimal"] : ["default"],
    projects: [
      {
        extends: true,
        test: { name: "waiting", include: WAITING, maxWorkers: 3, sequence: { groupOrder: 0 } },
      },
      // 2 cores: more workers only fight each other.
      {
        extends: true,
        test: { name: "apart", include: APART, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      // One process for many files, as the daemon is one for many checks: to start one for each costs 0.3 s of a core.
      {
        extends: true,
        test: {
          name: "computing",
          include: ["test/**/*.test.ts"],
          exclude: [...WAITING, ...APART],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
