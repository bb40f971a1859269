import { describe, expect, test } from "vitest";
import { exampleReader, loadInput } from "../../src/engine/load-layers.ts";
import { checkExamples } from "../../src/policy/examples.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { formatProblem } from "../../src/policy/policy.ts";
import { loadProfile, profileNames } from "../../src/policy/profiles.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { layersOf, makeMachine, PROFILES_DIR, problemsOf } from "./fixture.ts";

const KNOWLEDGE = requireKnowledge();

async function load(text: string) {
  const { places } = makeMachine({ user: text });
  return problemsOf(await loadPolicy({ places, readExample: exampleReader(places, KNOWLEDGE) }));
}

const rule = (examples: string): string =>
  `version: 1\nrules:\n  - id: no-push\n    match: git push --force **\n    ruling: deny\n    because: shared\n    examples: ${examples}\n`;

describe("rules are tried with their examples when they are loaded", () => {
  const rows: [name: string, examples: string, problem: RegExp | undefined][] = [
    ["right ones are fine", "{match: [git push --force], not_match: [git push]}", undefined],
    ["in a longer line", "{match: ['cd x && git push --force origin']}", undefined],
    ["quotes do not hide it", "{match: [\"git 'push' --for''ce\"]}", undefined],
    [
      "an example that does not match",
      "{match: [git push -f]}",
      /:3: rule user.no-push does not match its example `git push -f`/,
    ],
    [
      "a counter-example that matches",
      "{not_match: [git push --force]}",
      /:3: rule user.no-push matches the counter-example/,
    ],
    [
      "a line that cannot be read proves nothing",
      "{match: ['git push --force (']}",
      /does not match its example/,
    ],
  ];
  test.for(rows)("%s", async ([, examples, problem]) => {
    expect(await load(rule(examples))).toEqual(problem ? [expect.stringMatching(problem)] : []);
  });
});

describe("examples are few, short and cheap", () => {
  const rules = (count: number, lines: readonly string[]): string =>
    `version: 1\nrules:\n${Array.from(
      { length: count },
      (_, at) =>
        `  - {id: r${at}, match: git **, ruling: deny, because: x, examples: {match: ${JSON.stringify(lines)}}}`,
    ).join("\n")}\n`;
  const times = (count: number): string[] => Array.from({ length: count }, () => "git push");
  const rows: [name: string, text: string, problem: RegExp | undefined][] = [
    ["20 for a rule", rules(1, times(20)), undefined],
    [
      "more than 20 for a rule",
      rules(1, times(21)),
      /:3: rules\[1\].examples must not hold more than 20 lines/,
    ],
    ["500 in a file", rules(25, times(20)), undefined],
    ["more than 500 in a file", rules(26, times(20)), /:28: the file holds more than 500 examples/],
    ["a long line", rules(1, [`git ${"x".repeat(2000)}`]), /must not be longer than/],
  ];
  test.for(rows)("%s", async ([, text, problem]) => {
    expect(await load(text)).toEqual(problem ? [expect.stringMatching(problem)] : []);
  });

  test("an example that is hard to parse does not hold up loading", async () => {
    const { places } = makeMachine({ project: rules(1, Array(20).fill(`git "${"${x:-a}".repeat(40)}"`)) });
    const start = process.cpuUsage();
    await loadPolicy(loadInput(places, KNOWLEDGE));
    expect(processorMs(start)).toBeLessThan(2000);
  });

  test("a project file whose examples take too long is not used", async () => {
    const { places } = makeMachine({ project: rules(25, Array(20).fill(`git push; ${"a;".repeat(240)}`)) });
    // Stands for a parser that needs long.
    const readExample = () => {
      const start = process.cpuUsage();
      while (processorMs(start) < 50);
      return { kind: "subjects", subjects: [] } as const;
    };
    const start = process.cpuUsage();
    const outcome = await loadPolicy({ places, readExample });
    expect(processorMs(start)).toBeLessThan(2000);
    if (outcome.kind !== "loaded") throw new Error("refused");
    expect(outcome.layers.projectFile.kind).toBe("broken");
    expect(outcome.warnings.join("\n")).toMatch(/take longer than 300 ms to try; make them fewer or simpler/);
  });
});

/** Processor time is what counts: on a busy machine the clock runs on without us. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

describe("built-in profiles, read by the real parser and classifier", () => {
  test.for(profileNames(PROFILES_DIR))("%s", async (name) => {
    const { places } = makeMachine();
    const { user, context } = layersOf(await loadPolicy({ places, profiles: [name] }));
    const { match, not_match: notMatch } = loadProfile(PROFILES_DIR, name).data.examples;
    const read = exampleReader(places, KNOWLEDGE);
    const missed: string[] = [];
    for (const line of match) {
      const tries = await Promise.all(
        user.map((one) =>
          checkExamples([{ ...one, examples: { match: [line], notMatch: [] } }], context, read),
        ),
      );
      if (tries.every((problems) => problems.length > 0)) missed.push(line);
    }
    const wrong = await checkExamples(
      user.map((one) => ({ ...one, examples: { match: [], notMatch } })),
      context,
      read,
    );
    expect({ missed, wrong: wrong.map(formatProblem) }).toEqual({ missed: [], wrong: [] });
  });
});
