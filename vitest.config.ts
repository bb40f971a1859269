import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They start processes and wait for them, for terminals and for clocks, more than they compute (less than half a core each). */
const WAITING = [
  "test/{confine,e2e,evasion,gate,launcher,native,shells}/**/*.test.ts",
  "test/install.test.ts",
];
/** So do these, and they leave watches in their process (inotify has 128 for all of a user). */
const WAITING_APART = ["test/{cli,daemon,doctor,terminal,tui}/**/*.test.ts"];

/** They measure their process, or change it: each has one of its own. */
const APART = [
  "test/{classify,decide,parse}/bounds.test.ts",
  "test/decide/{memory,stopwatch}.test.ts",
  "test/display/flags.test.ts",
  "test/ipc/system-program.test.ts",
  "test/parse/properties.test.ts",
  "test/policy/{bad-files,examples}.test.ts",
];

/** The longest, and long ones that are small: begun last, one of them would run alone. A fresh checkout knows sizes only. */
const LONG = [
  "test/install.test.ts",
  "test/evasion/guard-run.test.ts",
  "test/e2e/real-work.test.ts",
  "test/launcher/run-killed.test.ts",
  "test/e2e/confined-work-caches.test.ts",
  "test/evasion/start-up-told.test.ts",
  "test/evasion/many-at-once.test.ts",
  "test/evasion/intrusions.test.ts",
  "test/daemon/leases.test.ts",
  "test/e2e/confined-work-projects.test.ts",
  "test/e2e/approvals-card.test.ts",
  "test/e2e/approvals-consoles.test.ts",
  "test/native/build-native.test.ts",
  "test/confine/reveal.test.ts",
  "test/confine/read-only.test.ts",
  "test/e2e/confined-work-sockets.test.ts",
  "test/evasion/waiting.test.ts",
  "test/e2e/confined-work-ssh.test.ts",
  "test/e2e/confined-work-mcp.test.ts",
  "test/e2e/confined-work-gpg.test.ts",
  "test/evasion/self-approval.test.ts",
  "test/launcher/odd-place.test.ts",
  "test/doctor/docs.test.ts",
  "test/native/valgrind.test.ts",
];

const wholePath = process.env["PATH"] ?? "";
/** Without shims of version managers (pyenv …): one starts 40 programs for python3, and the gate looks at each. Those who mean one take all of it. */
const PATH = wholePath
  .split(":")
  .filter((folder) => !folder.endsWith("/shims"))
  .join(":");

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG.indexOf(relative(import.meta.dirname, moduleId));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).sort((a, b) => placeOf(a) - placeOf(b));
  }
}

export default defineConfig({
  test: {
    env: { PATH },
    provide: { wholePath },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongFirst },
    // CI keeps only a part of what is printed: what failed must be that part.
    reporters: process.env["CI"] ? ["minimal"] : ["default"],
    projects: [
      {
        extends: true,
        test: {
          name: "waiting",
          include: WAITING,
          globalSetup: "test/helpers/shared-folder.ts",
          maxWorkers: 4,
          // As below. Fixtures must not count on a module's own hooks: it is evaluated once for many files.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "waiting apart",
          include: WAITING_APART,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
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
          exclude: [...WAITING, ...WAITING_APART, ...APART],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
