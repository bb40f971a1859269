/** An agent's file may ask for a mode; nothing but the wish is compiled. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";

function compiled(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "agents-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "robot.yaml"), text);
  return compileAgents(readAgents(folder)).agents;
}

test.for([
  ["a mode becomes a wish", "mode: plan\n", { agent: "robot", wants: "plan" }],
  ["without one there is none", "", { agent: "robot" }],
] as const)("%s", ([, line, expected]) => {
  const [agent] = compiled(`about: x\nprograms: [robot]\n${line}`);
  expect(agent).toMatchObject(expected);
  expect(Object.keys(agent ?? {}).includes("wants")).toBe("wants" in expected);
});

test("another word is an error with the file's name", () => {
  expect(() => compiled("about: x\nprograms: [robot]\nmode: yolo\n")).toThrow(
    /policy\/agents\/robot.yaml: .*mode/s,
  );
});

test("no agent that guard ships asks for a mode", () => {
  const { agents } = compileAgents(readAgents(resolve(import.meta.dirname, "../../policy/agents")));
  expect(agents.filter(({ wants }) => wants !== undefined)).toEqual([]);
});
