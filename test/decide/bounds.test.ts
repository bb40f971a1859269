/** Long commands: judged as far as their first words go, asked for the rest, and never in the way of other checks. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Effect, Target } from "../../src/core/effect.ts";
import { argvFits } from "../../src/decide/argv-fits.ts";
import { indexEffects } from "../../src/decide/effect-index.ts";
import { createEngine, type EngineOptions } from "../../src/decide/engine.ts";
import { NO_FACTS } from "../../src/decide/facts.ts";
import { isForetold } from "../../src/decide/foretold.ts";
import { MAX_WORDS } from "../../src/decide/long-command.ts";
import type { CheckResult, OpenWord } from "../../src/decide/result.ts";
import { matchesShellGlob } from "../../src/decide/shell-glob.ts";
import { reachesNoFurther } from "../../src/decide/target-within.ts";
import { growthOf, TOO_STEEP } from "../classify/growth.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const CWD = "/home/me/project";
const KNOWLEDGE = requireKnowledge();
const RUNS = { numRuns: Number(process.env["GUARD_FUZZ_RUNS"] ?? "500") };

function engineWith(options: Partial<EngineOptions> = {}) {
  const engine = createEngine({ home: "/home/me", project: CWD, knowledge: KNOWLEDGE, ...options });
  return {
    ofArgv: (argv: readonly string[]) => engine.check({ what: { kind: "argv", argv }, cwd: CWD }),
    ofLine: (line: string) => engine.check({ what: { kind: "line", line }, cwd: CWD }),
  };
}
const { ofArgv, ofLine } = engineWith();
const names = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `f${from + index}`);
/** With the program, exactly as many words as are judged. */
const MOST = names(MAX_WORDS - 1);

/** A machine that is slow today must not run into the engine's limit. */
function stopClock(): void {
  beforeEach(() => void vi.spyOn(performance, "now").mockReturnValue(0));
  afterEach(() => vi.restoreAllMocks());
}

describe("a command with more words than can be judged", () => {
  stopClock();
  const PROGRAMS = [
    ["touch"],
    ["rm"],
    ["git", "add"],
    ["grep", "x"],
    ["cat"],
    ["cp"],
    ["xargs", "rm"],
    ["python3", "x.py"],
    ["foobar"],
    ["bash", "-c", 'rm "$@"', "_"],
    ["env", "ls"],
  ];
  test.each(PROGRAMS)("is asked, after a look at the first ones: %s %s", async (...words) => {
    const argv = [...words.filter((word) => word !== undefined), ...names(70_000)];
    const { ruling, commands, doubts } = await ofArgv(argv);
    expect({ ruling, first: commands[0]?.argv.length, doubts }).toMatchObject({
      ruling: "ask",
      first: MAX_WORDS,
      doubts: [{ because: `${argv[0]} has more words than can be judged` }],
    });
  });

  test("is no longer than what can be judged with one word less", async () => {
    expect((await ofArgv(["echo", ...MOST])).ruling).toBe("allow");
    expect((await ofArgv(["echo", ...MOST, "f"])).ruling).toBe("ask");
  });

  test.each([
    { mode: "full-auto", want: "ask" },
    { mode: "plan", want: "deny" },
  ] as const)("is $want in $mode", async ({ mode, want }) => {
    expect((await engineWith({ mode }).ofArgv(["echo", ...MOST, "f"])).ruling).toBe(want);
  });

  test.each([
    ["the program", ["sudo", "ls"]],
    ["one of the first words", ["rm", "-rf", "/"]],
  ])("is denied for %s", async (_, words) => {
    expect((await ofArgv([...words, ...names(70_000)])).ruling).toBe("deny");
  });

  test("is too long by its letters, too", async () => {
    expect((await ofArgv(["cat", ...Array<string>(100).fill("a".repeat(4_000))])).ruling).toBe("ask");
  });

  test.each([
    { count: 800, want: [] },
    { count: 900, want: ["rm has more words than can be judged"] },
  ])("with wildcards in its words there are fewer: $count", async ({ count, want }) => {
    const line = `rm ${Array<string>(count).fill("a*").join(" ")}`;
    expect((await ofLine(line)).doubts.map(({ because }) => because)).toEqual(want);
  });

  test("is foretold by itself and by no other with the same first words", async () => {
    const argv = ["touch", ...MOST];
    const [one, other] = [await ofArgv([...argv, "a"]), await ofArgv([...argv, "b"])];
    expect([isForetold(one, one), isForetold(other, one)]).toEqual([true, false]);
  });

  test("a script with so many arguments is asked", async () => {
    const engine = createEngine({ home: "/home/me", project: CWD, knowledge: KNOWLEDGE });
    const what = { kind: "script", text: "ls\n", path: "x.sh", args: names(MAX_WORDS + 1) } as const;
    expect(await engine.check({ what, cwd: CWD })).toMatchObject({
      ruling: "ask",
      reasons: ["the line has more words than can be judged"],
    });
  });
});

