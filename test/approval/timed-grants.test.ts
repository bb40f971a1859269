/** A timed grant as a text: what guard writes it reads, and nothing else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  encodeTimedGrant,
  isAnswerTo,
  parseTimedGrant,
  type TimedGrant,
  timeOfGrant,
} from "../../src/approval/timed-grants.ts";

const ID = "0190a1b2-0000-7000-8000-000000000001";
const HOUR_MS = 3_600_000;
const GRANT: TimedGrant = {
  id: ID,
  key: "a".repeat(64),
  line: "npm publish",
  cwd: "/work",
  answers: "ask",
  grantedAtMs: 1_000,
  endsAtMs: 1_000 + HOUR_MS,
};

const raw = (changes: Record<string, unknown>) => JSON.stringify({ v: 1, ...GRANT, ...changes });

const BROKEN: readonly { name: string; text: string }[] = [
  { name: "an empty file", text: "" },
  { name: "half a file", text: raw({}).slice(0, 50) },
  { name: "two objects", text: `${raw({})}${raw({})}` },
  { name: "a list", text: `[${raw({})}]` },
  { name: "null", text: "null" },
  { name: "another version", text: raw({ v: 2 }) },
  { name: "the version as a text", text: raw({ v: "1" }) },
  { name: "another's id", text: raw({ id: "0190a1b2-0000-7000-8000-000000000002" }) },
  { name: "an empty key", text: raw({ key: "" }) },
  { name: "no key", text: raw({ key: undefined }) },
  { name: "a folder that is not absolute", text: raw({ cwd: "work" }) },
  { name: "another kind of answer", text: raw({ answers: "deny" }) },
  { name: "no time at all", text: raw({ endsAtMs: GRANT.grantedAtMs }) },
  { name: "an end before the start", text: raw({ endsAtMs: 1 }) },
  { name: "a year", text: raw({ endsAtMs: 365 * 24 * HOUR_MS }) },
  { name: "a time that is no number", text: raw({ endsAtMs: "3601000" }) },
  { name: "part of a millisecond", text: raw({ grantedAtMs: 1_000.5 }) },
  { name: "a time before all times", text: raw({ grantedAtMs: -1 }) },
  { name: "a reason that is no text", text: raw({ reason: 1 }) },
  { name: "null for a reason", text: raw({ reason: null }) },
  { name: "a field too many", text: raw({ says: "allow" }) },
  { name: "a field of all objects", text: raw({}).replace("{", '{"__proto__":{},') },
];
test.for(BROKEN)("is broken: $name", ({ text }) => {
  expect(parseTimedGrant(text, ID).kind).toBe("broken");
});

test("an id that leads out of the folder is none", () => {
  for (const id of ["..", "../x", "a/b", "", "A", "-a", "a.", "a".repeat(65)])
    expect(parseTimedGrant(raw({ id }), id).kind, id).toBe("broken");
});

const anyGrant = fc
  .record({
    key: fc.string({ minLength: 1, maxLength: 100, unit: "binary" }),
    line: fc.string({ unit: "binary", maxLength: 10_000, size: "max" }),
    cwd: fc.string({ unit: "binary" }).map((path) => `/${path}`),
    answers: fc.constantFrom("ask" as const, "confirm" as const),
    grantedAtMs: fc.nat(),
    timeMs: fc.integer({ min: 1, max: 24 * HOUR_MS }),
    reason: fc.option(fc.string({ unit: "binary" }), { nil: undefined }),
  })
  .map(
    ({ timeMs, reason, ...rest }): TimedGrant => ({
      ...rest,
      id: ID,
      endsAtMs: rest.grantedAtMs + timeMs,
      ...(reason === undefined ? {} : { reason }),
    }),
  );

test("what is written is read, a long line by its beginning", () => {
  fc.assert(
    fc.property(anyGrant, (grant) => {
      const parsed = parseTimedGrant(encodeTimedGrant(grant), ID);
      if (parsed.kind === "broken") throw new Error(parsed.problem);
      const { line, ...rest } = parsed.grant;
      expect({ ...rest, line: grant.line }).toEqual(grant);
      expect(line === grant.line || line.endsWith("…")).toBe(true);
      expect(grant.line.startsWith(line.replace(/…$/, "")) || line === grant.line).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test("a text that is not one is never one, and nothing throws", () => {
  fc.assert(fc.property(fc.json(), (text) => parseTimedGrant(text, ID).kind === "broken"));
});

const TIMES: readonly { name: string; nowMs: number; latestMs?: number; time: string }[] = [
  { name: "at its start it holds", nowMs: GRANT.grantedAtMs, time: "holds" },
  { name: "until its last millisecond", nowMs: GRANT.endsAtMs - 1, time: "holds" },
  { name: "then it has ended", nowMs: GRANT.endsAtMs, time: "ended" },
  { name: "before its start it does not count", nowMs: GRANT.grantedAtMs - 1, time: "not-yet" },
  { name: "a clock set back does not bring it back", nowMs: 2_000, latestMs: GRANT.endsAtMs, time: "ended" },
];
test.for(TIMES)("$name", ({ nowMs, latestMs = nowMs, time }) => {
  expect(timeOfGrant(GRANT, { nowMs, latestMs })).toBe(time);
});

test("whatever the clock did, it never holds longer than it was given for", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * HOUR_MS })), (clock) => {
      let latestMs = 0;
      let hasEnded = false;
      for (const nowMs of clock) {
        latestMs = Math.max(latestMs, nowMs);
        const time = timeOfGrant(GRANT, { nowMs, latestMs });
        hasEnded ||= nowMs >= GRANT.endsAtMs;
        if (hasEnded || nowMs < GRANT.grantedAtMs) expect(time).not.toBe("holds");
      }
    }),
  );
});

test("it answers its own key only, and a confirm only when it was confirmed", () => {
  const confirmed: TimedGrant = { ...GRANT, answers: "confirm" };
  expect(isAnswerTo(GRANT, GRANT.key, "ask")).toBe(true);
  expect(isAnswerTo(GRANT, GRANT.key, "confirm")).toBe(false);
  expect(isAnswerTo(confirmed, GRANT.key, "confirm")).toBe(true);
  expect(isAnswerTo(confirmed, GRANT.key, "ask")).toBe(true);
  expect(isAnswerTo(confirmed, "other", "ask")).toBe(false);
});
