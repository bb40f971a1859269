/** A record that cannot be read, or is not there any more: each command names the file and what to do, and none says that nothing was recorded. */
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { copyOf } from "../../src/audit/store.ts";
import { runLog } from "../../src/cli/log.ts";
import { gatherRecorded } from "../../src/cli/recorded.ts";
import { runStats } from "../../src/cli/stats.ts";
import { indexOf } from "../../src/history/index-file.ts";
import { record } from "../audit/fixture.ts";
import { createTemplate, sql, writeAll } from "../history/fixture.ts";
import { printed } from "./log-io.ts";

const COUNT = 60;
const PAGE = 4096;

const makeState = createTemplate((folder) => {
  const file = join(folder, "guard/audit.db");
  writeAll(
    Array.from({ length: COUNT }, (_, index) => record({ command: `make ${index} ${"x".repeat(900)}` })),
    { file },
  );
  sql(file, "PRAGMA wal_checkpoint(TRUNCATE)");
});

interface Place {
  readonly state: string;
  readonly file: string;
}

function place(): Place {
  const state = makeState();
  return { state, file: join(state, "guard/audit.db") };
}

/** Garbage from the second page on; `up to` as many pages. */
function spoil({ file }: Place, from: number, pages: number): void {
  const fd = openSync(file, "r+");
  writeSync(fd, Buffer.alloc(pages * PAGE, "\u00a7x7"), 0, pages * PAGE, from * PAGE);
  closeSync(fd);
}

/** What the index holds is read before: then only single records are looked up in the damaged part. */
async function warmUp(where: Place): Promise<void> {
  await runLog([], printed(where).io);
}

function remove({ file }: Place): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
}

async function run([command = "", ...args]: readonly string[], where: Place) {
  const { io, out, err } = printed(where);
  const status = command === "stats" ? await runStats(args, io) : await runLog(args, io);
  return { status, out: out(), err: err() };
}

const READERS: readonly (readonly [name: string, args: readonly string[], status: number])[] = [
  ["guard log", ["log"], 2],
  ["guard log --json", ["log", "--json"], 2],
  ["guard log --follow", ["log", "--follow"], 2],
  ["guard log show", ["log", "show", "30"], 2],
  ["guard log export", ["log", "export", "--format", "jsonl"], 2],
  ["guard log verify", ["log", "verify"], 1],
  ["guard stats", ["stats"], 2],
];

describe("a database with garbage in the middle", () => {
  test.for(READERS)("%s names the file and the repair", async ([, args, status]) => {
    const where = place();
    spoil(where, 1, statSync(where.file).size / PAGE - 1);
    const answer = await run(args, where);
    expect(answer.err).toContain(`${where.file} is damaged`);
    expect(answer.err).toContain("guard log repair makes it anew");
    expect(answer.status).toBe(status);
  });

  const lookups = READERS.filter(([name]) => name !== "guard stats");
  test.for(lookups)("%s names them where only a record's own page is spoilt", async ([, args, status]) => {
    const where = place();
    await warmUp(where);
    spoil(where, 2, statSync(where.file).size / PAGE - 3);
    const answer = await run(args, where);
    expect(answer.err).toContain(`${where.file} is damaged`);
    expect(answer.err).toContain("guard log repair makes it anew");
    expect(answer.status).toBe(status);
  });

  test("guard log export --output names the record, not the file that it writes", async () => {
    const where = place();
    await warmUp(where);
    spoil(where, 2, statSync(where.file).size / PAGE - 3);
    const output = join(where.state, "out.jsonl");
    const { err } = await run(["log", "export", "--format", "jsonl", "--output", output], where);
    expect(err).toContain(`${where.file} is damaged`);
    expect(err).not.toContain(output);
  });

  test("guard log verify --json has it as a finding", async () => {
    const where = place();
    spoil(where, 1, 8);
    const { out, status } = await run(["log", "verify", "--json"], where);
    expect([status, JSON.parse(out).findings]).toMatchObject([1, [{ kind: "damaged" }]]);
  });

  test("guard suggest and replay are told the same", async () => {
    const where = place();
    spoil(where, 1, 8);
    expect(await gatherRecorded(printed(where).io, {} as never)).toMatchObject({
      kind: "failed",
      reason: expect.stringContaining("guard log repair"),
    });
  });
});

describe("a database that was removed while its lines are there", () => {
  test.for(READERS)("%s says that it is gone, and how it comes back", async ([, args, status]) => {
    const where = place();
    remove(where);
    const answer = await run(args, where);
    expect(answer.err).toContain(`${where.file} is gone, though the lines beside it (${copyOf(where.file)})`);
    expect(answer.err).toContain("guard log repair");
    expect(answer.err).not.toContain("nothing is recorded yet");
    expect(answer.status).toBe(status);
  });

  test("guard log verify has it as a finding", async () => {
    const where = place();
    remove(where);
    expect((await run(["log", "verify"], where)).err).toMatch(/^guard: missing: /);
    const { out } = await run(["log", "verify", "--json"], where);
    expect(JSON.parse(out).findings).toMatchObject([{ kind: "missing" }]);
  });

  test("the lines are gone too: the sessions' heads still tell of records", async () => {
    const where = place();
    remove(where);
    rmSync(copyOf(where.file));
    expect((await run(["log"], where)).err).toContain(`heads.jsonl tells of records up to ${COUNT}`);
  });

  test("nothing beside it tells of a record: then nothing was recorded", async () => {
    const where = place();
    remove(where);
    truncateSync(copyOf(where.file), 0);
    rmSync(join(dirname(copyOf(where.file)), "heads.jsonl"));
    expect((await run(["log"], where)).err).toContain("nothing is recorded yet");
    expect(await run(["log", "verify"], where)).toMatchObject({
      status: 1,
      err: expect.stringContaining("nothing was recorded yet"),
    });
  });

  test("once it is repaired verify finds it whole, and tells of the repair", async () => {
    const where = place();
    remove(where);
    expect((await run(["log", "repair"], where)).status).toBe(0);
    const { status, out } = await run(["log", "verify"], where);
    expect(out).toMatch(/^whole: 61 records/);
    expect(out).toMatch(
      /\nnoted: record 61: the database was made anew from the lines on \d{4}-\d\d-\d\d\nhead 61:/,
    );
    expect(status).toBe(0);
    const { notes, findings } = JSON.parse((await run(["log", "verify", "--json"], where)).out);
    expect({ notes, findings }).toMatchObject({ notes: [{ seq: 61 }], findings: [] });
  });
});

test("an index that somebody has edited hides nothing any more once the record is verified", async () => {
  const where = place();
  await warmUp(where);
  sql(indexOf(where.file), "DELETE FROM entry WHERE seq = 7");
  expect((await run(["log", "verify"], where)).status).toBe(0);
  expect((await run(["log", "--text", "make 6 "], where)).out).toMatch(/^ *7 /m);
});
