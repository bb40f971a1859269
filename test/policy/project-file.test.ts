import { describe, expect, test } from "vitest";
import { loadInput } from "../../src/engine/load-layers.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { makeMachine, problemsOf } from "./fixture.ts";

const KNOWLEDGE = requireKnowledge();

async function warningsFor(project: string, org?: string): Promise<string> {
  const machine = makeMachine(org === undefined ? { project } : { project, org });
  const outcome = await loadPolicy(loadInput(machine.places, KNOWLEDGE));
  if (outcome.kind !== "loaded") throw new Error("refused");
  expect(outcome.layers.projectFile.kind).toBe("broken");
  return outcome.warnings.join("\n");
}

const names = (count: number): string => Array.from({ length: count }, (_, at) => `tool${at}`).join(", ");

const FORBIDDEN: [name: string, text: string, problem: RegExp][] = [
  ["sudo", "commands: [sudo]", /:2: a project file may not allow sudo .*guard never allows it/],
  ["a floor program by pattern", "allowlist: ['dd **']", /may not allow dd/],
  [
    "a floor program by full rule",
    "rules:\n  - {id: a, match: {program: chown}, ruling: allow, because: b}",
    /may not allow chown/,
  ],
  ["a wildcard over a floor program", "commands: ['su*']", /may not allow su/],
  ["a wildcard over a dangerous program", "commands: ['kube*']", /may not allow kubectl .*CONFIRM/],
  ["a floor program by path", "commands: [/usr/bin/sudo]", /may not allow sudo/],
  [
    "a program that the org blocks",
    "commands: [terraform]",
    /may not allow terraform .*the org policy blocks it/,
  ],
  [
    "a program that the org calls dangerous",
    "commands: [fly]",
    /may not allow fly .*the org policy calls it dangerous/,
  ],
  ["a floor program in a profile of its own", "profiles:\n  - mine: [sudo]", /may not allow sudo/],
  [
    "security: full",
    "settings: {security: full}",
    /settings.security cannot have this value in a project file/,
  ],
  ["ask_fallback: full", "settings: {ask_fallback: full}", /settings.ask_fallback cannot/],
  ["reveal", "settings: {reveal: [~/.ssh]}", /settings.reveal cannot/],
  ["no confirmation", "settings: {dangerous_command_requires_confirmation: false}", /cannot have this value/],
  ["a program that needs CONFIRM", "commands: [pulumi]", /may not allow pulumi .*typed CONFIRM/],
  ["another one", "commands: [heroku]", /may not allow heroku/],
  ["one by its path and a wildcard", 'commands: ["/usr/bin/aw*"]', /may not allow aws.* .*typed CONFIRM/],
  ["a program in any folder", 'commands: ["**/deploy.sh"]', /may not allow a program in any folder/],
  [
    "effects without a program",
    "rules:\n  - {id: a, match: {effect: [write, execute]}, ruling: allow, because: b}",
    /:3: a project file may not allow without naming a program/,
  ],
  [
    "more than 50 arguments",
    `commands:\n  - {name: tool, args: [${names(51)}]}`,
    /allows 51 commands, 50 at most/,
  ],
  [
    "more than 50 patterns in one rule",
    `rules:\n  - {id: a, match: [${names(51)}], ruling: allow, because: b}`,
    /allows 51 commands/,
  ],
  [
    "more than 50 programs in one rule",
    `rules:\n  - {id: a, match: {program: [${names(51)}]}, ruling: allow, because: b}`,
    /allows 51 commands/,
  ],
  [
    "more than 50 arguments in a profile",
    `profiles:\n  - mine: [{name: tool, args: [${names(51)}]}]`,
    /allows 51 commands/,
  ],
  ["more than 50 commands", `commands: [${names(51)}]`, /:2: the file allows 51 commands, 50 at most/],
  ["more than 50 in all lists", `commands: [${names(30)}]\nallowlist: [${names(21)}]`, /allows 51 commands/],
  ["more than 50 in a profile", `profiles:\n  - mine: [${names(51)}]`, /allows 51 commands/],
];

describe("what a project file may not say", () => {
  test.for(FORBIDDEN)("%s", async ([, text, problem]) => {
    const org = "version: 1\nblocked_commands: [terraform]\ndangerous_commands: [fly]\n";
    expect(await warningsFor(`version: 1\n${text}\n`, org)).toMatch(problem);
  });

  test("50 commands are fine, and so are its denies of anything", async () => {
    const text = `version: 1\ncommands: [${names(50)}]\nblocked_commands: [sudo, aws]\n`;
    const outcome = await loadPolicy({ places: makeMachine({ project: text }).places });
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.layers.projectFile).toMatchObject({ kind: "untrusted", waiting: 50 });
    expect(outcome.layers.project.map(({ ruling }) => ruling)).toEqual(["deny", "deny"]);
  });

  test("init.sh is that file in any folder, and a form that needs no CONFIRM may be named", async () => {
    const text = "version: 1\ncommands: [init.sh, terraform validate]\n";
    const outcome = await loadPolicy(loadInput(makeMachine({ project: text }).places, KNOWLEDGE));
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.layers.projectFile).toMatchObject({ kind: "untrusted", waiting: 2 });
  });

  const wide = ["/**", "/*", "**/*", "./scripts/*", "/usr/bin/*", "a*", "*x", "./**"];
  test.for(wide)("in no file a wildcard may stand for nearly every program: %s", async (pattern) => {
    for (const text of [
      `commands: ["${pattern}"]`,
      `allowlist: ["${pattern} **"]`,
      `rules:\n  - {id: a, match: {program: "${pattern}"}, ruling: allow, because: b}`,
    ]) {
      const outcome = await loadPolicy({ places: makeMachine({ user: `version: 1\n${text}\n` }).places });
      expect(problemsOf(outcome)).toEqual([expect.stringMatching(/would match (nearly )?every program/)]);
    }
  });

  test("a restriction may be wider than an allow", async () => {
    const text = 'version: 1\nblocked_commands: ["/opt/*", "k*"]\n';
    expect((await loadPolicy({ places: makeMachine({ project: text }).places })).kind).toBe("loaded");
  });

  test("the user's own file may name them, and a warning says when it allows any code", async () => {
    const outcome = await loadPolicy({
      places: makeMachine({ user: "version: 1\ncommands: [kubectl, bash]\n" }).places,
    });
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.warnings.join("\n")).toMatch(/:2: `bash` allows bash with any arguments, so any code/);
  });

  test("reveal belongs to the user, not to the org", async () => {
    const outcome = await loadPolicy({
      places: makeMachine({ org: "version: 1\nsettings: {reveal: [~/x]}\n" }).places,
    });
    expect(outcome.kind).toBe("refused");
  });
});
