/** guard by its whole path, as the `guard` on PATH goes on with: the same as by its name, and nothing else of its installation. */
import { expect, test } from "vitest";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const INSTALLED = "/opt/tools/guard";
const engine = createEngine({ home: "/home/x", knowledge: requireKnowledge(), guardProgram: INSTALLED });

const ROWS = [
  { line: `${INSTALLED}/bin/guard check -- ls`, ruling: "allow" },
  { line: `${INSTALLED}/bin/../bin/guard --version`, ruling: "allow" },
  { line: `${INSTALLED}/bin/guard resolve x --decision once`, ruling: "deny" },
  { line: `${INSTALLED}/bin/guard run -- claude`, ruling: "deny" },
  { line: `${INSTALLED}/bin/guard-daemon.cjs`, ruling: "deny" },
  { line: `${INSTALLED}/bin/ls`, ruling: "deny" },
  { line: `echo x > ${INSTALLED}/bin/guard`, ruling: "deny" },
  { line: "/opt/other/bin/guard check -- ls", ruling: "ask" },
] as const;

test.for(ROWS)("$line: $ruling", async ({ line, ruling }) => {
  const result = await engine.check({
    what: { kind: "line", line },
    cwd: "/home/x/project",
    mode: "default",
  });
  expect(result.ruling).toBe(ruling);
});
