/** Times as people write them, wherever the machine stands. */
import { expect, test } from "vitest";
import { parseTime } from "../../src/cli/parse-time.ts";

const NOW = new Date(2026, 10, 17, 14, 0, 0);
const at = (...parts: [number, number, number, number?, number?, number?]) =>
  new Date(parts[0], parts[1] - 1, parts[2], parts[3] ?? 0, parts[4] ?? 0, parts[5] ?? 0).getTime();

test.for<[string, "since" | "until", number]>([
  ["2h", "since", at(2026, 11, 17, 12)],
  ["90 min ago", "since", at(2026, 11, 17, 12, 30)],
  ["1.5h", "since", at(2026, 11, 17, 12, 30)],
  ["30s", "since", NOW.getTime() - 30_000],
  ["3d", "since", NOW.getTime() - 3 * 86_400_000],
  ["now", "until", NOW.getTime()],
  ["13:30", "since", at(2026, 11, 17, 13, 30)],
  ["14:30", "since", at(2026, 11, 16, 14, 30)],
  ["9:05:07", "since", at(2026, 11, 17, 9, 5, 7)],
  ["today", "since", at(2026, 11, 17)],
  ["Yesterday", "since", at(2026, 11, 16)],
  ["yesterday", "until", at(2026, 11, 17) - 1],
  ["2026-11-01", "since", at(2026, 11, 1)],
  ["2026-11-01", "until", at(2026, 11, 2) - 1],
  ["2026-11-01T10:30", "since", at(2026, 11, 1, 10, 30)],
  ["2026-11-01 10:30:15", "until", at(2026, 11, 1, 10, 30, 15)],
  ["2026-11-01T10:30:00Z", "since", Date.UTC(2026, 10, 1, 10, 30)],
  ["2026-11-01T10:30:00.5+02:00", "since", Date.UTC(2026, 10, 1, 8, 30) + 500],
])("%s, %s", ([text, edge, ms]) => {
  expect(parseTime(text, edge, NOW.getTime())).toEqual({ kind: "time", ms });
});

test.for(["", "noon", "25:00", "12:60", "2026-02-31", "2026-13-01", "-2h", "2 fortnights", "20261117"])(
  "%j is none",
  (text) => {
    expect(parseTime(text, "since", NOW.getTime())).toMatchObject({ kind: "unusable" });
  },
);
