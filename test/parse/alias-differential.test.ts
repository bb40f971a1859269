/** Real shells with real aliases: whatever they run, the parser foresaw, or it had a doubt. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseLine } from "../../src/parse/parse.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "aliases-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What a, b and c may stand for; p and q say that they ran. */
const ALIAS_TEXTS =
  "p|p -x|q |b|b |c y|p; q|p && b|q x;|a|p $(q z)|b; c|{ p; }|( q )|p #|eval q|! p|time|A=1 p|f2|p \\|A=1|if p|p &&|true;b".split(
    "|",
  );
const name = fc.constantFrom("a", "b", "c", "p", "f1");
const word = fc.constantFrom("x", "a", "b", "$(a w)", "'b'", '"$(c)"', "p", "`b v`");
const simple = fc.oneof(
  name,
  fc.tuple(name, fc.array(word, { maxLength: 3 })).map(([first, words]) => [first, ...words].join(" ")),
  name.map((first) => `A=1 ${first} x`),
  name.map((first) => `>file ${first} x`),
  name.map((first) => `command ${first} x`),
  name.map((first) => `eval '${first} x'`),
  name.map((first) => `! ${first}`),
  name.map((first) => `case x in x) ${first} y;; esac`),
  fc.constantFrom("\\a x", "'b' x", "a\\\n x", "alias a='p new'", "alias b=q", "unalias a", "unalias b", "g"),
);
const line = fc
  .array(
    fc.oneof(
      simple,
      simple.map((inner) => `{ ${inner}; }`),
      simple.map((inner) => `( ${inner} )`),
      simple.map((inner) => `for i in 1 2; do ${inner}; done`),
      simple.map((inner) => `g() { ${inner}; }`),
      fc.tuple(simple, simple).map(([one, other]) => `if ${one}; then ${other}; fi`),
      fc.tuple(simple, simple).map(([one, other]) => `${one} | ${other}`),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .chain((parts) => fc.constantFrom("; ", " && ", "\n", " || ").map((between) => parts.join(between)));
const text = fc.constantFrom(...ALIAS_TEXTS);
const prelude = fc.tuple(text, text, text).map((texts) => {
  const aliases = texts.map((value, index) => `alias ${"abc"[index]}='${value}'`);
  return [...aliases, "f1() { p inf1; }", 'f2() { q "$@" inf2; }'].join("\n");
});

const SHELLS = [
  { shell: "bash", options: ["-O", "expand_aliases"] },
  { shell: "zsh", options: ["-f"] },
] as const;

function ranIn({ shell, options }: (typeof SHELLS)[number], definitions: string, typed: string): string[] {
  const script = `FUNCNEST=5; p() { echo "RUN p $*" >&2; }; q() { echo "RUN q $*" >&2; }\n${definitions}\neval "$LINE"`;
  const ran = spawnSync(shell, [...options, "-c", script], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], LINE: typed },
  });
  return (ran.stderr.match(/RUN [pq].*/g) ?? []).map((told) => told.slice("RUN ".length).trim());
}

/** As a pattern: what is unknown may be anything. */
function foreseen(definitions: string, typed: string, shell: "bash" | "zsh"): RegExp[] | "doubtful" {
  const outcome = parseLine(typed, { dialect: shell, home: "/h", cwd: "/w", prelude: definitions });
  if (outcome.kind === "unparsable" || outcome.doubts.length > 0) return "doubtful";
  return outcome.commands.map(({ argv }) => {
    const words = argv.map(({ pieces }) =>
      pieces.map((piece) => (piece.kind === "text" ? escaped(piece.text) : "[^]*")).join(""),
    );
    return new RegExp(`^(?:command )?${words.join(" *")}$`);
  });
}

function escaped(known: string): string {
  return known.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const { GUARD_FUZZ_RUNS = "100" } = process.env;
const RUNS = Number(GUARD_FUZZ_RUNS);

describe("aliases of a real shell", () => {
  for (const entry of SHELLS) {
    const missing = spawnSync(entry.shell, ["-c", ":"]).status !== 0;
    if (missing) process.stderr.write(`skipped: ${entry.shell} is not installed\n`);
    test.skipIf(missing)(
      `${entry.shell} runs nothing that was not foreseen`,
      () => {
        fc.assert(
          fc.property(prelude, line, (definitions, typed) => {
            const patterns = foreseen(definitions, typed, entry.shell);
            if (patterns === "doubtful") return;
            const ran = ranIn(entry, definitions, typed);
            expect(ran.filter((told) => !patterns.some((pattern) => pattern.test(told)))).toEqual([]);
          }),
          { numRuns: RUNS },
        );
      },
      60_000 + RUNS * 300,
    );
  }
});
