/** Timed grants on a real disk: over sessions, taken back by others, and what somebody else put there. */
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeTimedGrant, type TimedGrant } from "../../src/approval/timed-grants.ts";
import { MOST_TIMED_GRANTS, openTimedGrants } from "../../src/grants/timed-grant-files.ts";

const HOUR_MS = 3_600_000;
const START_MS = 1_700_000_000_000;
let base = "";
let folder = "";
let now = START_MS;
const nowMs = () => now;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "guard-grants-"));
  folder = join(base, "guard/grants");
  now = START_MS;
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const idOf = (index: number) => `0190a1b2-0000-7000-8000-${String(index).padStart(12, "0")}`;

function grant(index: number, changes: Partial<TimedGrant> = {}): TimedGrant {
  return {
    id: idOf(index),
    key: `key ${index}`,
    line: "npm publish",
    cwd: "/work",
    answers: "ask",
    grantedAtMs: now,
    endsAtMs: now + HOUR_MS,
    ...changes,
  };
}

const file = (index: number) => join(folder, `${idOf(index)}.json`);

/** As guard would have written it. */
function plant(index: number, changes: Partial<TimedGrant> = {}): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file(index), encodeTimedGrant(grant(index, changes)), { mode: 0o600 });
}

test("what one session saved another finds, with all that was said", async () => {
  const saved = grant(1, { answers: "confirm", reason: "release day" });
  expect(await openTimedGrants(folder, nowMs).save(saved)).toEqual({ kind: "saved" });
  const other = openTimedGrants(folder, nowMs);
  expect(await other.find("key 1", "confirm")).toEqual({ grant: saved, problems: [] });
  expect(await other.find("key 2", "ask")).toEqual({ problems: [] });
  expect(await other.list()).toEqual({ folder: "usable", grants: [saved], problems: [] });
});

