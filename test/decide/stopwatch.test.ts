/** A check's own work counts against it, and nothing else. */
import { expect, test } from "vitest";
import { startStopwatch } from "../../src/decide/stopwatch.ts";

/** Real work: what is measured is the processor's time. */
function work(ms: number): void {
  const from = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(from);
    if ((user + system) / 1_000 >= ms) return;
  }
}

test("its own work ends it", () => {
  const watch = startStopwatch(40);
  expect(watch.isOver()).toBe(false);
  work(15);
  watch.isOver();
  work(60);
  expect(watch.isOver()).toBe(true);
});

test("what others do while it gives its turn away does not", () => {
  const watch = startStopwatch(40);
  work(15);
  watch.isOver();
  const comeBack = watch.leave();
  work(120);
  comeBack();
  expect(watch.isOver()).toBe(false);
  work(60);
  expect(watch.isOver()).toBe(true);
});

test("others' work before the second clock was looked at does not count either", () => {
  const watch = startStopwatch(40);
  const comeBack = watch.leave();
  work(120);
  comeBack();
  expect(watch.isOver()).toBe(false);
});

test("the wall clock ends it in the end, wherever the time went", () => {
  const watch = startStopwatch(2);
  const comeBack = watch.leave();
  work(60);
  comeBack();
  expect(watch.isOver()).toBe(true);
});
