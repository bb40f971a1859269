/** docs/THREAT-MODEL.md says what stays open; intrusions.test.ts says what does. GUARD_WRITE_DOCS=1 writes the table anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../launcher/guard-run.ts";
import { ALL } from "./all-intrusions.ts";
import { tableOfOpenRows } from "./open-rows.ts";

const PAGE = join(ROOT, "docs/THREAT-MODEL.md");
const HEADING = "## What stays open in each tier\n";
const TABLE = /^\| open in \|[\s\S]*?(?=\n\n|\n*$(?![\s\S]))/m;

test("the table of the page is the table of the tests", () => {
  const [before = "", section = ""] = readFileSync(PAGE, "utf8").split(HEADING);
  const table = tableOfOpenRows(ALL);
  if (process.env["GUARD_WRITE_DOCS"] === "1")
    writeFileSync(PAGE, `${before}${HEADING}${section.replace(TABLE, () => table)}`);
  expect(TABLE.exec(section)?.[0]).toBe(table);
});

test("no two attempts have the same name", () => {
  const names = ALL.map(({ name, as }) => `${name} ${as}`);
  expect(new Set(names).size).toBe(names.length);
});
