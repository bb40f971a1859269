/** Reasons are sentences that a tired person reads once. */
import { expect, test } from "vitest";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const engine = createEngine({ home: "/home/me", project: "/home/me/project", knowledge: requireKnowledge() });

const rows: readonly [line: string, reason: string][] = [
  ["PATH=/x:$PATH", "it changes PATH, which decides which program a name stands for"],
  ["export PATH=/x", "it changes PATH, which decides which program a name stands for"],
  ["CC=clang make", "it changes CC, which names a compiler, a wrapper or options that a build runs with"],
  [". ./env.sh", "source (.) runs what is in ./env.sh"],
  ["> out.txt", "the line writes out.txt"],
  ["guard resolve x", "guard answers or steers guard, which only a person may do"],
  ["echo $AWS_SECRET_ACCESS_KEY", "echo may show $AWS_SECRET_ACCESS_KEY, which may be a secret"],
];
test.for(rows)("%s: %s", async ([line, reason]) => {
  const { reasons } = await engine.check({ cwd: "/home/me/project", what: { kind: "line", line } });
  expect(reasons[0]).toBe(reason);
});
