/** The copy in lines: whole, with the right rights, found again, and what is refused. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecorder } from "../../src/audit/store-recorder.ts";
import { DATABASE, FILE, makeFolder, openFor, readLines, readRecords, record, SESSION } from "./fixture.ts";

describe("writing", () => {
  test("a record is in the file when it is said to be, with the user's rights only", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    expect(await append(record())).toBe("recorded");
    expect(readRecords(file)).toEqual([record()]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  test("events stand beside verdicts", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    const event = { event: "mode", session: SESSION } as const;
    await append({ ...event, details: { from: "default", to: "plan" } });
    expect(readRecords(file)).toEqual([{ ...event, details: { from: "default", to: "plan" } }]);
  });

  test("5,000 at once keep their order", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    const pids = Array.from({ length: 5_000 }, (_, index) => index);
    const outcomes = await Promise.all(pids.map((pid) => append(record({ pid }))));
    expect(new Set(outcomes)).toEqual(new Set(["recorded"]));
    expect(readRecords(file).map(({ pid }) => pid)).toEqual(pids);
  });

  test("a line of several lines is one record, and stays as it is", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    const command = 'cat <<EOF\n{"verdict":"allow"}\nEOF\r\u2028\u0085\u009b2J\u202e\u{e0041}\udc00 é 漢 😀';
    await append(record({ command }));
    expect(readRecords(file)[0]?.command).toBe(command);
    const text = readFileSync(file, "utf8");
    expect(text).not.toMatch(/[\u007f-\u009f\u2028\u202e\u{e0041}]/u);
    expect(text).toContain("é 漢 😀");
  });

  test.for([
    { name: "a short one, on the loop", more: "" },
    { name: "a long one, in another thread", more: `; echo ${"x ".repeat(8_000)}` },
  ])("secrets are nowhere on the disk: $name", async ({ more }) => {
    const folder = makeFolder();
    const token = `ghp_${"a1B2c3D4".repeat(4)}e5F6`;
    const { append, close } = await openFor(folder);
    const command = `curl -H 'Authorization: Bearer ${token}' https://me:pa55word9@example.com${more}`;
    expect(await append(record({ command, effects: [`network:${token}`] }))).toBe("recorded");
    await close();
    for (const name of [DATABASE, FILE]) {
      const text = readFileSync(join(folder, name), "latin1");
      expect(text).not.toContain(token.slice(4, 20));
      expect(text).not.toContain("pa55word9");
    }
    expect(readLines(join(folder, FILE))[0]?.command).toMatch(/^curl -H 'Authorization: Bearer «redacted:/);
  });

  test("a session's start holds no secret of the agent's argv", async () => {
    const folder = makeFolder();
    const { append } = await openFor(folder);
    const agent = ["bash", "-c", "API_TOKEN=hunter2hunter2 ./run"];
    await append({ event: "session-start", session: SESSION, details: { agent, mode: "default" } });
    expect(readFileSync(join(folder, FILE), "utf8")).not.toContain("hunter2hunter2");
  });

  test("close writes what waits; what comes later fails", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append, close } = await openFor(folder);
    const waiting = [append(record()), append(record())];
    await close();
    expect(await Promise.all(waiting)).toEqual(["recorded", "recorded"]);
    expect(await append(record())).toMatchObject({ kind: "failed" });
    expect(readRecords(file)).toHaveLength(2);
  });

  test("half a line that somebody left is ended first, and said", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    await append(record({ pid: 1 }));
    appendFileSync(file, '{"session":"hal');
    await append(record({ pid: 2 }));
    const lines = readFileSync(file, "utf8").split("\n");
    expect(lines[1]).toBe('{"session":"hal');
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({
      seq: 2,
      event: "notice",
      details: { rule: "guard.audit-changed", reason: expect.stringContaining("15 bytes") },
    });
    expect(JSON.parse(lines[3] ?? "")).toMatchObject({ seq: 3, pid: 2 });
  });

  test("a copy from before there was a chain is put aside, whole", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, '{"session":"aaaa0000"}\n');
    const { append } = await openFor(folder);
    await append(record());
    expect(readLines(file).map(({ seq }) => seq)).toEqual([1]);
    const aside = readdirSync(dirname(file)).find((name) => name.startsWith("permissions-before-"));
    expect(readFileSync(join(dirname(file), aside ?? ""), "utf8")).toBe('{"session":"aaaa0000"}\n');
  });
});

describe("long commands", () => {
  test.each([
    { name: "a line of 64 KiB is kept whole", command: "x".repeat(64 * 1024), whole: true },
    { name: "a line of more is cut", command: `${"x".repeat(64 * 1024)}y`, whole: false },
    { name: "a line of wide characters is cut by its bytes", command: "漢".repeat(30_000), whole: false },
    { name: "an argv of 50 KiB is kept whole", command: ["a", "x".repeat(50 * 1024)], whole: true },
    { name: "an argv with a long word is cut", command: ["a", "x".repeat(100_000)], whole: false },
    { name: "an argv of many words is cut", command: new Array(50_000).fill("word"), whole: false },
  ])("$name", async ({ command, whole }) => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    await append(record({ command }));
    const [written] = readRecords(file);
    expect(JSON.stringify(written?.command) === JSON.stringify(command)).toBe(whole);
    expect(Array.isArray(written?.command)).toBe(Array.isArray(command));
    const bytes = Buffer.byteLength(typeof command === "string" ? command : `${command.join("\0")}\0`);
    if (whole) expect(written).not.toHaveProperty("command_sha256");
    else
      expect(written).toMatchObject({
        command_bytes: bytes,
        command_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    expect(statSync(file).size).toBeLessThan(70 * 1024);
  });
});

describe("rotation", () => {
  test("a file that was moved away keeps what it has; a new one begins", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    await append(record({ pid: 1 }));
    renameSync(file, `${file}.1`);
    expect(await append(record({ pid: 2 }))).toBe("recorded");
    expect(readRecords(`${file}.1`).map(({ pid }) => pid)).toEqual([1]);
    expect(readLines(file)).toMatchObject([
      { seq: 2, details: { rule: "guard.audit-changed" } },
      { seq: 3, pid: 2 },
    ]);
  });

  test("a file that was removed with its folder comes again", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    await append(record({ pid: 1 }));
    rmSync(dirname(file), { recursive: true });
    expect(await append(record({ pid: 2 }))).toBe("recorded");
    expect(readLines(file).at(-1)).toMatchObject({ seq: 3, pid: 2 });
  });

  test("a copy that has grown large goes on in a new file, named by the records that it holds", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder, { rotateBytes: 1_000 });
    for (let pid = 1; pid <= 9; pid++) await append(record({ pid }));
    const rotated = readdirSync(dirname(file)).filter((name) => /^permissions-\d+-\d+/.test(name));
    expect(rotated.length).toBeGreaterThan(1);
    const [first = ""] = rotated.sort();
    const numbers = readLines(join(dirname(file), first)).map(({ seq }) => seq);
    expect(first).toBe(`permissions-1-${numbers.at(-1)}.jsonl`);
    expect(readLines(file).at(-1)).toMatchObject({ seq: 9, pid: 9 });
  });

  test("a link in its place is refused, and the record fails; put right, it goes on", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    const { append } = await openFor(folder);
    rmSync(file);
    symlinkSync("/dev/null", file);
    expect(await append(record())).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(/is a link/),
    });
    rmSync(file);
    expect(await append(record())).toBe("recorded");
    expect(readLines(file).at(-1)).toMatchObject({ tool_name: "shell" });
  });

  test("the file is not looked at for each record", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    let now = 0;
    const { append } = await openFor(folder, { nowMs: () => now, lookEveryMs: 1_000 });
    renameSync(file, `${file}.1`);
    now = 999;
    await append(record());
    expect(existsSync(file)).toBe(false);
    now = 1_000;
    await append(record());
    expect(readLines(file).at(-1)).toMatchObject({ tool_name: "shell" });
  });
});

describe("what is refused at the start", () => {
  const IS_ROOT = process.getuid?.() === 0;
  if (!IS_ROOT) process.stdout.write("skipped: rows that give files away need root\n");
  const rows: { name: string; make: (file: string) => void; says: RegExp; root?: boolean }[] = [
    { name: "a link", make: (file) => symlinkSync("/tmp/somewhere", file), says: /is a link/ },
    { name: "a folder", make: (file) => mkdirSync(file), says: /cannot be written \(EISDIR\)/ },
    {
      name: "a pipe, without waiting for its reader",
      make: (file) => void spawnSync("mkfifo", [file]),
      says: /not a plain file/,
    },
    {
      name: "a file with a second name",
      make(file) {
        writeFileSync(`${file}.other`, "");
        linkSync(`${file}.other`, file);
      },
      says: /hard link/,
    },
    {
      name: "somebody else's file",
      make(file) {
        writeFileSync(file, "");
        chownSync(file, 12_345, 12_345);
      },
      says: /belongs to user id 12345/,
      root: true,
    },
    {
      name: "somebody else's folder",
      make: (file) => chownSync(dirname(file), 12_345, 12_345),
      says: /belongs to user id 12345/,
      root: true,
    },
    {
      name: "a folder that is a link",
      make(file) {
        renameSync(dirname(file), `${dirname(file)}.real`);
        symlinkSync(`${dirname(file)}.real`, dirname(file));
      },
      says: /make it a real folder/,
    },
  ];
  test.for(rows.filter(({ root }) => IS_ROOT || !root))("$name", async ({ make, says }) => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    make(file);
    expect(await openRecorder({ file: join(folder, DATABASE), session: SESSION })).toMatchObject({
      kind: "failed",
      reason: expect.stringMatching(says),
    });
  });

  test("rights that are too wide are put right", async () => {
    const folder = makeFolder();
    const file = join(folder, FILE);
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, "");
    chmodSync(dirname(file), 0o755);
    chmodSync(file, 0o644);
    await openFor(folder);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });
});
