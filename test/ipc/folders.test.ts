/** Where sessions live: only in folders that are ours alone, on paths that sockets can have. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { stampOf } from "../../src/ipc/process-stamp.ts";
import { openRuntimeFolder } from "../../src/ipc/runtime-folder.ts";
import {
  listSessionPlaces,
  makeSessionFolder,
  removeSessionFolder,
  writeSession,
} from "../../src/ipc/session-folder.ts";
import { isDead, readSession, type SessionRecord } from "../../src/ipc/session-record.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync("/tmp/ipc-test-");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("the runtime folder", () => {
  test("is made below XDG_RUNTIME_DIR, for its owner only", () => {
    expect(openRuntimeFolder({ XDG_RUNTIME_DIR: base })).toEqual({
      kind: "folder",
      path: join(base, "guard"),
    });
    expect(statSync(join(base, "guard")).mode & 0o777).toBe(0o700);
  });

  const bad: readonly [name: string, spoil: () => string][] = [
    [
      "one that others may open is not used",
      () => {
        mkdirSync(join(base, "guard"));
        chmodSync(join(base, "guard"), 0o755);
        return base;
      },
    ],
    [
      "a link is not followed",
      () => {
        symlinkSync("/tmp", join(base, "guard"));
        return base;
      },
    ],
    [
      "a file in its place is not used",
      () => {
        writeFileSync(join(base, "guard"), "");
        return base;
      },
    ],
    ["a folder that is not there is not used", () => join(base, "missing")],
    ["a relative one is not used", () => "relative"],
    [
      "one that is too long for a socket is not used",
      () => {
        const long = join(base, "x".repeat(90));
        mkdirSync(long);
        return long;
      },
    ],
  ];
  test.for(bad)("%s, another place is", ([, spoil]) => {
    const dir = spoil();
    const opened = openRuntimeFolder({ XDG_RUNTIME_DIR: dir });
    expect(opened.kind === "folder" && !opened.path.startsWith(base)).toBe(true);
  });

  test("without XDG_RUNTIME_DIR there is one all the same", () => {
    expect(openRuntimeFolder({}).kind).toBe("folder");
  });
});

describe("a session's folder", () => {
  const env = () => ({ XDG_RUNTIME_DIR: base });
  const record = (session: string, launcher = stampOf(process.pid)): SessionRecord => ({
    v: 1,
    session,
    launcher,
    agent: ["x"],
    cwd: "/",
    startedAtMs: 1,
  });
  function make() {
    const runtime = openRuntimeFolder(env());
    if (runtime.kind === "refused") throw new Error(runtime.reason);
    return makeSessionFolder(runtime.path);
  }

  test("has two folders that nobody else can open, and a name of 8 letters", () => {
    const { session, folder } = make();
    expect(session).toMatch(/^[a-z0-9]{8}$/);
    for (const name of ["agent", "control"]) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
  });
  test("is found again with its record", () => {
    const { session, folder } = make();
    writeSession(folder, record(session));
    expect(listSessionPlaces(env())).toContainEqual({ session, folder });
    expect(readSession(folder)).toEqual(record(session));
    removeSessionFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });
  test("is dead when its processes are, also when their number is used again", () => {
    const { session } = make();
    expect(isDead(record(session))).toBe(false);
    expect(isDead(record(session, { pid: process.pid, startTicks: 1 }))).toBe(true);
    expect(isDead(record(session, { pid: 4_194_999, startTicks: 5 }))).toBe(true);
  });
  const broken = ["", "{", '{"v":2}', "[]", '{"v":1,"session":"x","launcher":{"pid":"1"}}'];
  test.for(broken)("a record %j is no record", (text) => {
    const { folder } = make();
    writeFileSync(join(folder, "control/session.json"), text);
    expect(readSession(folder)).toBeUndefined();
  });
});

describe("a session's folder goes away", () => {
  const NOBODY = 65_534;
  const MODULE = join(import.meta.dirname, "../../dist/ipc/session-folder.js");
  /** Root may always. */
  const isRoot = process.getuid?.() === 0;
  const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const whyNot = spawnSync(
    process.execPath,
    ["-e", `require("node:fs").statSync(${JSON.stringify(MODULE)})`],
    {
      ...who,
      cwd: "/",
    },
  ).status;
  if (whyNot !== 0) process.stderr.write("ipc/folders: nobody cannot run node here, a row is skipped\n");

  test.skipIf(whyNot !== 0)(
    "also where folders in it are closed to their owner; links are not followed",
    () => {
      const [folder, other] = [join(base, "abcdefgh"), join(base, "other")];
      mkdirSync(join(folder, "hidden/folder"), { recursive: true });
      mkdirSync(other);
      writeFileSync(join(folder, "hidden/folder/note"), "");
      symlinkSync(other, join(folder, "hidden/link"));
      for (const path of [join(folder, "hidden/folder"), join(folder, "hidden"), other]) {
        chmodSync(path, 0o500);
      }
      if (isRoot) spawnSync("chown", ["-R", String(NOBODY), base]);
      const script = `import(${JSON.stringify(MODULE)}).then((m) => m.removeSessionFolder(${JSON.stringify(folder)}))`;
      const { status, stderr } = spawnSync(process.execPath, ["-e", script], { ...who, cwd: "/" });
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: "" });
      expect(existsSync(folder)).toBe(false);
      expect(statSync(other).mode & 0o777).toBe(0o500);
    },
  );
});
