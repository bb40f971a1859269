/** The report fits 80 columns whatever stands in it, and the verdict is its last line. */
import { describe, expect, test } from "vitest";
import type { CanaryResult, Outcome } from "../../src/doctor/canary.ts";
import { LAYERS } from "../../src/doctor/canary.ts";
import { CANARIES } from "../../src/doctor/doctor.ts";
import type { Finding } from "../../src/doctor/findings.ts";
import { renderReport } from "../../src/doctor/render-report.ts";
import { type Report, reportOn, withAgent } from "../../src/doctor/report.ts";
import type { Tier } from "../../src/doctor/tiers.ts";

const LONG = "word ".repeat(60) + "x".repeat(200);
const HOSTILE = "\u001b[2J\u202e evil";

function report(outcome: Outcome, claimed: Tier | null, more: Partial<Report> = {}): Report {
  const results = CANARIES.map(
    ({ id, about }, index): CanaryResult => ({
      id,
      about,
      outcome,
      ...(outcome === "held" ? { by: LAYERS[index % LAYERS.length] ?? "gate" } : {}),
      detail: LONG,
    }),
  );
  const lacks: Finding[] = [
    { id: "a", kind: "lack", problem: LONG, why: LONG, fix: LONG },
    { id: "b", kind: "victim", problem: HOSTILE, why: "y", fix: "z" },
  ];
  const examined = {
    wanted: "full",
    claimed,
    canaries: CANARIES,
    results,
    lacks,
    problem: undefined,
  } as const;
  return { ...reportOn({ ...examined, kernel: { scopes: "there" } }), ...more };
}

const AGENT = {
  command: ["agent", LONG, HOSTILE],
  known: null,
  status: 0,
  session: "abcd1234",
  tier: "gate",
  checks: 100,
  denied: 20,
  denials: Array.from({ length: 20 }, () => ({ command: LONG, reason: HOSTILE, by: "gate" as const })),
  programs: Array.from({ length: 40 }, (_, index) => ({
    name: `${"p".repeat(index * 3)}`,
    kind: "program" as const,
    times: 10 ** (index % 7),
    denied: 1,
    by: ["gate", "hook", "shim"] as const,
  })),
  shells: { onlyGate: 1, onlyHook: 2, onlyShim: 3, several: 4 },
} as const;

const ROWS = [
  {
    name: "all held",
    report: report("held", "full"),
    says: "Tier reached: full. Wanted: full: all of it held. Open: 0",
  },
  { name: "all open", report: report("open", "full"), says: "Tier reached: none. Wanted: full: NOT held." },
  {
    name: "nothing here",
    report: report("absent", "advisory"),
    says: "Tier reached: advisory. Wanted: full: NOT held.",
  },
  {
    name: "all failed",
    report: report("failed", "gate"),
    says: "Tier reached: none. Wanted: full: NOT held.",
  },
  { name: "no session", report: report("failed", null, { problem: LONG }), says: "Tier reached: none." },
  {
    name: "with an agent",
    report: withAgent(report("held", "full"), AGENT),
    says: "Tier reached: full. Wanted: full: NOT held.",
  },
] as const;

describe("a report", () => {
  test.for(ROWS)("$name", ({ report: shown, says }) => {
    const text = renderReport(shown);
    const rows = text.trimEnd().split("\n");
    expect(rows.filter((row) => row.length > 80)).toEqual([]);
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("\u202e");
    expect(rows.at(-1)).toContain(says);
    for (const { about } of CANARIES) expect(text).toContain(about);
  });
});

test("an agent's session in a weaker tier than wanted is not covered, one in that tier is", () => {
  const held = report("held", "full");
  expect(withAgent(held, AGENT).ok).toBe(false);
  expect(withAgent(held, { ...AGENT, tier: "full" }).ok).toBe(true);
});
