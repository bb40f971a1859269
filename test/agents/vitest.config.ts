/** Opt-in (`npm run test:agents`): needs agents from npm, some 600 MB. Their file ends in .e2e.ts, so that `npm test` leaves it out. */
import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest takes it from here
export default defineConfig({
  test: {
    include: ["test/agents/**/*.e2e.ts"],
    testTimeout: 120_000,
    reporters: ["verbose"],
    // Agents are heavy; two at once on two cores run into their own timeouts.
    maxWorkers: 1,
  },
});