test("one unknown path stands for all that are not looked up on disk", async () => {
  const { commands } = await ofArgv(["cat", ...names(1_000)]);
  const kinds = commands[0]?.effects.map(({ target: on }) => on?.kind) ?? [];
  expect([kinds.length, kinds.filter((kind) => kind === "unknown-path").length]).toEqual([1_001, 1]);
});

describe("words that another command prints", () => {
  stopClock();
  test.each([
    { count: 10, want: false },
    { count: 100, want: true },
  ])("are filled in where that makes a few words: $count, five times", async ({ count, want }) => {
    // Each of the five may be empty, so that there are 32 commands.
    const { commands } = await ofLine(`x=$(echo ${names(count).join(" ")}); rm -r x ${"$x ".repeat(5)}`);
    const unknown = commands.at(-1)?.effects.some(({ target: on }) => on?.kind === "unknown-path");
    expect(unknown).toBe(want);
  });

  test("are looked for in the line a few times, not once for each word", async () => {
    let looks = 0;
    const counted = createEngine({ home: "/home/me", project: CWD, knowledge: KNOWLEDGE });
    const includes = vi.spyOn(String.prototype, "includes").mockImplementation(function (this: string, part) {
      looks++;
      return this.indexOf(String(part)) >= 0;
    });
    const line = `${names(150)
      .map((name) => `read ${name}; `)
      .join("")} rm ${names(150)
      .map((name) => `$${name}`)
      .join(" ")}`;
    await counted.check({ what: { kind: "line", line }, cwd: CWD }).finally(() => includes.mockRestore());
    expect(looks).toBeLessThan(2 * 64 * 150 + 10_000);
  });

  test("that cannot be known are looked for once", async () => {
    const looks = vi.fn(() => undefined);
    const { ofLine } = engineWith({ facts: { ...NO_FACTS, findRealPath: looks } });
    // Each of the five may be there or not.
    const found = names(5).map((name) => `$(find ${name})`);
    await ofLine(`cat ${[...found, ...names(50, 100)].join(" ")}`);
    const asked = looks.mock.calls.map(([path]: readonly unknown[]) => path);
    expect(asked.length).toBe(new Set(asked).size);
  });
});

describe("when the time is over", () => {
  afterEach(() => vi.restoreAllMocks());

  test("what was denied before stays denied, and the rest is not allowed", async () => {
    const clock = vi.spyOn(performance, "now");
    const { ofLine } = engineWith({
      mode: "full-auto",
      findGrant: () => {
        clock.mockReturnValue(Number.MAX_SAFE_INTEGER);
        return undefined;
      },
    });
    const late = { doubts: [{ because: "the line takes too long to judge" }] };
    expect(await ofLine("sudo ls; touch a; touch b")).toMatchObject({ ruling: "deny", ...late });
  });
});

