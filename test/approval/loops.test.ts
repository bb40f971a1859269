/** The loop breaker: when it trips, what the card says, how a person gets out of it, and what it keeps. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Intent } from "../../src/approval/intent.ts";
import { createLoops, type Loops } from "../../src/approval/loops.ts";
import type { EffectKind } from "../../src/core/effect.ts";
import { createClock } from "./fixture.ts";

const MINUTE_MS = 60_000;

function intent(keys: string, told: Intent["told"] = "whole"): Intent {
  const pairs = keys.split(" ").map((key) => [key, key.split(":")[0] as EffectKind] as const);
  return { keys: new Map(pairs), words: `wants ${keys}`, told };
}

function open() {
  const clock = createClock();
  let made = 0;
  const loops = createLoops({ nowMs: clock.nowMs, newId: () => `loop-${++made}` });
  return { clock, loops };
}

const BUILD = intent("delete:build");
const isDenied = (loops: Loops, wish: Intent, line = "x") => loops.judge(wish, line).kind === "deny";

/** As the daemon does it: what is denied at once is counted. */
function attempt(loops: Loops, wish: Intent, line: string): "asked" | "denied" {
  const ruling = loops.judge(wish, line);
  if (ruling.kind === "ask") loops.noteDenied(wish, line);
  else loops.noteTried(wish, line);
  return ruling.kind === "ask" ? "asked" : "denied";
}

interface Row {
  readonly name: string;
  readonly denied: readonly (readonly [Intent, string])[];
  readonly tried: Intent;
  readonly expected: "ask" | "deny";
}

const ROWS: readonly Row[] = [
  { name: "nothing was denied", denied: [], tried: BUILD, expected: "ask" },
  { name: "one spelling is no loop", denied: [[BUILD, "a"]], tried: BUILD, expected: "ask" },
  {
    name: "one line ten times is one spelling",
    denied: Array.from({ length: 10 }, () => [BUILD, "a"] as const),
    tried: BUILD,
    expected: "ask",
  },
  {
    name: "blanks make no other spelling",
    denied: [
      [BUILD, "rm  -rf\tbuild"],
      [BUILD, " rm -rf build\n"],
    ],
    tried: BUILD,
    expected: "ask",
  },
  {
    name: "the third spelling is one too many",
    denied: [
      [BUILD, "a"],
      [BUILD, "b"],
    ],
    tried: BUILD,
    expected: "deny",
  },
  {
    name: "two wishes denied once each are no loop, not even together",
    denied: [
      [intent("delete:a"), "a"],
      [intent("delete:b"), "b"],
    ],
    tried: intent("delete:a delete:b"),
    expected: "ask",
  },
  {
    name: "a wider one and a narrower one make the narrower denied",
    denied: [
      [intent("delete:a delete:b"), "a b"],
      [intent("delete:a"), "a"],
    ],
    tried: intent("delete:a delete:c"),
    expected: "deny",
  },
  {
    name: "a wider one and a narrower one leave the rest alone",
    denied: [
      [intent("delete:a delete:b"), "a b"],
      [intent("delete:a"), "a"],
    ],
    tried: intent("delete:b"),
    expected: "ask",
  },
  {
    name: "the harmless part of what was denied is another wish",
    denied: [
      [intent("delete:old write:build"), "1"],
      [intent("delete:old write:build"), "2"],
    ],
    tried: intent("write:build"),
    expected: "ask",
  },
  {
    name: "what could not be told in whole does not speak for its parts",
    denied: [
      [intent("write:x", "in part"), "git push && mkdir x"],
      [intent("write:x", "in part"), "git push; mkdir x"],
    ],
    tried: intent("write:x"),
    expected: "ask",
  },
  {
    name: "what could not be told in whole is a spelling of what it holds",
    denied: [
      [BUILD, "rm -rf build"],
      [intent("delete:build", "in part"), "git push; rm -rf build"],
    ],
    tried: BUILD,
    expected: "deny",
  },
];
test.for(ROWS)("$name", ({ denied, tried, expected }) => {
  const { loops } = open();
  for (const [wish, line] of denied) loops.noteDenied(wish, line);
  expect(loops.judge(tried, "x").kind).toBe(expected);
});

describe("the card", () => {
  test("comes with the third spelling, and counts on", () => {
    const { clock, loops } = open();
    expect(["a", "b"].map((line) => attempt(loops, BUILD, line))).toEqual(["asked", "asked"]);
    expect(loops.list()).toEqual([]);
    clock.pass(5);
    expect(["c", "a", "c", "d"].map((line) => attempt(loops, BUILD, line))).toEqual(
      Array.from({ length: 4 }, () => "denied"),
    );
    const loop = {
      id: "loop-1",
      intent: "wants delete:build",
      spellings: ["a", "b", "c", "d"],
      spelled: 4,
      tried: 6,
      lastAtMs: clock.nowMs(),
    };
    expect(loops.list()).toEqual([loop]);
    expect(loops.judge(BUILD, "e")).toEqual({ kind: "deny", loop });
  });

  test("comes as well where a rule denies each time", () => {
    const { loops } = open();
    for (const line of ["a", "b"]) loops.noteDenied(BUILD, line);
    expect(loops.list()).toEqual([]);
    loops.noteDenied(BUILD, "c");
    expect(loops.list()).toMatchObject([{ spelled: 3, tried: 3 }]);
  });

  test("keeps its id when a narrower denial takes its place", () => {
    const { loops } = open();
    for (const line of ["a", "b", "c"]) loops.noteDenied(intent("delete:a delete:b"), line);
    const [before] = loops.list();
    loops.noteDenied(intent("delete:a"), "d");
    expect(loops.list()).toMatchObject([{ id: before?.id, intent: "wants delete:a", spelled: 4, tried: 4 }]);
  });

  test("shows the newest five, cut, and counts beyond what it keeps", () => {
    const { loops } = open();
    const lines = Array.from({ length: 80 }, (_, index) => `${index} ${"y".repeat(1_000)}`);
    for (const line of lines) attempt(loops, BUILD, line);
    const [loop] = loops.list();
    expect(loop).toMatchObject({ spelled: 80, tried: 80 });
    expect(loop?.spellings.map((line) => line.slice(0, 2))).toEqual(["75", "76", "77", "78", "79"]);
    for (const line of loop?.spellings ?? []) {
      expect(line).toHaveLength(500);
      expect(line.endsWith("…")).toBe(true);
    }
  });
});

