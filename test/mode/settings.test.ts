import { describe, expect, test } from "vitest";
import type { Ruling } from "../../src/core/ruling.ts";
import { BASES, type Basis, type RuledInMode } from "../../src/mode/mode.ts";
import {
  type ApprovalSettings,
  ASKS,
  applySettings,
  FALLBACKS,
  rulingFor,
  rulingOnTimeout,
  SECURITIES,
} from "../../src/mode/settings.ts";

const DEFAULTS: ApprovalSettings = { ask: "on-miss", askFallback: "deny", dangerousNeedsConfirm: "yes" };

/** What the mode says for each basis, before settings. */
const BEFORE: Record<Basis, Ruling> = {
  quiet: "allow",
  listed: "allow",
  auto: "allow",
  miss: "ask",
  rule: "ask",
  "unknown-text": "ask",
  confirm: "confirm",
  denied: "deny",
};

const ruled = (basis: Basis): RuledInMode => ({
  ruling: BEFORE[basis],
  layer: "mode",
  rule: "mode.default",
  because: "before",
  basis,
});

type Row = readonly [security: (typeof SECURITIES)[number], ask: ApprovalSettings["ask"], row: string];

/** In the order of BASES: quiet listed auto miss rule unknown-text confirm denied. */
const ROWS: Row[] = [
  ["unset", "on-miss", "allow allow allow ask ask ask confirm deny"],
  ["unset", "off", "allow allow allow deny deny deny deny deny"],
  ["unset", "always", "ask ask ask ask ask ask confirm deny"],
  ["deny", "on-miss", "deny deny deny deny deny deny deny deny"],
  ["deny", "off", "deny deny deny deny deny deny deny deny"],
  ["deny", "always", "deny deny deny deny deny deny deny deny"],
  ["allowlist", "on-miss", "allow allow ask ask ask ask confirm deny"],
  ["allowlist", "off", "allow allow deny deny deny deny deny deny"],
  ["allowlist", "always", "ask ask ask ask ask ask confirm deny"],
  ["full", "on-miss", "allow allow allow allow ask ask confirm deny"],
  ["full", "off", "allow allow allow allow deny deny deny deny"],
  ["full", "always", "ask ask ask ask ask ask confirm deny"],
];

describe("security and ask", () => {
  test("the table below is complete", () => {
    expect(ROWS.map(([security, ask]) => `${security} ${ask}`)).toEqual(
      SECURITIES.flatMap((security) => ASKS.map((ask) => `${security} ${ask}`)),
    );
  });

  test.for(ROWS)("%s, %s: %s", ([security, ask, row]) => {
    expect(BASES.map((basis) => rulingFor(basis, security, ask)).join(" ")).toBe(row);
  });

  test("nothing written changes nothing", () => {
    for (const basis of BASES) expect(applySettings(ruled(basis), DEFAULTS)).toEqual(ruled(basis));
  });

  test("a changed ruling says which setting did it, and what was before", () => {
    expect(applySettings(ruled("miss"), { ...DEFAULTS, ask: "off" })).toMatchObject({
      ruling: "deny",
      rule: "settings.ask",
      because: "it would need a question, and ask is off (before: before)",
    });
    expect(applySettings(ruled("miss"), { ...DEFAULTS, security: "full" })).toMatchObject({
      ruling: "allow",
      rule: "settings.security",
    });
    expect(applySettings(ruled("auto"), { ...DEFAULTS, security: "allowlist" })).toMatchObject({
      ruling: "ask",
      rule: "settings.security",
    });
    expect(applySettings(ruled("quiet"), { ...DEFAULTS, security: "deny" })).toMatchObject({
      ruling: "deny",
      rule: "settings.security",
    });
    expect(applySettings(ruled("listed"), { ...DEFAULTS, ask: "always" })).toMatchObject({
      ruling: "ask",
      rule: "settings.ask",
    });
  });

  test("no setting loosens a deny or allows a confirm", () => {
    for (const security of SECURITIES) {
      for (const ask of ASKS) {
        expect(rulingFor("denied", security, ask)).toBe("deny");
        expect(["confirm", "deny"]).toContain(rulingFor("confirm", security, ask));
      }
    }
  });

  test("without required confirmation the built-in confirm asks, a rule's confirm stays", () => {
    const settings: ApprovalSettings = { ...DEFAULTS, security: "full", dangerousNeedsConfirm: "no" };
    expect(applySettings(ruled("confirm"), settings).ruling).toBe("ask");
    expect(applySettings({ ...ruled("confirm"), layer: "org", rule: "org.x" }, settings).ruling).toBe(
      "confirm",
    );
  });
});

describe("nobody answers in time", () => {
  /** In the order of BASES. */
  const rows: [ApprovalSettings["askFallback"], string][] = [
    ["deny", "deny deny deny deny deny deny deny deny"],
    ["allowlist", "allow allow deny deny deny deny deny deny"],
    ["full", "allow allow allow allow deny deny deny deny"],
  ];
  test("the table below is complete", () =>
    expect(rows.map(([fallback]) => fallback)).toEqual([...FALLBACKS]));
  test.for(rows)("fallback %s: %s", ([fallback, row]) => {
    expect(BASES.map((basis) => rulingOnTimeout(basis, fallback)).join(" ")).toBe(row);
  });
});
