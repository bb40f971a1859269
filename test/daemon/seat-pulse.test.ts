/** The seat's pulse: silence is told once, and given up only when the user wants an end. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSeatPulse, type SeatPulse } from "../../src/daemon/seat-pulse.ts";

let pulse: SeatPulse;
let pings: number;
let told: string[];
beforeEach(() => {
  vi.useFakeTimers();
  pings = 0;
  told = [];
  pulse = createSeatPulse({
    ping: () => void pings++,
    onSlow: () => void told.push("slow"),
    onGivenUp: () => void told.push("given up"),
  });
});
afterEach(() => {
  pulse.stop();
  vi.useRealTimers();
});

test("one that answers is asked on and on, and nothing is told", () => {
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(5_000);
    pulse.beat();
  }
  expect([pings, told]).toEqual([20, []]);
});

test("silence is told once, and again after an answer in between", () => {
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["slow"]);
  pulse.beat();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(["slow", "slow"]);
});

test("silence alone is never given up: a file system may come back", () => {
  vi.advanceTimersByTime(3_600_000);
  expect(told).not.toContain("given up");
});

test("when the user wants an end, silence is given up, once", () => {
  pulse.expectSoon();
  pulse.expectSoon();
  vi.advanceTimersByTime(3_000);
  expect(told).toEqual(["given up"]);
});

test("an answer in time keeps it", () => {
  pulse.expectSoon();
  vi.advanceTimersByTime(2_999);
  pulse.beat();
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual([]);
});
