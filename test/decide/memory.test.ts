/** A result is given again only while everything that it rests on is the same. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CheckInput } from "../../src/decide/engine.ts";
import { type Facts, NO_FACTS } from "../../src/decide/facts.ts";
import { createMemory } from "../../src/decide/memory.ts";
import type { CheckResult } from "../../src/decide/result.ts";
import { openEngine } from "../../src/engine/open-engine.ts";

const RESULT = { ruling: "allow" } as CheckResult;
const LINE: CheckInput = { what: { kind: "line", line: "npm test" }, cwd: "/p", mode: "default" };

/** How often it was judged, for these inputs in turn. */
async function judgedFor(inputs: readonly CheckInput[], facts: Facts = NO_FACTS): Promise<number> {
  const memory = createMemory(facts);
  let judged = 0;
  for (const input of inputs)
    await memory.check(input, async (known) => {
      judged++;
      known.findTask("npm", "test", "/p");
      return RESULT;
    });
  return judged;
}

describe("what is remembered", () => {
  test("the same check is judged twice, and not a third time", async () => {
    expect(await judgedFor([LINE])).toBe(1);
    expect(await judgedFor([LINE, LINE])).toBe(2);
    expect(await judgedFor([LINE, LINE, { ...LINE }, LINE])).toBe(2);
  });
  const others: readonly [name: string, input: CheckInput][] = [
    ["another line", { ...LINE, what: { kind: "line", line: "npm test " } }],
    ["another folder", { ...LINE, cwd: "/q" }],
    ["another mode", { ...LINE, mode: "plan" }],
    ["another shell", { ...LINE, dialect: "zsh" }],
    ["other aliases", { ...LINE, prelude: "alias npm=rm" }],
    ["definitions that are not all known", { ...LINE, definitions: "incomplete" }],
    ["typed at a prompt", { ...LINE, interactive: true }],
    ["an argv of the same words", { ...LINE, what: { kind: "argv", argv: ["npm", "test"] } }],
    ["one word instead of two", { ...LINE, what: { kind: "argv", argv: ["npm test"] } }],
  ];
  test.for(others)("%s is judged anew", async ([, other]) => {
    expect(await judgedFor([LINE, LINE, other, other])).toBe(4);
  });
  test("a script's text is never remembered", async () => {
    const script: CheckInput = { ...LINE, what: { kind: "script", text: "ls", path: "x.sh", args: [] } };
    expect(await judgedFor([script, script, script])).toBe(3);
  });
  test("a fact that has changed makes it a new check", async () => {
    const texts = ["vitest", "vitest", "vitest", "rm -rf ~"];
    const facts: Facts = {
      ...NO_FACTS,
      findTask: () => ({ kind: "none", seen: texts.shift() }) as ReturnType<Facts["findTask"]>,
    };
    expect(await judgedFor([LINE, LINE, LINE, LINE], facts)).toBe(3);
  });
  test("what took long is not remembered: it may be short of time", async () => {
    const memory = createMemory(NO_FACTS);
    let judged = 0;
    const slowly = async () => {
      judged++;
      for (const fromMs = performance.now(); performance.now() - fromMs < 30; );
      return RESULT;
    };
    for (let times = 0; times < 3; times++) await memory.check(LINE, slowly);
    expect(judged).toBe(3);
  });
  test("a failure is not remembered", async () => {
    const memory = createMemory(NO_FACTS);
    for (let times = 0; times < 2; times++)
      await expect(memory.check(LINE, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await memory.check(LINE, () => Promise.resolve(RESULT))).toBe(RESULT);
  });
  test("it forgets the oldest, not everything", async () => {
    const many = Array.from({ length: 400 }, (_, n): CheckInput => ({ ...LINE, cwd: `/p${n}` }));
    const twice = many.flatMap((one) => [one, one]);
    expect(await judgedFor([...twice, many.at(-1) ?? LINE, many[0] ?? LINE])).toBe(801);
  });
});

describe("with a real disk between two checks of the same line", () => {
  let project: string;
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), "guard-memory-"));
    for (const folder of [".git/objects", ".git/refs"]) mkdirSync(join(project, folder), { recursive: true });
    writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  const changes: readonly [name: string, line: string, change: () => void][] = [
    [
      "a script of package.json becomes a deletion",
      "npm test",
      () => writeFileSync(join(project, "package.json"), '{"scripts":{"test":"rm -rf ~"}}'),
    ],
    ["a plain file becomes a link to a secret", "cat notes", () => link("/etc/shadow", "notes")],
    [
      "the repository gets a config that runs a program",
      "git status",
      () => writeFileSync(join(project, ".git/config"), "[core]\n\tfsmonitor = ./x\n"),
    ],
  ];
  test.for(changes)("%s", async ([, line, change]) => {
    writeFileSync(join(project, "package.json"), '{"scripts":{"test":"ls"}}');
    writeFileSync(join(project, "notes"), "x");
    const opened = await openEngine({ cwd: project, env: { HOME: join(project, "home") } });
    if (opened.kind !== "open") throw new Error(opened.problems.join());
    const check = () => opened.engine.check({ what: { kind: "line", line }, cwd: project });
    const before = await remembered(check);
    change();
    expect((await check()).ruling).not.toBe(before.ruling);
  });

  /** A first check on a busy machine may take too long to be remembered. */
  async function remembered(check: () => Promise<CheckResult>): Promise<CheckResult> {
    for (let tries = 0; tries < 50; tries++) {
      const result = await check();
      if ((await check()) === result) return result;
    }
    throw new Error("it is never remembered");
  }

  function link(target: string, name: string): void {
    rmSync(join(project, name));
    symlinkSync(target, join(project, name));
  }
});
