/** `redact:` in policy files: layers only add, and a repository that nobody trusts adds nothing. */
import { describe, expect, test } from "vitest";
import { type LoadOutcome, loadPolicy } from "../../src/policy/load.ts";
import { trust } from "../../src/policy/trust.ts";
import { layersOf, makeMachine, problemsOf } from "./fixture.ts";

const one = (name: string): string =>
  `version: 1\nredact:\n  - {name: ${name}, pattern: "${name}_[a-z0-9]{8,}"}\n`;

const namesOf = (outcome: LoadOutcome): string[] => layersOf(outcome).settings.redact.map(({ name }) => name);

test("without files nothing is added", async () => {
  expect(namesOf(await loadPolicy({ places: makeMachine({}).places }))).toEqual([]);
});

test("org, user and a trusted project add theirs", async () => {
  const { places } = makeMachine({ org: one("org"), user: one("user"), project: one("ours") });
  const first = await loadPolicy({ places });
  expect(namesOf(first)).toEqual(["org", "user"]);
  expect(first.kind === "loaded" ? first.warnings.join() : "").toMatch(
    /redact is not used until .*guard policy trust/,
  );
  const { projectFile } = layersOf(first);
  if (projectFile.kind !== "untrusted") throw new Error(projectFile.kind);
  trust(places.trustDir, projectFile.file, projectFile.sha256, new Date());
  expect(namesOf(await loadPolicy({ places }))).toEqual(["org", "user", "ours"]);
});

describe("what is refused, with its line", () => {
  const rows: [name: string, entry: string, problem: RegExp][] = [
    ["a name with capitals", "{name: Acme, pattern: abc}", /:3: redact\[1\].name must be of small letters/],
    ["no pattern", "{name: acme}", /:3: redact\[1\].pattern is missing/],
    [
      "one that does not compile",
      '{name: acme, pattern: "(a"}',
      /redact\[1\].pattern must be a regular expression/,
    ],
    ["one that can take long", '{name: acme, pattern: "(a+)+b"}', /must not repeat a group/],
    ["one that matches nothing", '{name: acme, pattern: "a*"}', /must not match the empty text/],
    ["a long one", `{name: acme, pattern: "${"a".repeat(201)}"}`, /must not be longer than 200 characters/],
    [
      "an unknown field",
      "{name: acme, pattern: abc, off: true}",
      /unknown field "off" in redact\[1\]; known fields here: name, pattern/,
    ],
  ];
  test.for(rows)("%s", async ([, entry, problem]) => {
    const { places } = makeMachine({ user: `version: 1\nredact:\n  - ${entry}\n` });
    expect(problemsOf(await loadPolicy({ places })).join("\n")).toMatch(problem);
  });

  test("more than 50", async () => {
    const many = Array.from({ length: 51 }, (_, at) => `  - {name: a${at}, pattern: abc${at}}`).join("\n");
    const { places } = makeMachine({ user: `version: 1\nredact:\n${many}\n` });
    expect(problemsOf(await loadPolicy({ places })).join()).toMatch(/redact has more than 50 entries/);
  });
});
