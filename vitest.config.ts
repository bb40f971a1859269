import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    // 2 cores: more workers only fight each other.
    maxWorkers: 2,
  },
});
