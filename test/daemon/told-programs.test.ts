/** The programs of a line as its record has them: by the engine's word, whatever a secret's name hides. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { VerdictRecord } from "../../src/audit/record.ts";
import { createEncode } from "../../src/audit/redact-record.ts";
import { compileAgents, readAgents } from "../../src/build/compile-agents.ts";
import { toldPrograms } from "../../src/daemon/told-programs.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const CWD = "/home/me/project";
const engine = createEngine({ home: "/home/me", project: CWD, knowledge: requireKnowledge() });
const check = (line: string) => engine.check({ what: { kind: "line", line }, cwd: CWD });

const ROWS: readonly [name: string, line: string, programs: readonly string[]][] = [
  ["each once, in the order of the line", "cd x && /usr/bin/git push; git pull", ["cd", "git"]],
  ["a line in a line", `bash -c "case --token in --token) gradle x;; esac"`, ["bash", "gradle"]],
  ["behind an empty variable", "authorization= gradle x", ["gradle"]],
  ["behind a function", '--token() { "$@"; }; --token gradle x', ["gradle"]],
  ["by a variable", "TOKEN=gradle; A=1 $TOKEN x", ["gradle"]],
  ["by a variable in a path", "TOKEN=gradle; ./$TOKEN x", ["gradle"]],
  ["by a variable behind another program", "TOKEN=gradle; env -i $TOKEN x", ["env", "gradle", "?"]],
  ["in a text that cannot be read whole", "make\nif", ["?"]],
  ["by a variable in a trap", "TOKEN=gradle; trap $TOKEN EXIT", expect.arrayContaining(["gradle"])],
  ["by an alias", "alias token=shutdown\ntoken", expect.arrayContaining(["shutdown"])],
  ["what is not known before it runs", "$TOOL x; $(cat y) z", ["?", "cat"]],
  ["a wildcard", "gradl* x", ["?"]],
  ["no program at all", "TOKEN=gradle", []],
];

describe("programs in a record", () => {
  test.for(ROWS)("%s", async ([, line, programs]) => {
    expect(toldPrograms(await check(line))).toEqual(programs);
  });

  test("a long name is cut", async () => {
    const [told = ""] = toldPrograms(await check("x".repeat(200)));
    expect(told).toHaveLength(80);
    expect(told).toMatch(/x…$/);
  });

  test("what an agent puts around its line is left out, but for the eval that runs it", async () => {
    const agents = compileAgents(readAgents(join(import.meta.dirname, "../../policy/agents")));
    const wrapping = createEngine({ home: "/home/me", project: CWD, knowledge: requireKnowledge(), agents });
    const line =
      "source ~/.claude/shell-snapshots/snapshot-bash-1-a.sh && eval 'touch a' && pwd -P >| /tmp/claude-1-cwd";
    const result = await wrapping.check({ what: { kind: "line", line }, cwd: CWD });
    expect(toldPrograms(result)).toEqual(["eval", "touch"]);
  });

  test("they are made once for a result", async () => {
    const result = await check("ls");
    expect(toldPrograms({ ...result })).toBe(toldPrograms(result));
  });
});

/** As random as a token: text alone could not tell it from one. */
const PROGRAM = "Ev1lPr0gr4mX9";
const HIDING: readonly [name: string, line: string][] = [
  ["a function's operand", `f() { "$@"; }; DB_PASSWORD=${PROGRAM}; f $DB_PASSWORD x`],
  ["a function like an option", `--token() { "$@"; }; --token ${PROGRAM} x`],
  ["a function like a scheme", `bearer() { "$@"; }; x: bearer ${PROGRAM}abc x; bearer ${PROGRAM} y`],
  ["a function like a header", `x-token:() { "$@"; }; x-token: ${PROGRAM} x`],
  ["an alias", `alias token=${PROGRAM}\ntoken x`],
  ["a name of a name", `TOKEN=${PROGRAM}; A=TOKEN; f() { "$@"; }; f "$TOKEN" x`],
  ["another name for it", `exec -a --token ${PROGRAM} x`],
  ["a trap", `trap '--token ${PROGRAM}' EXIT; TOKEN=${PROGRAM}; trap $TOKEN EXIT`],
];
test.for(HIDING)("whatever is hidden, the record names the program: %s", async ([, line]) => {
  const result = await check(line);
  const record = { command: line, programs: toldPrograms(result), reason: "", cwd: CWD };
  const encoded = createEncode(() => [])(record as unknown as VerdictRecord);
  expect(encoded.kind === "encoded" ? encoded.text : "").toContain(PROGRAM);
});
