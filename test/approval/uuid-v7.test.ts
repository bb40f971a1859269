/** Ids: of the right form, never twice, never backwards. */
import { randomFillSync } from "node:crypto";
import { expect, test } from "vitest";
import { createUuidV7 } from "../../src/approval/uuid-v7.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function isRising(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}

test("begins with the milliseconds, and has version and variant", () => {
  const id = createUuidV7(() => 0x0123456789ab, randomFillSync)();
  expect(id).toMatch(FORM);
  expect(id.startsWith("01234567-89ab-7")).toBe(true);
});

test("100,000 ids of one millisecond are all different and in order", () => {
  const next = createUuidV7(() => 1_700_000_000_000, randomFillSync);
  const ids = Array.from({ length: 100_000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(isRising(ids)).toBe(true);
  expect(ids.every((id) => FORM.test(id))).toBe(true);
});

test("a clock that goes back does not take the ids back", () => {
  const times = [5_000, 4_000, 1, 5_001, 0];
  const next = createUuidV7(() => times.shift() ?? 0, randomFillSync);
  const ids = Array.from({ length: 5 }, next);
  expect(isRising(ids)).toBe(true);
});

test("a full counter goes on in the next millisecond, with the random part full as well", () => {
  const next = createUuidV7(
    () => 1_000,
    (bytes) => bytes.fill(0xff),
  );
  const ids = Array.from({ length: 3_000 }, next);
  expect(isRising(ids)).toBe(true);
  expect(ids.every((id) => FORM.test(id))).toBe(true);
  expect(ids.at(-1)?.startsWith("00000000-03e9-7")).toBe(true);
});
