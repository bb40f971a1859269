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
    const facts = { session: "k3v9x2ab", mode, tier: TIER, console, tmux: "outside", profiles } as const;
    const [line = "", ...more] = startLines({ ...facts, gate: { kind: "off" } });
    expect(more).toEqual([]);
    expect(line.length).toBeLessThanOrEqual(WIDTH);
  },
);

test.for([
  ["default", "wait", "outside", "asks: guard console"],
  ["default", "wait", "inside", "asks: guard console"],
  ["default", "auto", "outside", "asks: here"],
  ["default", "auto", "inside", "asks: a tmux split"],
  ["default", "inline", "inside", "asks: here"],
  ["default", "tmux", "outside", "asks: here"],
  ["default", "tmux", "inside", "asks: a tmux split"],
  ["default", "none", "inside", "asks: nobody, denies"],
  ["plan", "wait", "outside", "asks: nothing, denies"],
  ["plan", "none", "outside", "asks: nobody, denies"],
] as const)("whom it asks: %s, %s, %s tmux", ([mode, console, tmux, said]) => {
  const profiles = { names: [], by: "memory" } as const;
  const facts = { session: "k3v9x2ab", mode, tier: TIER, console, tmux, profiles } as const;
  expect(startLines({ ...facts, gate: { kind: "off" } })[0]).toMatch(new RegExp(`, ${said}$`));
});

test.for([
  [
    "one that is remembered",
    ["node-dev"],
    "memory",
    "profile node-dev, remembered here (undo: guard policy forget)",
  ],
  ["several by hand", ["go-dev", "cpp-dev"], "hand", "profiles go-dev, cpp-dev, by --profile"],
] as const)("profiles in force have a line of their own: %s", ([, names, by, shown]) => {
  const facts = {
    session: "k3v9x2ab",
    mode: "default",
    tier: TIER,
    console: "wait",
    tmux: "outside",
    gate: { kind: "off" },
  } as const;
  const lines = startLines({ ...facts, profiles: { names, by } });
  expect(lines).toEqual([`session k3v9x2ab, DEFAULT, ${TIER}, asks: guard console`, shown]);
});

test.for([
  ["it is there", { kind: "on" }, []],
  ["it was not wanted", { kind: "off" }, []],
  [
    "it cannot work",
    { kind: "off", reason: "this kernel is too old" },
    ["no exec gate: this kernel is too old"],
  ],
] as const)("the gate: %s", ([, gate, shown]) => {
  const facts = {
    session: "k3v9x2ab",
    mode: "default",
    tier: TIER,
    console: "wait",
    tmux: "outside",
  } as const;
  const [, ...more] = startLines({ ...facts, gate, profiles: { names: [], by: "memory" } });
  expect(more).toEqual(shown);
});
