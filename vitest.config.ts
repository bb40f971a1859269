import { defineConfig } from "vitest/config";

/** Real terminals. */
const TERMINALS = ["test/shells/**/*.test.ts", "test/launcher/**/*.test.ts", "test/e2e/approvals-*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // 2 cores: more workers only fight each other.
    maxWorkers: 2,
    // CI keeps only a part of what is printed: what failed must be that part.
    reporters: process.env["CI"] ? ["minimal"] : ["default"],
    projects: [
      { extends: true, test: { name: "all", include: ["test/**/*.test.ts"], exclude: TERMINALS } },
      { extends: true, test: { name: "terminals", include: TERMINALS } },
    ],
  },
});