test("folder and file are the user's alone, and no draft is left", async () => {
  await openTimedGrants(folder, nowMs).save(grant(1));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(file(1)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual([`${idOf(1)}.json`]);
});

test("an ask's grant does not answer a confirm", async () => {
  const grants = openTimedGrants(folder, nowMs);
  await grants.save(grant(1));
  expect((await grants.find("key 1", "confirm")).grant).toBeUndefined();
  expect((await grants.find("key 1", "ask")).grant?.id).toBe(idOf(1));
});

test("without a folder there is nothing, and none is made by looking", async () => {
  const grants = openTimedGrants(folder, nowMs);
  expect(await grants.find("key 1", "ask")).toEqual({ problems: [] });
  expect(await grants.list()).toEqual({ folder: "usable", grants: [], problems: [] });
  expect(await grants.revoke(idOf(1))).toEqual({ kind: "not-found" });
  expect(existsSync(folder)).toBe(false);
});

describe("taking back", () => {
  test("by another session counts at once", async () => {
    const [one, other] = [openTimedGrants(folder, nowMs), openTimedGrants(folder, nowMs)];
    await one.save(grant(1));
    expect((await one.find("key 1", "ask")).grant).toBeDefined();
    expect(await other.revoke(idOf(1))).toEqual({ kind: "revoked", grant: grant(1) });
    expect((await one.find("key 1", "ask")).grant).toBeUndefined();
    expect(await one.revoke(idOf(1))).toEqual({ kind: "not-found" });
  });

  test("works for one whose time has not come again", async () => {
    plant(1);
    now -= 1_000;
    const grants = openTimedGrants(folder, nowMs);
    expect((await grants.revoke(idOf(1))).kind).toBe("revoked");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("never leads out of the folder", async () => {
    plant(1);
    writeFileSync(join(base, "guard/x.json"), "");
    const grants = openTimedGrants(folder, nowMs);
    expect(await grants.revoke("../x")).toEqual({ kind: "not-found" });
    expect(existsSync(join(base, "guard/x.json"))).toBe(true);
  });
});

describe("time", () => {
  test("an ended one answers nothing and is removed", async () => {
    const grants = openTimedGrants(folder, nowMs);
    await grants.save(grant(1));
    await grants.save(grant(2, { endsAtMs: now + 2 * HOUR_MS }));
    now += HOUR_MS - 1;
    expect((await grants.find("key 1", "ask")).grant).toBeDefined();
    now += 1;
    expect((await grants.find("key 1", "ask")).grant).toBeUndefined();
    expect(readdirSync(folder)).toEqual([`${idOf(2)}.json`]);
  });

  test("one from the future does not count", async () => {
    plant(1, { grantedAtMs: START_MS + 1, endsAtMs: START_MS + HOUR_MS });
    const grants = openTimedGrants(folder, nowMs);
    expect((await grants.find("key 1", "ask")).grant).toBeUndefined();
    now += 1;
    expect((await grants.find("key 1", "ask")).grant).toBeDefined();
  });

  test("a clock set back gives no time back", async () => {
    const grants = openTimedGrants(folder, nowMs);
    plant(1);
    now += 2 * HOUR_MS;
    await grants.save(grant(9));
    plant(1, { grantedAtMs: START_MS, endsAtMs: START_MS + HOUR_MS });
    now = START_MS + 1;
    expect((await grants.find("key 1", "ask")).grant).toBeUndefined();
  });

  test("what does not hold now is not saved", async () => {
    const grants = openTimedGrants(folder, nowMs);
    for (const times of [
      { grantedAtMs: now - HOUR_MS, endsAtMs: now },
      { grantedAtMs: now + 1, endsAtMs: now + HOUR_MS },
      { grantedAtMs: now, endsAtMs: now + 365 * 24 * HOUR_MS },
    ])
      expect((await grants.save(grant(1, times))).kind).toBe("failed");
  });
});

const BAD: readonly { name: string; spoil: () => void; problem: RegExp }[] = [
  { name: "half a file", spoil: () => writeFileSync(file(1), '{"v":1'), problem: /no JSON/ },
  {
    name: "another's id",
    spoil: () => writeFileSync(file(1), encodeTimedGrant(grant(2, { key: "key 1" }))),
    problem: /id is not that of its name/,
  },
  {
    name: "broken letters",
    spoil: () => writeFileSync(file(1), Buffer.from([0xff])),
    problem: /cannot be read/,
  },
  { name: "a huge file", spoil: () => writeFileSync(file(1), " ".repeat(200_000)), problem: /too long/ },
  { name: "rights for others", spoil: () => chmodSync(file(1), 0o644), problem: /others may/ },
  {
    name: "a link to a good one",
    spoil() {
      renameSync(file(1), join(base, "elsewhere"));
      symlinkSync(join(base, "elsewhere"), file(1));
    },
    problem: /is a link/,
  },
  { name: "a second name", spoil: () => linkSync(file(1), join(base, "twin")), problem: /hard link/ },
  {
    name: "a folder in its place",
    spoil() {
      rmSync(file(1));
      mkdirSync(file(1));
    },
    problem: /no plain file/,
  },
];
describe("a file that guard did not write so", () => {
  test.for(BAD)("is told and not used: $name", async ({ spoil, problem }) => {
    plant(1);
    plant(2);
    spoil();
    const grants = openTimedGrants(folder, nowMs);
    const { grant: found, problems } = await grants.find("key 1", "ask");
    expect(found).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect((await grants.find("key 2", "ask")).grant).toBeDefined();
  });

  test.for(BAD)(
    "is not used though it was good when it was first read: $name",
    async ({ spoil, problem }) => {
      plant(1);
      const grants = openTimedGrants(folder, nowMs);
      expect((await grants.find("key 1", "ask")).grant).toBeDefined();
      spoil();
      expect((await grants.find("key 1", "ask")).grant).toBeUndefined();
      const problems = [expect.stringMatching(problem)];
      expect(await grants.list()).toEqual({ folder: "usable", grants: [], problems });
    },
  );

  test("is told once by looking for one, and each time by listing", async () => {
    plant(1);
    writeFileSync(file(1), "");
    writeFileSync(join(folder, "notes.txt"), "");
    const grants = openTimedGrants(folder, nowMs);
    const counts = [];
    for (let turn = 0; turn < 2; turn++) counts.push((await grants.find("x", "ask")).problems.length);
    expect(counts).toEqual([2, 0]);
    expect((await grants.list()).problems).toHaveLength(2);
  });

  test("a hundred of them are told of in few lines", async () => {
    plant(1);
    for (let index = 0; index < 100; index++) writeFileSync(join(folder, `x${index}`), "");
    const { grants, problems } = await openTimedGrants(folder, nowMs).list();
    expect(grants).toHaveLength(1);
    expect(problems).toHaveLength(21);
    expect(problems.at(-1)).toMatch(/^80 more files/);
  });
});

const FOLDERS: readonly { name: string; spoil: () => void; problem: RegExp }[] = [
  { name: "others may open it", spoil: () => chmodSync(folder, 0o755), problem: /chmod 700/ },
  {
    name: "it is a link",
    spoil() {
      renameSync(folder, join(base, "elsewhere"));
      symlinkSync(join(base, "elsewhere"), folder);
    },
    problem: /real folder/,
  },
  {
    name: "it is a file",
    spoil() {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
    problem: /real folder|EEXIST/,
  },
  {
    name: "it is full of other files",
    spoil() {
      for (let index = 0; index < 2_001; index++) writeFileSync(join(folder, `x${index}`), "");
    },
    problem: /none of them counts/,
  },
];
describe("nothing counts in a folder that is not ours alone", () => {
  test.for(FOLDERS)("$name", async ({ spoil, problem }) => {
    plant(1);
    spoil();
    const grants = openTimedGrants(folder, nowMs);
    expect(await grants.find("key 1", "ask")).toEqual({ problems: [expect.stringMatching(problem)] });
    const problems = [expect.stringMatching(problem)];
    expect(await grants.list()).toEqual({ folder: "unusable", grants: [], problems });
    expect(await grants.save(grant(2))).toEqual({
      kind: "failed",
      reason: expect.stringMatching(problem),
    });
  });
});

test("no more than 500, and the 500 are read", async () => {
  for (let index = 0; index < MOST_TIMED_GRANTS; index++) plant(index);
  const grants = openTimedGrants(folder, nowMs);
  expect(await grants.save(grant(900))).toEqual({ kind: "failed", reason: expect.stringMatching(/500/) });
  expect((await grants.list()).grants).toHaveLength(MOST_TIMED_GRANTS);
  await grants.revoke(idOf(7));
  expect(await grants.save(grant(900))).toEqual({ kind: "saved" });
});

test("many at once lose nothing", async () => {
  const sessions = Array.from({ length: 4 }, () => openTimedGrants(folder, nowMs));
  const saved = await Promise.all(
    sessions.flatMap((session, first) =>
      Array.from({ length: 20 }, (_, index) => session.save(grant(first * 100 + index))),
    ),
  );
  expect(saved.filter(({ kind }) => kind !== "saved")).toEqual([]);
  for (const session of sessions) expect((await session.list()).grants).toHaveLength(80);
});

test("a draft of somebody who was ended is no grant, and goes with the next save once it is old", async () => {
  plant(1);
  const draft = join(folder, `.${idOf(2)}.999999.draft`);
  writeFileSync(draft, readFileSync(file(1)), { mode: 0o600 });
  utimesSync(draft, now / 1_000, now / 1_000);
  const grants = openTimedGrants(folder, nowMs);
  expect(await grants.list()).toMatchObject({ grants: [{ id: idOf(1) }], problems: [] });
  await grants.save(grant(3));
  expect(existsSync(draft)).toBe(true);
  now += 10 * 60_000 + 1;
  await grants.save(grant(4));
  expect(existsSync(draft)).toBe(false);
});

test("a long line is kept by its beginning, the key whole or not at all", async () => {
  const grants = openTimedGrants(folder, nowMs);
  expect(await grants.save(grant(1, { line: "x".repeat(300_000) }))).toEqual({ kind: "saved" });
  const { grant: found } = await grants.find("key 1", "ask");
  expect(found?.line).toMatch(/^x{4095}…$/);
  expect((await grants.save(grant(2, { key: "k".repeat(10_000) }))).kind).toBe("failed");
});

test("a disk that cannot be written is told", async () => {
  const grants = openTimedGrants("/proc/guard/grants", nowMs);
  expect(await grants.save(grant(1))).toEqual({
    kind: "failed",
    reason: expect.stringMatching(/\/proc\/guard\/grants cannot be used/),
  });
  expect(await grants.find("key 1", "ask")).toEqual({ problems: [] });
});
