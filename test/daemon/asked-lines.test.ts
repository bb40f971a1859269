/** Earlier questions, of this session and of the ones before it in the same project. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type AskedLines, createAskedLines } from "../../src/daemon/asked-lines.ts";
import { whatOf } from "./ladder-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "guard-asked-"));
const auditFile = join(folder, "permissions.jsonl");
const PROJECT = "/home/dev/app";
afterEach(() => rmSync(auditFile, { recursive: true, force: true }));

function asked(file = auditFile): AskedLines {
  let nowMs = 0;
  return createAskedLines({ auditFile: file, session: "this", project: PROJECT, nowMs: () => ++nowMs });
}

const linesBefore = async (lines: AskedLines, id = "none") =>
  (await lines.before(id)).map(({ line, answer }) => `${line}: ${answer}`);

function record(more: Record<string, unknown>): string {
  return `${JSON.stringify({
    request_id: "1",
    timestamp: "2026-11-16T12:00:00.000Z",
    session: "before",
    kind: "line",
    command: "git push",
    cwd: PROJECT,
    shell: "zsh",
    ruling: "ask",
    verdict: "allow",
    decided_by: "person",
    ...more,
  })}\n`;
}

describe("of this session", () => {
  test("with their answers, oldest first, up to the one that is asked now", async () => {
    const lines = asked();
    lines.note("1", { what: whatOf("git add a"), cwd: PROJECT, dialect: "zsh" });
    lines.note("2", { what: whatOf(["git", "commit", "-m", "a b"]), cwd: PROJECT });
    lines.note("3", { what: whatOf("git push"), cwd: PROJECT });
    lines.answered("1", "allowed");
    lines.answered("2", "denied");
    lines.answered("unknown", "denied");
    expect(await lines.before("3")).toEqual([
      {
        id: "1",
        line: "git add a",
        what: { kind: "line", line: "git add a" },
        cwd: PROJECT,
        dialect: "zsh",
        atMs: 1,
        answer: "allowed",
      },
      {
        id: "2",
        line: "git commit -m 'a b'",
        what: { kind: "argv", argv: ["git", "commit", "-m", "a b"] },
        cwd: PROJECT,
        atMs: 2,
        answer: "denied",
      },
    ]);
    expect((await linesBefore(lines)).at(-1)).toBe("git push: none");
  });

  test("the last hundred; neither scripts nor very long lines", async () => {
    const lines = asked();
    for (let at = 0; at < 150; at++) lines.note(`${at}`, { what: whatOf(`touch ${at}`), cwd: PROJECT });
    lines.note("s", { what: { kind: "script", text: "rm x", path: "x.sh", args: [] }, cwd: PROJECT });
    lines.note("l", { what: whatOf(`touch ${"x".repeat(2_000)}`), cwd: PROJECT });
    const all = await linesBefore(lines);
    expect([all.length, all[0], all.at(-1)]).toEqual([100, "touch 50: none", "touch 149: none"]);
  });
});

describe("of earlier sessions", () => {
  const rows: [name: string, written: string, lines: string[]][] = [
    ["a person allowed it", record({}), ["git push: allowed"]],
    ["a person denied it", record({ verdict: "deny" }), ["git push: denied"]],
    ["a grant answered", record({ decided_by: "grant" }), ["git push: allowed"]],
    ["an argv stays one", record({ kind: "argv", command: ["touch", "a b"] }), ["touch 'a b': allowed"]],
    ["in a folder below", record({ cwd: `${PROJECT}/sub` }), ["git push: allowed"]],
    ["in another project", record({ cwd: `${PROJECT}2` }), []],
    ["nobody answered in time", record({ decided_by: "timeout", verdict: "deny" }), []],
    ["a rule decided", record({ ruling: "allow", decided_by: "rule" }), []],
    ["it needed CONFIRM", record({ ruling: "confirm" }), []],
    ["a script", record({ kind: "script" }), []],
    ["only a part of it is written down", record({ command_bytes: 70_000 }), []],
    ["of this session, which remembers by itself", record({ session: "this" }), []],
    ["no time", record({ timestamp: "soon" }), []],
    ["an argv of other things than words", record({ kind: "argv", command: ["a", 1] }), []],
    ["a line that is a list", record({ command: ["a"] }), []],
    ["half a record", `{"ruling":"ask","comm\n${record({})}`, ["git push: allowed"]],
    ["no record at all", `"ruling":"ask"\nnull\n7 "ruling":"ask"\n"\\"ruling\\":\\"ask\\""\n`, []],
    ["nothing", "", []],
  ];
  test.for(rows)("%s", async ([, written, lines]) => {
    writeFileSync(auditFile, written);
    expect(await linesBefore(asked())).toEqual(lines);
  });

  test("of a long file only the end, from its first whole line on", async () => {
    const at = (line: number) => record({ command: `touch ${line}`, reason: "é".repeat(2_000) });
    writeFileSync(auditFile, Array.from({ length: 500 }, (_, line) => at(line)).join(""));
    const all = await linesBefore(asked());
    expect(all.at(-1)).toBe("touch 499: allowed");
    expect(all.length).toBeGreaterThan(40);
    expect(all.length).toBeLessThan(80);
  });

  test("they come before those of this session, and are read once", async () => {
    writeFileSync(auditFile, record({}));
    const lines = asked();
    lines.note("1", { what: whatOf("git add a"), cwd: PROJECT });
    expect(await linesBefore(lines)).toEqual(["git push: allowed", "git add a: none"]);
    appendFileSync(auditFile, record({ command: "later" }));
    expect(await linesBefore(lines)).toEqual(["git push: allowed", "git add a: none"]);
  });

  test.for([
    ["no file", join(folder, "none.jsonl")],
    ["a folder", folder],
    ["no name", ""],
  ])("%s: nothing, and no complaint", async ([, file]) => {
    const lines = asked(file);
    lines.note("1", { what: whatOf("git add a"), cwd: PROJECT });
    expect(await linesBefore(lines)).toEqual(["git add a: none"]);
  });
});
