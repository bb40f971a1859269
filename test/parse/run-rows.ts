/** Runs a table of rows: one line each, compared with everything that the parser says about it. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/core/command.ts";
import { parseLine } from "../../src/parse/parse.ts";
import { CWD, HOME, showOutcome } from "../helpers/show-command.ts";

export interface Row {
  /** A sentence. */
  readonly name: string;
  readonly line: string;
  /** What helpers/show-command.ts makes of the commands and doubts. */
  readonly shows: readonly string[];
}

export function runRows(title: string, rows: readonly Row[], dialect: Dialect = "bash"): void {
  describe(title, () => {
    test.each(rows)("$name", ({ line, shows }) => {
      expect(showOutcome(parseLine(line, { dialect, home: HOME, cwd: CWD }))).toEqual(shows);
    });
  });
}
