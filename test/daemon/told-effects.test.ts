/** The effects of a line as its record has them: short, each once, bounded. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import { toldEffects } from "../../src/daemon/told-effects.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const CWD = "/home/me/project";
const engine = createEngine({ home: "/home/me", project: CWD, knowledge: requireKnowledge() });
const check = (line: string) => engine.check({ what: { kind: "line", line }, cwd: CWD });

const ROWS: readonly [line: string, effects: readonly string[]][] = [
  ["true", []],
  ["ls -la", [`list:${CWD}`]],
  ["cat a ./a > ../b", [`read:${CWD}/a`, "write:/home/me/b"]],
  ["rm -rf build && rm -rf build", [`delete:${CWD}/build`]],
  ["curl https://me:secret@example.com:8443/x?token=1", ["network:example.com"]],
  ["git clone git@github.com:me/it.git", expect.arrayContaining(["network:github.com"])],
  ["ssh me@host.example uptime", expect.arrayContaining(["network:host.example"])],
  ["curl 'http://[::1]:80/'", ["network:[::1]"]],
  ["python3 -c 'print(1)'", expect.arrayContaining(["execute:python code"])],
];

describe("effects in a record", () => {
  test.for(ROWS)("%s", async ([line, effects]) => {
    expect(toldEffects(await check(line))).toEqual(effects);
  });

  test("the first twenty, then how many more", async () => {
    const names = Array.from({ length: 27 }, (_, n) => `f${n}`);
    const told = toldEffects(await check(`touch ${names.join(" ")}`));
    expect(told).toHaveLength(21);
    expect(told.slice(-2)).toEqual([`write:${CWD}/f19`, "… 7 more"]);
  });

  test("a long target is cut", async () => {
    const [told = ""] = toldEffects(await check(`rm ${"x".repeat(200)}`));
    expect(told).toHaveLength("delete:".length + 160);
    expect(told).toMatch(/x…$/);
  });

  test("what an agent puts around its line is left out", async () => {
    const agents = compileAgents(readAgents(join(import.meta.dirname, "../../policy/agents")));
    const wrapping = createEngine({ home: "/home/me", project: CWD, knowledge: requireKnowledge(), agents });
    const line =
      "source ~/.claude/shell-snapshots/snapshot-bash-1-a.sh && eval 'touch a' && pwd -P >| /tmp/claude-1-cwd";
    const result = await wrapping.check({ what: { kind: "line", line }, cwd: CWD });
    expect(result.wrapper).toMatchObject({ agent: "claude" });
    expect(toldEffects(result)).toEqual([`write:${CWD}/a`]);
  });

  test("they are made once for a result", async () => {
    const result = await check("ls");
    expect(toldEffects({ ...result })).toBe(toldEffects(result));
  });
});
