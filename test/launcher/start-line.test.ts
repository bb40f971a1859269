/** The start line fits a terminal of 80 columns in every mode and tier. */
import { describe, expect, test } from "vitest";
import { MODES } from "../../src/core/ruling.ts";
import type { Confined } from "../../src/launcher/confine-agent.ts";
import { type StartFacts, startLines } from "../../src/launcher/start-line.ts";

const TIER = "hooks+shims (advisory)";
const WIDTH = 80 - "guard: ".length;
const OPEN = "programs can read your keys and write start-up files";

const FACTS: StartFacts = {
  session: "k3v9x2ab",
  mode: "default",
  tier: TIER,
  console: "wait",
  tmux: "outside",
  profiles: { names: [], by: "memory" },
  gate: { kind: "off" },
  confinement: { kind: "off" },
  confined: undefined,
  ways: [],
  reveals: [],
};

describe.each([TIER, "gate+hooks"])("%s", (tier) => {
  test.for(MODES.flatMap((mode) => (["wait", "none"] as const).map((console) => ({ mode, console }))))(
    "$mode, $console: one line and what is not held, 80 columns at most each",
    ({ mode, console }) => {
      const lines = startLines({ ...FACTS, tier, mode, console });
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(mode === "plan" ? 80 : WIDTH);
    },
  );
});

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
  expect(startLines({ ...FACTS, mode, console, tmux })[0]).toMatch(new RegExp(`, ${said}$`));
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
  const lines = startLines({ ...FACTS, profiles: { names, by } });
  expect(lines).toEqual([
    `session k3v9x2ab, DEFAULT, ${TIER}, asks: guard console`,
    `not confined: ${OPEN}`,
    shown,
  ]);
});

test.for([
  ["it is there", { kind: "on" }, []],
  [
    "it is there, without its rule for sockets",
    { kind: "on", open: "pidfd_getfd is refused" },
    ["sockets that lead out are not held: pidfd_getfd is refused"],
  ],
  ["it was not wanted", { kind: "off" }, []],
  [
    "it cannot work",
    { kind: "off", reason: "this kernel is too old" },
    ["no exec gate: this kernel is too old"],
  ],
] as const)("the gate: %s", ([, gate, shown]) => {
  const [, ...more] = startLines({ ...FACTS, gate });
  expect(more).toEqual([...shown, `not confined: ${OPEN}`]);
});

test("without confinement PLAN and --reveal say what they do not hold and open", () => {
  const [, ...more] = startLines({ ...FACTS, mode: "plan", reveals: ["/x"] });
  expect(more).toEqual([
    "PLAN holds commands only: not confined, the agent's own edit tools can write",
    "--reveal opens sockets only: nothing is hidden without confinement",
  ]);
});

test.for([
  ["it was not wanted", { kind: "off" }, [`not confined: ${OPEN}`]],
  [
    "it cannot work",
    { kind: "off", reason: "bubblewrap is not installed" },
    ["not confined: bubblewrap is not installed", `so ${OPEN}`],
  ],
] as const)("confinement: %s", ([, confinement, shown]) => {
  const [, ...more] = startLines({ ...FACTS, confinement });
  expect(more).toEqual(shown);
});

const planned = (plan: Partial<Confined["plan"]>): Confined => ({
  seat: {
    bwrap: "/usr/bin/bwrap",
    plan: "/s/confine.args",
    mounts: "/s/confine.mounts",
    kept: "/s/confine.kept",
    dev: "room",
    devices: [],
    sandboxes: { kind: "refused" },
  },
  plan: {
    args: [],
    mounts: [],
    hidden: [],
    readOnly: [],
    kept: [],
    absent: new Map(),
    keptWords: [],
    revealed: [],
    project: "writable",
    warnings: [],
    ...plan,
  },
});

test.for<[string, StartFacts["gate"], string]>([
  ["a gate", { kind: "on" }, "revealed to the agent: unix-datagrams"],
  ["a gate that cannot hold them", { kind: "on", open: "why" }, "not closed in any case: unix-datagrams"],
  ["no gate", { kind: "off" }, "not closed in any case: unix-datagrams"],
])("what is opened besides paths is said: %s", ([, gate, line]) =>
  expect(startLines({ ...FACTS, gate, ways: ["unix-datagrams"] })).toContain(line),
);

test.for<[string, Partial<StartFacts>, Partial<Confined["plan"]>, string[]]>([
  ["nothing special is nothing to tell", {}, { hidden: ["/home/u/.ssh"] }, []],
  [
    "what could not be done is said",
    {},
    { warnings: ["the project lies in ~/.aws"] },
    ["the project lies in ~/.aws"],
  ],
  [
    "what was opened is named",
    {},
    { revealed: [{ path: "/home/u/.aws", was: "hidden" }] },
    ["revealed to the agent: /home/u/.aws"],
  ],
  [
    "guard's own is not opened",
    {},
    { revealed: [{ path: "/etc/guard", was: "guard" }] },
    ["not revealed, for it is guard's own: /etc/guard"],
  ],
  [
    "what is open anyway is said",
    {},
    { revealed: [{ path: "/home/u/src", was: "nothing" }] },
    ["not hidden in any case: /home/u/src"],
  ],
  [
    "what would open everything is not opened",
    {},
    { revealed: [{ path: "/", was: "too-wide" }] },
    ["not revealed, for it would open everything: / (use --confine off if you mean that)"],
  ],
  [
    "a slip in a name is seen",
    {},
    { revealed: [{ path: "/home/u/.awz", was: "absent" }] },
    ["not there, so nothing was revealed: /home/u/.awz"],
  ],
  [
    "PLAN",
    { mode: "plan" },
    { project: "read-only" },
    ["the project is read-only for the agent and all that it starts"],
  ],
  [
    "PLAN in the home folder",
    { mode: "plan" },
    { project: "holds-home" },
    [
      "the project holds your home folder, so it is not mounted read-only: the agent's own edit tools can write",
    ],
  ],
])("the plan: %s", ([, facts, plan, shown]) => {
  const [, ...more] = startLines({ ...FACTS, ...facts, confined: planned(plan) });
  expect(more).toEqual(shown);
});
