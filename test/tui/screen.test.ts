/** What is written to a terminal: all of it once, then what changed, and everything is put back. */
import { expect, test } from "vitest";
import { limitNotices, noticeText } from "../../src/tui/notice.ts";
import { openScreen } from "../../src/tui/screen.ts";

function record() {
  const written: string[] = [];
  const screen = openScreen((text) => void written.push(text));
  const last = (): string => written.at(-1) ?? "";
  return { written, screen, last };
}

test("only rows that changed are written, in one piece that is shown at once", () => {
  const { written, screen, last } = record();
  screen.draw(["one", "two", "three"]);
  expect(last()).toContain("\u001b[2J");
  screen.draw(["one", "2", "three"]);
  expect(last()).toBe("\u001b[?2026h\u001b[2;1H\u001b[2K2\u001b[?2026l");
  const count = written.length;
  screen.draw(["one", "2", "three"]);
  expect(written).toHaveLength(count);
});

test("after a new size all is written again", () => {
  const { screen, last } = record();
  screen.draw(["one", "two"]);
  screen.forget();
  screen.draw(["one", "two"]);
  expect(last()).toContain("\u001b[1;1H\u001b[2Kone");
  expect(last()).toContain("\u001b[2;1H\u001b[2Ktwo");
});

test("rows that are no longer there are cleared", () => {
  const { screen, last } = record();
  screen.draw(["one", "two"]);
  screen.draw(["one"]);
  expect(last()).toBe("\u001b[?2026h\u001b[2;1H\u001b[2K\u001b[?2026l");
});

test("leaving undoes each mode that entering set, once", () => {
  const { written, screen } = record();
  screen.leave();
  screen.leave();
  screen.draw(["too late"]);
  expect(written).toHaveLength(2);
  const [enter = "", leave = ""] = written;
  for (const [mode, back] of [
    ["?1049h", "?1049l"],
    ["?25l", "?25h"],
    ["?7l", "?7h"],
    ["?2004h", "?2004l"],
  ]) {
    expect(enter).toContain(mode);
    expect(leave).toContain(back);
  }
});

test("notices are fixed words of guard, and rare", () => {
  expect(noticeText("bell")).toBe("\u0007");
  expect(noticeText("full")).toBe(
    "\u0007\u001b]9;guard: a question waits\u0007\u001b]777;notify;guard;a question waits\u0007",
  );
  let [given, nowMs] = [0, 0];
  const notice = limitNotices(
    () => given++,
    () => nowMs,
  );
  notice();
  notice();
  nowMs = 10_000;
  notice();
  expect(given).toBe(2);
});
