import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODES, type Mode, RULINGS, type Ruled, type Ruling, strictnessOf } from "../../src/core/ruling.ts";
import { applyMode, type Granted, NATURES, type Nature } from "../../src/mode/mode.ts";

const rule = (ruling: Ruling): Ruled => ({
  ruling,
  layer: "user",
  rule: `user.${ruling}`,
  because: "the rule's reason",
});
const grant = (answers: Granted["answers"]): Granted => ({
  ruling: "allow",
  layer: "grant",
  rule: "grant.1",
  because: "allowed for this session",
  answers,
});

type Row = readonly [
  mode: Mode,
  nature: Nature,
  rule: Ruling | "-",
  grant: Granted["answers"] | "-",
  result: Ruling,
  by: string,
];

const ROWS: Row[] = [
  // No rule, no grant: the mode speaks.
  ["default", "quiet", "-", "-", "allow", "mode.default"],
  ["default", "changing", "-", "-", "ask", "mode.default"],
  ["default", "unknown-text", "-", "-", "ask", "mode.default"],
  ["default", "confirm", "-", "-", "confirm", "mode.default"],
  ["full-auto", "quiet", "-", "-", "allow", "mode.full-auto"],
  ["full-auto", "changing", "-", "-", "allow", "mode.full-auto"],
  ["full-auto", "unknown-text", "-", "-", "ask", "mode.full-auto"],
  ["full-auto", "confirm", "-", "-", "confirm", "mode.full-auto"],
  ["plan", "quiet", "-", "-", "allow", "mode.plan"],
  ["plan", "changing", "-", "-", "deny", "mode.plan"],
  ["plan", "unknown-text", "-", "-", "deny", "mode.plan"],
  ["plan", "confirm", "-", "-", "deny", "mode.plan"],
  // A rule speaks before the mode.
  ["default", "changing", "allow", "-", "allow", "user.allow"],
  ["default", "quiet", "ask", "-", "ask", "user.ask"],
  ["default", "quiet", "deny", "-", "deny", "user.deny"],
  ["default", "confirm", "allow", "-", "allow", "user.allow"],
  ["full-auto", "changing", "ask", "-", "ask", "user.ask"],
  ["full-auto", "changing", "confirm", "-", "confirm", "user.confirm"],
  ["full-auto", "quiet", "deny", "-", "deny", "user.deny"],
  ["default", "unknown-text", "allow", "-", "ask", "mode.default"],
  ["full-auto", "unknown-text", "allow", "-", "ask", "mode.full-auto"],
  // A grant answers an ask, a confirm only if it was confirmed, never a deny.
  ["default", "changing", "-", "ask", "allow", "grant.1"],
  ["default", "changing", "ask", "ask", "allow", "grant.1"],
  ["default", "unknown-text", "-", "ask", "allow", "grant.1"],
  ["default", "confirm", "-", "ask", "confirm", "mode.default"],
  ["default", "confirm", "-", "confirm", "allow", "grant.1"],
  ["default", "changing", "confirm", "ask", "confirm", "user.confirm"],
  ["default", "changing", "confirm", "confirm", "allow", "grant.1"],
  ["default", "changing", "deny", "confirm", "deny", "user.deny"],
  // PLAN is a cap over all of it; a deny keeps its own reason.
  ["plan", "changing", "allow", "-", "deny", "mode.plan"],
  ["plan", "changing", "ask", "ask", "deny", "mode.plan"],
  ["plan", "confirm", "-", "confirm", "deny", "mode.plan"],
  ["plan", "changing", "deny", "-", "deny", "user.deny"],
  ["plan", "quiet", "allow", "-", "allow", "user.allow"],
  ["plan", "quiet", "ask", "-", "ask", "user.ask"],
];

describe("mode, nature, rule and grant together", () => {
  test.for(ROWS)("%s, %s, rule %s, grant %s: %s by %s", ([mode, nature, said, granted, ruling, by]) => {
    const input = {
      nature,
      ...(said === "-" ? {} : { ruled: rule(said) }),
      ...(granted === "-" ? {} : { granted: grant(granted) }),
    };
    expect(applyMode(input, mode)).toMatchObject({ ruling, rule: by });
  });
});

const anyInput = fc.record(
  {
    nature: fc.constantFrom(...NATURES),
    ruled: fc.constantFrom(...RULINGS).map(rule),
    granted: fc.constantFrom("ask" as const, "confirm" as const).map(grant),
  },
  { requiredKeys: ["nature"] },
);

describe("whatever the input", () => {
  test("a deny stays that deny", () => {
    fc.assert(
      fc.property(anyInput, fc.constantFrom(...MODES), (input, mode) => {
        const denied = applyMode({ ...input, ruled: rule("deny") }, mode);
        expect(denied).toMatchObject({ ruling: "deny", rule: "user.deny", because: "the rule's reason" });
      }),
    );
  });

  test("PLAN lets nothing pass, and asks nothing, that is not quiet", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        if (input.nature !== "quiet") expect(applyMode(input, "plan").ruling).toBe("deny");
      }),
    );
  });

  test("PLAN is never looser than DEFAULT, DEFAULT never looser than FULL_AUTO", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const [plan, byDefault, auto] = (["plan", "default", "full-auto"] as const).map((mode) =>
          strictnessOf(applyMode(input, mode).ruling),
        );
        expect(plan).toBeGreaterThanOrEqual(byDefault ?? 0);
        expect(byDefault).toBeGreaterThanOrEqual(auto ?? 0);
      }),
    );
  });

  test("without a grant, unknown text is never allowed", () => {
    fc.assert(
      fc.property(anyInput, fc.constantFrom(...MODES), ({ ruled }, mode) => {
        const input = { nature: "unknown-text" as const, ...(ruled ? { ruled } : {}) };
        expect(applyMode(input, mode).ruling).not.toBe("allow");
      }),
    );
  });
});
