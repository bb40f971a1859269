/** When another mode is suggested, which, and when a person is left alone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createModeSuggestions, type ModeSuggestions } from "../../src/approval/mode-suggestions.ts";
import { MODES, type Mode } from "../../src/core/ruling.ts";

const DEFAULT = { mode: "default" } as const;

function open(): ModeSuggestions {
  let made = 0;
  return createModeSuggestions({ newId: () => `suggestion-${++made}` });
}

/** d = deny, a = allow, n = refuse what is open, y = take its first mode; what is open after each. */
function play(steps: string, inForce: { mode: Mode; cap?: Mode } = DEFAULT): string {
  const suggestions = open();
  return Array.from(steps, (step) => {
    const before = suggestions.current(inForce);
    if (step === "d" || step === "a") suggestions.note(step === "d" ? "deny" : "allow");
    else suggestions.answer(before?.id ?? "", step === "n" ? "no" : (before?.modes[0] ?? "no"));
    return suggestions.current(inForce) ? "!" : ".";
  }).join("");
}

const ROWS: readonly { name: string; steps: string; open: string }[] = [
  { name: "two denials are none", steps: "dd", open: ".." },
  { name: "three in a row are one", steps: "ddd", open: "..!" },
  { name: "an allow ends the row", steps: "ddaddad", open: "......." },
  { name: "an allow does not take back what was suggested", steps: "ddda", open: "..!!" },
  { name: "a refusal: the row must reach three again", steps: "dddnddd", open: "..!...!" },
  { name: "a refusal, then an allow: three again", steps: "dddnadd", open: "..!...." },
  { name: "an accepted one: the row begins again", steps: "dddyddd", open: "..!...!" },
  { name: "after two refusals silence", steps: "dddndddnddddddddd", open: "..!...!.........." },
  { name: "accepting is no refusal", steps: "dddydddydddnddd", open: "..!...!...!...!" },
  { name: "twenty in all, never three in a row", steps: "dda".repeat(10), open: `${".".repeat(28)}!!` },
  {
    name: "beyond twenty only with three more",
    steps: `${"dda".repeat(9)}ddndadd`,
    open: `${".".repeat(28)}!....!`,
  },
];
test.for(ROWS)("$name", ({ steps, open: expected }) => {
  expect(play(steps)).toBe(expected);
});

test("the sum of denials stays, the row does not", () => {
  const suggestions = open();
  for (let count = 0; count < 3; count++) suggestions.note("deny");
  const { id = "" } = suggestions.current(DEFAULT) ?? {};
  expect([suggestions.inARow(), suggestions.inAll()]).toEqual([3, 3]);
  expect(suggestions.answer(id, "plan")).toEqual({ kind: "accepted", mode: "plan" });
  expect([suggestions.inARow(), suggestions.inAll()]).toEqual([0, 3]);
  suggestions.note("deny");
  suggestions.note("allow");
  expect([suggestions.inARow(), suggestions.inAll()]).toEqual([0, 4]);
});

const OFFERS: readonly { mode: Mode; cap?: Mode; modes: readonly Mode[] }[] = [
  { mode: "default", modes: ["plan", "full-auto"] },
  { mode: "default", cap: "default", modes: ["plan"] },
  { mode: "full-auto", modes: ["plan"] },
  { mode: "plan", modes: ["full-auto"] },
  { mode: "plan", cap: "default", modes: [] },
  { mode: "plan", cap: "plan", modes: [] },
];
test.for(OFFERS)("in $mode, capped at $cap: $modes", ({ modes, ...inForce }) => {
  const suggestions = open();
  for (let count = 0; count < 3; count++) suggestions.note("deny");
  expect(suggestions.current(inForce)?.modes ?? []).toEqual(modes);
});

test("it says how often, and what each mode is for", () => {
  const suggestions = open();
  for (let count = 0; count < 4; count++) suggestions.note("deny");
  expect(suggestions.current(DEFAULT)?.because).toBe(
    "you said no 4 times in a row: PLAN if you do not trust it (only reading passes, and nobody is asked), FULL_AUTO if you trust it (what no rule speaks about passes)",
  );
});

describe("answers", () => {
  test("only to what is open, and only one of what it offers", () => {
    const suggestions = open();
    for (let count = 0; count < 3; count++) suggestions.note("deny");
    expect(suggestions.answer("suggestion-1", "plan").kind).toBe("not-found");
    suggestions.current({ mode: "default", cap: "default" });
    expect(suggestions.answer("suggestion-1", "full-auto").kind).toBe("not-offered");
    expect(suggestions.answer("suggestion-1", "default").kind).toBe("not-offered");
    expect(suggestions.answer("suggestion-1", "plan").kind).toBe("accepted");
    expect(suggestions.answer("suggestion-1", "plan").kind).toBe("not-found");
  });

  test("a switch by hand answers what is open, and is no refusal", () => {
    const suggestions = open();
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 3; count++) suggestions.note("deny");
      expect(suggestions.current(DEFAULT)).toBeDefined();
      suggestions.noteSwitch();
      expect(suggestions.current(DEFAULT)).toBeUndefined();
    }
  });
});

