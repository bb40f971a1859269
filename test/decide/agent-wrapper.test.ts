/** Every example of policy/agents/*.yaml, and what must not be taken for a wrapper. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const sources = readAgents(join(import.meta.dirname, "../../policy/agents"));
const engine = createEngine({
  home: "/home/me",
  project: "/home/me/project",
  knowledge: requireKnowledge(),
  agents: compileAgents(sources),
});
const check = (line: string, mode: "default" | "plan" = "default") =>
  engine.check({ what: { kind: "line", line }, cwd: "/home/me/project", mode });

describe.each(sources.filter(({ source }) => source.examples.length > 0))("$agent", ({ agent, source }) => {
  test.each(source.examples)("$line", async ({ line, inner }) => {
    const { wrapper } = await check(line);
    if (inner === undefined) expect(wrapper).toBeUndefined();
    else expect(wrapper).toMatchObject({ agent, line: inner });
  });
});

const around = (line: string) =>
  `source ~/.claude/shell-snapshots/snapshot-bash-1-a.sh && eval '${line}' && pwd -P >| /tmp/claude-1-cwd`;

test("the files that an agent makes up for a line are known", async () => {
  expect((await check(around("npm install"))).wrapper).toMatchObject({ own: ["/tmp/claude-1-cwd"] });
});

test("a file that the line itself writes is none of them", async () => {
  const line = around("npm install > /tmp/claude-2-cwd");
  expect((await check(line)).wrapper).toMatchObject({ own: ["/tmp/claude-1-cwd"] });
});

describe("a wrapped line is judged by what is in it", () => {
  const cases = [
    { name: "a quiet line stays quiet", line: around("ls -la"), mode: "default", want: "allow" },
    { name: "a quiet line stays quiet in PLAN", line: around("ls -la"), mode: "plan", want: "allow" },
    { name: "a changing line is asked", line: around("npm install"), mode: "default", want: "ask" },
    { name: "a changing line is denied in PLAN", line: around("npm install"), mode: "plan", want: "deny" },
    { name: "the floor holds inside", line: around("sudo id"), mode: "default", want: "deny" },
    {
      name: "a shell started with the wrapper is looked into",
      line: `bash -c "${around("ls")}"`,
      mode: "default",
      want: "allow",
    },
    {
      name: "a second eval is not part of the wrapper",
      line: `${around("ls")} && eval 'rm -rf build'`,
      mode: "default",
      want: "ask",
    },
    { name: "a lone part is no wrapper", line: "eval ls; true > 5", mode: "default", want: "ask" },
    { name: "an exit is no wrapper", line: "( ls ); exit 3 > 7", mode: "default", want: "ask" },
    {
      name: "a snapshot from somewhere else is run code",
      line: "source ./.claude/shell-snapshots/snapshot-bash-1-a.sh && eval ls && pwd -P >| /tmp/claude-1-cwd",
      mode: "default",
      want: "ask",
    },
  ] as const;
  test.each(cases)("$name", async ({ line, mode, want }) => {
    expect((await check(line, mode)).ruling).toBe(want);
  });
});
