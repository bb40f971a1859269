/** The engine agrees with the real bash: whatever ran was foretold, or the line was marked as unknown. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { loadKnowledge } from "../../src/classify/load-knowledge.ts";
import type { Effect } from "../../src/core/effect.ts";
import { createEngine } from "../../src/decide/engine.ts";
import type { CheckResult } from "../../src/decide/result.ts";
import { createStubJail } from "../helpers/stub-jail.ts";
import { shellLine } from "./shell-grammar.ts";

const { GUARD_FUZZ_RUNS = "250" } = process.env;
const RUNS = Number(GUARD_FUZZ_RUNS);
/** More than this, and the test could pass by refusing everything, or by running nothing. */
const MOST_UNKNOWN = 0.35;

const loaded = loadKnowledge();
if (loaded.kind !== "loaded") throw new Error(loaded.reason);
const engine = createEngine({ home: "/home/u", knowledge: loaded.knowledge });
const jail = createStubJail();
afterAll(() => jail.remove());

/** Not allowed, because something in it cannot be known before it runs. */
function isMarked({ ruling, rules, commands }: CheckResult): boolean {
  if (ruling === "allow") return false;
  return (
    rules.some((rule) => rule.startsWith("parser.")) ||
    commands.some(({ effects }) => effects.some(runsUnknown))
  );
}

/** A program whose name is not known, or text from elsewhere: `source f`, `declare -i`. */
function runsUnknown({ kind, target, because }: Effect): boolean {
  if (kind !== "execute") return false;
  return (
    /name cannot be known/.test(because) ||
    target === undefined ||
    target.kind === "path" ||
    target.kind === "code"
  );
}

test(`Every stub that bash ran in ${RUNS} generated lines was foretold`, async () => {
  let silent = 0;
  const property = fc.asyncProperty(shellLine, async (line) => {
    const result = await engine.check({ what: { kind: "line", line }, cwd: "/w" });
    const ran = jail.run(line);
    if (ran.length === 0) silent++;
    if (isMarked(result)) return;
    const foretold = result.commands.map(({ argv }) => (argv[0] ?? "").replace(/.*\//, ""));
    expect(ran.filter((name) => !foretold.includes(name))).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS });
  expect(silent / RUNS, "lines that ran nothing").toBeLessThan(MOST_UNKNOWN);
}, 600_000);

test("Most lines are not marked as unknown", async () => {
  // The same lines each time: of 250 others there are now and then more.
  const lines = fc.sample(shellLine, { seed: 1, numRuns: 1_000 });
  let marked = 0;
  for (const line of lines)
    if (isMarked(await engine.check({ what: { kind: "line", line }, cwd: "/w" }))) marked++;
  expect(marked / lines.length).toBeLessThan(MOST_UNKNOWN);
});
