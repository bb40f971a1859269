/** What guard pending and guard check print of hostile commands; ordinary ones are printed as before. */
import { describe, expect, test } from "vitest";
import { renderPending } from "../../src/cli/render-pending.ts";
import { renderResult } from "../../src/cli/render-result.ts";
import type { SessionIo } from "../../src/cli/session-io.ts";
import { columnsOf } from "../../src/display/columns.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { EVERYDAY, HOSTILE } from "../display/hostile-corpus.ts";

const io = (columns: number): SessionIo => ({
  stdout: () => undefined,
  stderr: () => undefined,
  env: {},
  cwd: () => "/",
  listPlaces: () => [],
  columns,
  colour: "plain",
  nowMs: () => 60_000,
});

const asked = (line: string): Pending => ({
  id: "0198a000-0000-7000-8000-000000000001",
  line,
  cwd: "/home/u/日本語のとても長い名前のフォルダ/\u202ex",
  risk: "needs-review",
  reasons: ["apt installs curl"],
  session: "s1",
  expiresAtMs: 120_000,
  askedAtMs: 0,
  ruling: "ask",
  rules: ["mode.default"],
  layer: "mode",
  pid: 1,
  chain: ["claude", "bash"],
  waiting: 1,
  clock: "runs",
  rememberable: "yes",
});

const pending = (line: string, columns = 80) => renderPending([asked(line)], io(columns));
const checked = (line: string, columns = 80) =>
  renderResult(
    {
      line,
      ruling: "ask",
      risk: "needs-review",
      reasons: ["apt installs curl"],
      rules: ["x"],
      commands: [],
      doubts: [],
    },
    { mode: "default", colour: "plain", columns },
  );

describe("a warning stands before the command", () => {
  test("guard pending", () => {
    expect(pending("\u0430pt install curl").split("\n").slice(2, 6)).toEqual([
      "  beware   holds Cyrillic letters that look like Latin ones: \u0430pt -> <U+0430>pt",
      "           (reads as apt)",
      "",
      "  | \u0430pt install curl",
    ]);
  });

  test("guard check", () => {
    expect(checked("\u0430pt install curl").split("\n").slice(2, 6)).toEqual([
      "beware   holds Cyrillic letters that look like Latin ones: \u0430pt -> <U+0430>pt",
      "         (reads as apt)",
      "",
      "  \u0430pt install curl",
    ]);
  });

  test.for(EVERYDAY)("none: %s", ([, line]) => {
    expect(pending(line)).not.toContain("beware");
    expect(checked(line)).not.toContain("beware");
  });
});

/** Not wrapped: guard's own first rows, and the answers, which are there to be copied. */
const OWN = /^(?:1 of 1 |ASK |risk | {2}allow | {2}deny | {12}\()|guard resolve|\(or session/;

describe("no row is wider than the terminal", () => {
  test.for(HOSTILE)("%s", ([, line]) => {
    for (const columns of [20, 40, 80]) {
      const rows = `${pending(line, columns)}${checked(line, columns)}`
        .split("\n")
        .filter((row) => !OWN.test(row));
      for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(columns);
    }
  });
});
