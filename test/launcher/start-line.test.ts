/** The start line fits a terminal of 80 columns in every mode. */
import { expect, test } from "vitest";
import { MODES } from "../../src/core/ruling.ts";
import { startLines } from "../../src/launcher/start-line.ts";

const TIER = "hooks+shims (advisory)";
const WIDTH = 80 - "guard: ".length;

test.for(MODES.flatMap((mode) => (["wait", "none"] as const).map((console) => ({ mode, console }))))(
  "$mode, $console: one line, 80 columns at most",
  ({ mode, console }) => {
    const profiles = { names: [], by: "memory" } as const;
    const [line = "", ...more] = startLines({ session: "k3v9x2ab", mode, tier: TIER, console, profiles });
    expect(more).toEqual([]);
    expect(line.length).toBeLessThanOrEqual(WIDTH);
  },
);

test.for([
  [
    "one that is remembered",
    ["node-dev"],
    "memory",
    "profile node-dev, remembered here (undo: guard policy forget)",
  ],
  ["several by hand", ["go-dev", "cpp-dev"], "hand", "profiles go-dev, cpp-dev, by --profile"],
] as const)("profiles in force have a line of their own: %s", ([, names, by, shown]) => {
  const facts = { session: "k3v9x2ab", mode: "default", tier: TIER, console: "wait" } as const;
  const lines = startLines({ ...facts, profiles: { names, by } });
  expect(lines).toEqual([`session k3v9x2ab, DEFAULT, ${TIER}, asks: guard pending`, shown]);
});