describe("a wish for a mode", () => {
  test("is suggested once, in its own words", () => {
    const suggestions = open();
    for (let count = 0; count < 3; count++) {
      suggestions.wish("plan", "the profile careful asks for it");
      const { id = "", ...rest } = suggestions.current(DEFAULT) ?? {};
      if (count > 0) expect(id).toBe("");
      else expect(rest).toEqual({ because: "the profile careful asks for it", modes: ["plan"] });
      suggestions.answer(id, "no");
    }
  });

  test("is refused without counting as a refusal, also when denials have been refused into silence", () => {
    const suggestions = open();
    const refuse = () => suggestions.answer(suggestions.current(DEFAULT)?.id ?? "", "no").kind;
    for (const because of ["one", "two", "three"]) suggestions.wish("plan", because);
    expect([refuse(), refuse(), refuse(), refuse()]).toEqual(["refused", "refused", "refused", "not-found"]);
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 3; count++) suggestions.note("deny");
      expect(refuse()).toBe("refused");
    }
    for (let count = 0; count < 9; count++) suggestions.note("deny");
    expect(refuse()).toBe("not-found");
    suggestions.wish("plan", "four");
    expect(refuse()).toBe("refused");
  });

  test("for the mode in force is none, and for one above the cap waits behind the others", () => {
    const suggestions = open();
    suggestions.wish("default", "as it is");
    suggestions.wish("full-auto", "too much");
    suggestions.wish("plan", "less");
    const capped = { mode: "default", cap: "default" } as const;
    expect(suggestions.current(capped)?.because).toBe("less");
    suggestions.answer(suggestions.current(capped)?.id ?? "", "no");
    expect(suggestions.current(capped)).toBeUndefined();
    expect(suggestions.current({ mode: "plan" })?.because).toBe("too much");
  });

  test("from a file that writes itself again and again ends", () => {
    const suggestions = open();
    for (let count = 0; count < 100; count++) suggestions.wish("plan", `because ${count}`);
    let shown = 0;
    for (let next = suggestions.current(DEFAULT); next; next = suggestions.current(DEFAULT)) {
      suggestions.answer(next.id, "no");
      shown++;
    }
    expect(shown).toBe(10);
  });
});

const anyStep = fc.constantFrom("allow", "deny", "deny", "no", "first", "wish", "switch");
const anyInForce = fc.record({ mode: fc.constantFrom(...MODES), cap: fc.constantFrom(...MODES) });
const anyCourse = fc.array(fc.tuple(anyStep, anyInForce), { maxLength: 80 });
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;
const LOOSENESS: readonly Mode[] = ["plan", "default", "full-auto"];

function take(suggestions: ModeSuggestions, step: Step, inForce: { mode: Mode; cap: Mode }): void {
  const shown = suggestions.current(inForce);
  if (step === "allow" || step === "deny") suggestions.note(step);
  else if (step === "wish") suggestions.wish(inForce.mode, "a file asks for it");
  else if (step === "switch") suggestions.noteSwitch();
  else if (shown) suggestions.answer(shown.id, step === "no" ? "no" : (shown.modes[0] ?? "no"));
}

test("never the mode in force, never above the cap, never without a choice", () => {
  fc.assert(
    fc.property(anyCourse, (course) => {
      const suggestions = open();
      for (const [step, inForce] of course) {
        take(suggestions, step, inForce);
        const { modes } = suggestions.current(inForce) ?? { modes: ["none"] };
        expect(modes).not.toEqual([]);
        expect(modes).not.toContain(inForce.mode);
        const tooLoose = LOOSENESS.slice(LOOSENESS.indexOf(inForce.cap) + 1);
        expect(modes.filter((mode) => tooLoose.includes(mode as Mode))).toEqual([]);
      }
    }),
  );
});

test("while one is open there is no other", () => {
  fc.assert(
    fc.property(anyCourse, (course) => {
      const suggestions = open();
      for (const [step, inForce] of course) {
        const before = suggestions.current(DEFAULT);
        const isAnswer = ["no", "first", "switch"].includes(step);
        if (!isAnswer) take(suggestions, step, { ...inForce, ...DEFAULT });
        if (before) expect(suggestions.current(DEFAULT)?.id).toBe(before.id);
        if (isAnswer) take(suggestions, step, { ...DEFAULT, cap: "full-auto" });
        if (before && isAnswer) expect(suggestions.current(DEFAULT)?.id).not.toBe(before.id);
      }
    }),
  );
});
