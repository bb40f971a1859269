import { describe, expect, test } from "vitest";
import type { Canary, CanaryResult, Outcome } from "../../src/doctor/canary.ts";
import { claimedTier, commonTier, includesTier, provenTier, type Tier } from "../../src/doctor/tiers.ts";

describe("what a start line says", () => {
  test.for([
    ["gate+confined+hooks", "full"],
    ["gate+hooks", "gate"],
    ["confined+hooks+shims (advisory)", "confined"],
    ["hooks+shims (advisory)", "advisory"],
    ["hooks (advisory; without shims and seat: there was no C compiler)", "advisory"],
    ["", "advisory"],
  ] as const)("%s is %s", ([words, tier]) => expect(claimedTier(words)).toBe(tier));
});

describe("tiers include others", () => {
  test.for([
    ["full", "confined", true],
    ["full", "gate", true],
    ["gate", "confined", false],
    ["confined", "gate", false],
    ["advisory", "gate", false],
    ["gate", "advisory", true],
  ] as const)("%s has what %s has: %s", ([tier, other, is]) => expect(includesTier(tier, other)).toBe(is));

  test.for([
    { all: ["full", "full"], has: "full" },
    { all: ["full", "gate"], has: "gate" },
    { all: ["confined", "gate"], has: "advisory" },
  ] as const)("sessions in $all have $has in common", ({ all, has }) => expect(commonTier(all)).toBe(has));
});

const canary = (id: string, heldIn: readonly Tier[], more: Partial<Canary> = {}): Canary => ({
  id,
  about: id,
  driver: "node",
  deeds: [],
  heldIn,
  ...more,
});
const CANARIES = [
  canary("line", ["full", "gate", "confined", "advisory"]),
  canary("exec", ["full", "gate"]),
  canary("file", ["full", "confined"]),
  canary("signal", ["full", "gate"], { onlyWith: "landlock scopes" }),
];

describe("what is proven", () => {
  const rows: readonly {
    readonly name: string;
    readonly claimed: Tier;
    readonly outcomes?: Readonly<Record<string, Outcome>>;
    readonly scopes?: "there" | "missing";
    readonly is: Tier | "none";
  }[] = [
    { name: "everything held", claimed: "full", is: "full" },
    {
      name: "a program that is not here proves nothing and spoils nothing",
      claimed: "full",
      outcomes: { exec: "absent" },
      is: "full",
    },
    { name: "a file is open: the gate is left", claimed: "full", outcomes: { file: "open" }, is: "gate" },
    {
      name: "a program ran: confinement is left",
      claimed: "full",
      outcomes: { exec: "open" },
      is: "confined",
    },
    {
      name: "a canary that failed proves nothing",
      claimed: "gate",
      outcomes: { exec: "failed" },
      is: "advisory",
    },
    { name: "not even the hooks hold", claimed: "gate", outcomes: { line: "open" }, is: "none" },
    { name: "more is held than was said: what was said counts", claimed: "advisory", is: "advisory" },
    {
      name: "scopes that the kernel has must hold",
      claimed: "gate",
      outcomes: { signal: "open" },
      is: "advisory",
    },
    {
      name: "scopes that it has not are not asked for",
      claimed: "gate",
      outcomes: { signal: "open" },
      scopes: "missing",
      is: "gate",
    },
  ];
  test.for(rows)("$name", ({ claimed, outcomes = {}, scopes = "there", is }) => {
    const results = CANARIES.map(
      ({ id, about }): CanaryResult => ({ id, about, outcome: outcomes[id] ?? "held", detail: "" }),
    );
    expect(provenTier(claimed, CANARIES, results, { scopes })).toBe(is);
  });
});
