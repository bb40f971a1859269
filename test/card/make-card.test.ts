/** The whole card, as the protocol wants it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import { createApprovedTexts } from "../../src/card/approved-texts.ts";
import { makeCard, textsToNote } from "../../src/card/make-card.ts";
import type { CheckResult } from "../../src/decide/result.ts";
import { CARD } from "../../src/protocol/card-messages.ts";
import { checkIn, makeProject } from "./engine.ts";

/** Stands still: the tests have all the time they need. */
const ports = { nowMs: () => 5 };
const agents = compileAgents(readAgents(join(import.meta.dirname, "../../policy/agents")));

async function inputFor(project: string, line: string) {
  const what = { kind: "line", line } as const;
  return { check: "id", line, cwd: project, result: await checkIn(project, what), what };
}

describe("a card", () => {
  test("has everything, and nothing that the protocol does not know", async () => {
    const project = makeProject({ "x.sh": "rm a\n", "build/a": "1" });
    const input = await inputFor(project, "ls; rm -r build; bash x.sh");
    const card = await makeCard(input, createApprovedTexts(), {
      ...ports,
      whereOf: (rule) => (rule === "mode.default" ? "policy.yaml:3" : undefined),
    });
    expect(CARD.parse(card)).toEqual({
      check: "id",
      parts: [
        { from: 0, to: 2, ruling: "allow" },
        { from: 4, to: 15, ruling: "ask" },
        { from: 17, to: 26, ruling: "ask" },
      ],
      effects: ["deletes 1 file below build/ (1 B)", "runs what is in x.sh", "lists ."],
      rule: {
        id: "mode.default",
        says: "rm deletes build and everything below",
        where: "policy.yaml:3",
      },
      texts: [{ title: "the script", path: join(project, "x.sh"), text: "rm a\n" }],
    });
  });

  test("shows what changed since it was allowed, but not before anybody allowed it", async () => {
    const project = makeProject({ "x.sh": "ls\n" });
    const memory = createApprovedTexts();
    const input = await inputFor(project, "bash x.sh");
    expect((await makeCard(input, memory, ports)).texts[0]?.change).toBeUndefined();
    memory.note(await textsToNote(input, ports), 3);
    writeFileSync(join(project, "x.sh"), "ls\nrm -rf /\n");
    expect((await makeCard(input, memory, ports)).texts[0]?.change).toEqual({
      sinceMs: 3,
      rows: [
        { kind: "same", text: "ls" },
        { kind: "added", text: "rm -rf /" },
      ],
    });
  });

  test("names the doubt where that decided", async () => {
    const project = makeProject();
    const card = await makeCard(await inputFor(project, "cat a | sh"), createApprovedTexts(), ports);
    expect(card.rule).toEqual({
      id: "parser.unknown-text",
      says: "sh runs text that cannot be known: what comes through the pipe",
    });
  });

  test("of a line that is judged with all commands allowed has a rule as well", async () => {
    const card = await makeCard(await inputFor(makeProject(), "ls"), createApprovedTexts(), ports);
    expect(card.rule?.id).toBe("mode.default");
  });

  test("keeps names raw, in parts, sentences and texts", async () => {
    const name = "\u202e\u001b]0;x\u0007.sh";
    const project = makeProject({ [name]: "echo \u001b[2J\n" });
    const card = await makeCard(
      await inputFor(project, "bash $'\\u202e\\e]0;x\\a.sh'"),
      createApprovedTexts(),
      ports,
    );
    expect(card.effects).toEqual([`runs what is in ${name}`]);
    expect(card.texts).toEqual([
      { title: "the script", path: join(project, name), text: "echo \u001b[2J\n" },
    ]);
  });
});

describe("a line from within a wrapper", () => {
  const inner = "ls; rm -r build";
  const whole = `source ~/.claude/shell-snapshots/snapshot-bash-1-a.sh && eval '${inner}' && pwd -P >| /tmp/claude-1-cwd`;

  async function wrapped(alone: "with" | "without") {
    const project = makeProject({ "build/a": "1" });
    const what = { kind: "line", line: whole } as const;
    const result = await checkIn(project, what, { agents });
    expect(result.wrapper?.line).toBe(inner);
    const more = alone === "with" ? { alone: await checkIn(project, inner) } : {};
    return makeCard(
      { check: "id", line: inner, cwd: project, result, what, ...more },
      createApprovedTexts(),
      ports,
    );
  }

  test("has no parts: the places belong to another text", async () =>
    expect((await wrapped("without")).parts).toEqual([]));

  test("has parts where it was judged by itself", async () =>
    expect((await wrapped("with")).parts).toEqual([
      { from: 0, to: 2, ruling: "allow" },
      { from: 4, to: 15, ruling: "ask" },
    ]));
});

describe("a card comes whatever happens", () => {
  test("when the clock is over at once", async () => {
    let nowMs = 0;
    const project = makeProject({ "build/a": "1", "x.sh": "ls" });
    const input = await inputFor(project, "rm -r build; bash x.sh; echo a > x.sh");
    const card = await makeCard(input, createApprovedTexts(), {
      nowMs: () => {
        nowMs += 400;
        return nowMs;
      },
    });
    expect(CARD.parse(card).effects).toHaveLength(3);
  });

  test("when a FIFO stands everywhere", async () => {
    const project = makeProject();
    mkdirSync(join(project, "d"));
    execFileSync(
      "mkfifo",
      ["x.sh", "d/a", "package.json", "Makefile"].map((name) => join(project, name)),
    );
    const line = "bash x.sh; rm -r d; npm run x; make all; echo a > x.sh";
    const card = await makeCard(await inputFor(project, line), createApprovedTexts(), ports);
    expect(card.texts).toEqual([]);
    expect(card.effects).toContain("deletes 1 file below d/ (0 B)");
  });

  test("when the result is not what it should be", async () => {
    const input = await inputFor(makeProject(), "ls");
    const result = {
      ...input.result,
      commands: [{ ruling: "ask", pos: 0, end: 2 }],
    } as unknown as CheckResult;
    const card = await makeCard({ ...input, result }, createApprovedTexts(), ports);
    expect(card.effects).toEqual(["what it would do could not be looked up: read the line itself"]);
    expect(card.texts).toEqual([]);
  });
});