describe("the person's ways out", () => {
  function tripped() {
    const opened = open();
    for (const line of ["a", "b", "c"]) attempt(opened.loops, BUILD, line);
    return opened;
  }

  test("ask again: the next try is asked, and it takes two denials more", () => {
    const { loops } = tripped();
    expect(loops.askAgain("loop-1")).toBe("done");
    expect(loops.list()).toEqual([]);
    expect(["c", "d", "e"].map((line) => attempt(loops, BUILD, line))).toEqual(["asked", "asked", "denied"]);
  });

  test("put away: denied still, and back with two new spellings", () => {
    const { loops } = tripped();
    expect(loops.putAway("loop-1")).toBe("done");
    expect(attempt(loops, BUILD, "c")).toBe("denied");
    expect(attempt(loops, BUILD, "d")).toBe("denied");
    expect(loops.list()).toEqual([]);
    expect(attempt(loops, BUILD, "e")).toBe("denied");
    expect(loops.list()).toMatchObject([{ id: "loop-1", spelled: 5 }]);
  });

  test("an allow of the same intent ends it", () => {
    const { loops } = tripped();
    loops.noteAllowed(intent("write:build"));
    expect(isDenied(loops, BUILD)).toBe(true);
    loops.noteAllowed(intent("delete:build write:x"));
    expect(isDenied(loops, BUILD)).toBe(false);
  });

  test("an unknown id is not found, and nothing happens", () => {
    const { loops } = tripped();
    expect([loops.askAgain("loop-9"), loops.putAway("loop-9")]).toEqual(["not-found", "not-found"]);
    expect(loops.list()).toHaveLength(1);
  });
});

describe("it ends", () => {
  test("thirty minutes after the last try, and each try holds it", () => {
    const { clock, loops } = open();
    for (const line of ["a", "b"]) attempt(loops, BUILD, line);
    clock.pass(30 * MINUTE_MS - 1);
    expect(attempt(loops, BUILD, "c")).toBe("denied");
    clock.pass(30 * MINUTE_MS - 1);
    expect(isDenied(loops, BUILD)).toBe(true);
    expect(loops.list()).toHaveLength(1);
    clock.pass(1);
    expect(loops.list()).toEqual([]);
    expect(isDenied(loops, BUILD)).toBe(false);
  });

  test("of more than 200 intents the one that was tried longest ago goes", () => {
    const { clock, loops } = open();
    const wishes = Array.from({ length: 201 }, (_, index) => intent(`delete:${index}`));
    for (const wish of wishes) {
      for (const line of ["a", "b"]) loops.noteDenied(wish, line);
      clock.pass(1);
    }
    expect(wishes.filter((wish) => !isDenied(loops, wish))).toEqual([wishes[0]]);
  });
});

const KEYS = ["delete:a", "delete:b", "write:a", "network:h", "execute:s"];
const anyIntent = fc
  .tuple(fc.subarray(KEYS, { minLength: 1 }), fc.constantFrom("whole" as const, "in part" as const))
  .map(([keys, told]) => intent(keys.join(" "), told));
const anyStep = fc.record({ wish: anyIntent, line: fc.constantFrom("1", "2", "3", "4") });

test("nothing is denied at once without two denied spellings that share a target with it", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), anyIntent, (steps, tried) => {
      const { loops } = open();
      for (const { wish, line } of steps) loops.noteDenied(wish, line);
      if (!isDenied(loops, tried)) return;
      const near = steps.filter(({ wish }) => [...wish.keys.keys()].some((key) => tried.keys.has(key)));
      expect(new Set(near.map(({ line }) => line)).size).toBeGreaterThanOrEqual(2);
    }),
  );
});

test("two spellings of one wish denied: the same wish is denied, whatever else was", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), anyIntent, (steps, tried) => {
      const { loops } = open();
      for (const { wish, line } of steps) loops.noteDenied(wish, line);
      const whole: Intent = { ...tried, told: "whole" };
      for (const line of ["x", "y"]) loops.noteDenied(whole, line);
      expect(isDenied(loops, whole)).toBe(true);
    }),
  );
});

test("what was allowed, or is asked about again, is asked about", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 20 }), anyIntent, (steps, tried) => {
      const { loops } = open();
      for (const { wish, line } of steps) loops.noteDenied(wish, line);
      for (let ruling = loops.judge(tried, "x"); ruling.kind === "deny"; ruling = loops.judge(tried, "x"))
        expect(loops.askAgain(ruling.loop.id)).toBe("done");
      for (const { wish, line } of steps) loops.noteDenied(wish, line);
      loops.noteAllowed(tried);
      expect(isDenied(loops, tried)).toBe(false);
    }),
  );
});
