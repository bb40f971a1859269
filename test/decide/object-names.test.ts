/** Words that every object has as a field are words like all others: as program, option, variable, in every place of a line. */
import { describe, expect, test } from "vitest";
import type { Dialect } from "../../src/core/command.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { namesIn } from "../../src/history/programs-of.ts";
import { readPlainLine } from "../../src/tui/plain-words.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const engine = createEngine({ home: "/home/me", project: "/home/me/project", knowledge: requireKnowledge() });

const NAMES = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];
const DIALECTS: readonly Dialect[] = ["bash", "zsh", "fish"];

/** `NAME` is the word, `nobody` one that no object has: what is decided must be the same. */
const FORMS = [
  "NAME y",
  "NAME",
  "./NAME y",
  "bash -c 'NAME y'",
  "sudo NAME",
  "git NAME",
  "git push NAME",
  "git --NAME",
  "npm run NAME",
  "make NAME",
  "ls --NAME",
  "ls --NAME=x",
  "set -o NAME",
  "shopt -s NAME",
  "NAME=1 ls",
  "NAME=1",
  "NAME+=1",
  "export NAME=1",
  "unset NAME",
  "read NAME",
  "printf -v NAME x",
  "for NAME in a b; do ls $NAME; done",
  "NAME() { ls; }; NAME",
  "alias NAME=ls; NAME",
  "ls $NAME",
  "ls $" + "{NAME}",
  "echo $(( $(NAME -c) ))",
  "echo $(NAME)",
  "ls > NAME",
  "ls | NAME",
  "declare -A a; a[NAME]=1; ls $" + "{a[NAME]}",
  "awk NAME x",
  "find . -NAME",
  "docker NAME x",
  "kill -NAME 1",
  "trap NAME EXIT",
  "set -g NAME x",
  "bind NAME",
] as const;

describe.each(NAMES)("%s", (name) => {
  test.each(FORMS)("decided as any other word: %s", async (form) => {
    const decide = async (word: string, dialect: Dialect) => {
      const line = form.replaceAll("NAME", word);
      const what = { kind: "line", line } as const;
      const result = await engine.check({ what, cwd: "/home/me/project", mode: "default", dialect });
      expect(result.reasons.join(" ")).not.toMatch(/could not be judged/);
      return [result.ruling, result.rules];
    };
    for (const dialect of DIALECTS)
      expect([dialect, ...(await decide(name, dialect))]).toEqual([
        dialect,
        ...(await decide("nobody", dialect)),
      ]);
  });

  test("in the history", () => {
    const { programs, pattern } = namesIn(`${name} y; git ${name}`);
    expect(programs).toEqual([name, "git"]);
    expect(pattern).toBe(name);
    expect(namesIn(["bash", "-c", `${name} y`]).programs).toEqual(["bash", name]);
  });

  test("typed at a card it answers nothing", () => {
    expect(readPlainLine(name, { kind: "card" })).toMatchObject({ kind: "unknown" });
  });
});