describe("whether a long line was foretold", () => {
  stopClock();

  test.each([["touch"], ["kill"], ["npx", "eslint"]])(
    "costs time in proportion to its length: %s",
    async (...words) => {
      const results = new Map<number, CheckResult>();
      for (const count of [200, 3_200]) {
        const argv = [...words.filter((word) => word !== undefined), ...names(count)];
        results.set(count, await ofArgv(argv));
      }
      vi.restoreAllMocks();
      const growth = growthOf((count) => {
        const result = results.get(count);
        if (!(result && isForetold(result, result))) throw new Error("is not foretold");
      }, 200);
      expect(growth).toBeLessThan(TOO_STEEP);
    },
  );

  test("is no where that would take too long", async () => {
    const globs = names(500).map((name) => `${name}/*`);
    const line = await ofLine(`rm ${globs.join(" ")}`);
    const actual = await ofArgv(["rm", ...names(500).map((name) => `${name}/a`)]);
    expect(isForetold(actual, line)).toBe(false);
  });
});

const path = fc.constantFrom("/a", "/a/b", "/a/b/c", "/b", "/a/*", "/a/**", "/a/b*");
const target: fc.Arbitrary<Target> = fc.oneof(
  fc
    .tuple(path, fc.boolean(), fc.boolean(), fc.constantFrom(undefined, "/a/../a", "/b/../a"))
    .map(([at, glob, below, raw]) => ({
      kind: "path" as const,
      path: at,
      text: at,
      glob,
      below,
      ...(raw === undefined ? {} : { raw }),
    })),
  fc.constantFrom("a", "b").map((text) => ({ kind: "unknown-path" as const, text })),
  fc.constantFrom("a", "b").map((text) => ({ kind: "thing" as const, text })),
  fc
    .tuple(fc.constantFrom("a", "b"), fc.constantFrom("awk", "sed"))
    .map(([text, language]) => ({ kind: "code" as const, text, language })),
);
const effect: fc.Arbitrary<Effect> = fc
  .tuple(fc.constantFrom("write", "read"), fc.option(target), fc.constantFrom("x", "y"), fc.boolean())
  .map(([kind, on, because, recursive]) => ({
    kind: kind as Effect["kind"],
    because,
    ...(on === null ? {} : { target: on }),
    ...(recursive ? { recursive } : {}),
  }));

test("the index of effects says what a look at each of them says", () => {
  fc.assert(
    fc.property(fc.array(effect, { maxLength: 6 }), effect, (shown, one) => {
      const found = indexEffects(shown).covers(one, { left: 1_000 });
      expect(found).toBe(shown.some((other) => reachesNoFurther(one, other)));
    }),
    RUNS,
  );
});

const text = fc.constantFrom("a", "b", "ab", "a*");
const as = fc.constantFrom<OpenWord["as"] | undefined>(undefined, undefined, "one", "many", "names");

test("words fit the patterns that can become them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, as), { maxLength: 5 }),
      fc.array(text, { maxLength: 5 }),
      (shown, actual) => {
        const open = shown.flatMap(([, how], index) =>
          how === undefined ? [] : [{ word: index + 1, as: how }],
        );
        const argv = ["x", ...shown.map(([word]) => word)];
        expect(argvFits(["x", ...actual], { argv, open })).toBe(canBecome(shown, actual));
      },
    ),
    RUNS,
  );
});

type ShownWord = readonly [word: string, as: OpenWord["as"] | undefined];

/** The same in the plainest way: tries everything. */
function canBecome([first, ...others]: readonly ShownWord[], words: readonly string[]): boolean {
  if (first === undefined) return words.length === 0;
  const [word, ...rest] = words;
  const [shown, how] = first;
  const many = how === "many" || how === "names";
  if (many && canBecome(others, words)) return true;
  if (word === undefined) return false;
  const fits =
    how === "one" || how === "many" || word === shown || (how === "names" && matchesShellGlob(shown, word));
  return fits && (canBecome(others, rest) || (many && canBecome([first, ...others], rest)));
}
