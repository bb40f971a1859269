/**
 * Every labelled line of this folder through the real engine; a wrong ruling prints the line and the engine's reasons.
 * Only the wrong ones, in short: NO_COLOR=1 vitest run test/corpus 2>&1 | grep '^+ '
 */
import { describe, expect, it } from "vitest";
import { MODES, type Mode } from "../../src/core/ruling.ts";
import { createEngine } from "../../src/decide/engine.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";
import { accepted, CORPUS_FILES, HOME, PROJECT, type Row, readRows } from "./rows.ts";

const engine = createEngine({ home: HOME, project: PROJECT, knowledge: requireKnowledge() });
const corpus = CORPUS_FILES.map((file) => ({ file, rows: readRows(file) }));

describe("the corpus itself", () => {
  it.each([
    { file: "must-deny", least: 200 },
    { file: "must-allow", least: 300 },
    { file: "must-ask", least: 200 },
    { file: "plan", least: 40 },
    { file: "full-auto", least: 40 },
  ] as const)("has at least $least rows in $file", ({ file, least }) => {
    expect(readRows(file).length).toBeGreaterThanOrEqual(least);
  });

  it("gives every row a name of its own", () => {
    expect(doubles(corpus.flatMap(({ rows }) => rows.map((row) => row.name)))).toEqual([]);
  });

  it("asks every question once", () => {
    const questions = corpus.flatMap(({ rows }) => rows.map(({ mode, cwd, line }) => [mode, cwd, line]));
    expect(doubles(questions.map((question) => JSON.stringify(question)))).toEqual([]);
  });

  it.each([
    { file: "must-deny", wants: ["deny"] },
    { file: "must-allow", wants: ["allow"] },
    { file: "must-ask", wants: ["ask", "confirm", "not-allow"] },
    { file: "plan", wants: ["allow", "deny"] },
    { file: "full-auto", wants: ["allow", "ask", "confirm", "deny"] },
  ] as const)("labels $file only with what it is for", ({ file, wants }) => {
    expect(new Set(readRows(file).map((row) => row.want))).toEqual(new Set(wants));
  });
});

describe.each(corpus)("$file", ({ file, rows }) => {
  // As pairs, because vitest shortens long `$name`s.
  it.each(rows.map((row) => [row.name, row] as const))("%s", async (_name, row) => {
    // The floor holds in every mode, so its rows are asked in each.
    const modes = file === "must-deny" ? MODES : [row.mode ?? "default"];
    const wrong: string[] = [];
    for (const mode of modes) wrong.push(...(await wrongRuling(row, mode)));
    expect(wrong.join("\n")).toBe("");
  });
});

async function wrongRuling(row: Row, mode: Mode): Promise<string[]> {
  const answer = await engine.check({
    what: { kind: "line", line: row.line },
    cwd: row.cwd ?? PROJECT,
    mode,
  });
  if (accepted(row.want).includes(answer.ruling)) return [];
  return [
    `${row.name} (mode ${mode})`,
    `  line: ${JSON.stringify(row.line)}`,
    `  ruling: ${answer.ruling}, wanted: ${row.want}`,
    ...answer.reasons.map((reason: string) => `  because: ${reason}`),
  ];
}

function doubles(items: readonly string[]): string[] {
  return items.filter((item, index) => items.indexOf(item) !== index);
}
