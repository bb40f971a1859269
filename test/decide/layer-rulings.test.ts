/** What each layer said about a command, beside what came of it. */
import { describe, expect, test } from "vitest";
import { byEngine } from "../../src/daemon/decided.ts";
import { toldRulings } from "../../src/daemon/told-rulings.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { layersOf, makeMachine } from "../policy/fixture.ts";

const rule = (id: string, match: string, ruling: string, more = "") =>
  `  - id: ${id}\n    match: { program: ${match} }\n    ruling: ${ruling}\n    because: test\n${more}`;
const FILES = {
  org: `version: 1\nrules:\n${rule("git", "git", "allow")}${rule("make", "make", "ask", "    overridable: true\n")}`,
  user: `version: 1\nrules:\n${rule("git", "git", "ask")}${rule("tee", "tee", "allow")}${rule("any-git", "git", "allow")}${rule("make", "make", "allow")}`,
  project: `version: 1\nrules:\n${rule("tar", "tar", "deny")}${rule("make", "make", "allow")}`,
};

const ROWS = [
  { name: "only the mode", line: "mkdir build", says: "ask", rulings: undefined },
  { name: "only the floor", line: "rm -rf /", says: "deny", rulings: undefined },
  { name: "only one rule", line: "tee x", says: "allow", rulings: undefined },
  { name: "only a rule of the project", line: "tar xf a.tar", says: "deny", rulings: undefined },
  {
    name: "two layers, and of each the strictest rule",
    line: "git push",
    says: "ask",
    rulings: ["org:allow:org.git", "user:ask:user.git"],
  },
  {
    name: "a wider rule that a narrower layer replaced",
    line: "make",
    says: "allow",
    rulings: ["org:ask:org.make", "user:allow:user.make"],
  },
  {
    name: "a rule whose allow does not cover a redirection, then the mode",
    line: "tee x > /etc/motd",
    says: "ask",
    rulings: ["user:allow:user.tee", "mode:ask:mode.default"],
  },
  {
    name: "rules, and PLAN above them",
    line: "git push",
    mode: "plan",
    says: "deny",
    rulings: ["org:allow:org.git", "user:ask:user.git", "mode:deny:mode.plan"],
  },
] as const;

describe("what each layer said", () => {
  test.for(ROWS)("$name: $line", async ({ line, says, rulings, ...more }) => {
    const machine = makeMachine(FILES);
    const { home, projectRoot } = machine.places;
    const layers = layersOf(await loadPolicy({ places: machine.places }));
    const engine = createEngine({ home, project: projectRoot, knowledge: requireKnowledge(), layers });
    const result = await engine.check({ what: { kind: "line", line }, cwd: projectRoot, ...more });
    expect(result.ruling).toBe(says);
    expect(result.commands[0]?.rulings).toEqual(rulings);
  });
});

const CITED = [
  { line: "ls", rule: "mode.default", because: "it only reads, lists or searches" },
  { line: "sh -c 'tee x'", rule: "user.tee", because: "test" },
  { line: "ls && tee x | cat", rule: "user.tee", because: "test" },
  { line: "ls; make; tee x", rule: "user.make", because: "test", rulings: ROWS[5].rulings },
  {
    line: "ls; rm -rf build; ls",
    mode: "full-auto",
    rule: "mode.full-auto",
    because: "mode FULL_AUTO allows what no rule speaks about",
  },
  {
    line: "bash -c 'curl http://example.com'",
    mode: "full-auto",
    rule: "mode.full-auto",
    because: "mode FULL_AUTO allows what no rule speaks about",
  },
  { line: "tee x; mkdir build", rule: "mode.default", because: "mkdir writes build" },
  { line: "tee x; tar xf a.tar", rule: "project.tar", because: "test" },
] as const;

describe("what is told of a line", () => {
  test.for(CITED)("$rule for $line", async ({ line, rule, because, ...more }) => {
    const mode = "mode" in more ? { mode: more.mode } : {};
    const machine = makeMachine(FILES);
    const { home, projectRoot } = machine.places;
    const layers = layersOf(await loadPolicy({ places: machine.places }));
    const engine = createEngine({ home, project: projectRoot, knowledge: requireKnowledge(), layers });
    const result = await engine.check({ what: { kind: "line", line }, cwd: projectRoot, ...mode });
    expect([result.rules[0], result.reasons[0]]).toEqual([rule, because]);
    const decided = byEngine(result.ruling === "allow" ? "allow" : "deny", result);
    expect(decided).toMatchObject({ rule, by: rule.startsWith("mode.") ? "mode" : "rule" });
    expect(toldRulings(result, decided)).toEqual("rulings" in more ? more.rulings : undefined);
  });
});
