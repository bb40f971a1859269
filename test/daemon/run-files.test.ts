/** An answer holds for content: what of it can be known again later, and what cannot. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isKnown, isSameContent, type RunFiles, readRunFiles } from "../../src/daemon/run-files.ts";
import type { CheckResult } from "../../src/decide/result.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guard-files-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** `started`: the command is the file itself. */
async function read(
  file: string,
  isSame: (path: string) => boolean = () => true,
  started: readonly string[] = [],
): Promise<RunFiles> {
  const results = started.map((path) => ({
    commands: [{ argv: [path], cwds: ["/"], effects: [] }],
    doubts: [],
  }));
  const files = await readRunFiles(results as unknown as CheckResult[], { others: [file], isSame });
  if (files === "too-many") throw new Error("too many");
  return files;
}

/** Writes to a file through its memory, where that leaves no time behind: always in tmpfs. */
const WRITES = `
import mmap, sys
with open(sys.argv[1], "r+b") as file: mmap.mmap(file.fileno(), 0)[:4] = b"evil"
`;
test.skipIf(!existsSync("/dev/shm") || !existsSync("/usr/bin/python3"))(
  "what was written through a mapping is seen, though no time of the file tells of it",
  async () => {
    const own = mkdtempSync("/dev/shm/guard-files-");
    try {
      const file = join(own, "x.py");
      writeFileSync(file, "good\n");
      // Long after it was last written to.
      const nowMs = Date.now();
      vi.spyOn(Date, "now").mockImplementation(() => nowMs + 60_000);
      const before = await read(file);
      expect(spawnSync("python3", ["-c", WRITES, file]).status).toBe(0);
      expect(isSameContent(before, await read(file))).toBe(false);
    } finally {
      rmSync(own, { recursive: true });
    }
  },
);

describe("a file that is too large to be read for each check", () => {
  const LARGE = 5 * 1024 * 1024;

  function large(name: string, start: Buffer | string): string {
    const file = join(folder, name);
    writeFileSync(file, start);
    truncateSync(file, LARGE);
    return file;
  }

  function startOfProgram(): Buffer {
    const fd = openSync(process.execPath, "r");
    const bytes = Buffer.alloc(64);
    readSync(fd, bytes, 0, 64, 0);
    closeSync(fd);
    return bytes;
  }

  test.for<
    readonly [name: string, start: () => Buffer | string, as: "started" | "read", isForLater: boolean]
  >([
    ["a program", startOfProgram, "started", true],
    ["what looks like one and is given to an interpreter", startOfProgram, "read", false],
    ["a text", () => "print(1)\n", "read", false],
    ["a text that begins like a program", () => "\x7fELF\nrm x\n", "started", false],
  ])("%s", async ([, start, as, isForLater]) => {
    const file = large("x", start());
    const readIt = () => read(file, undefined, as === "started" ? [file] : []);
    const [first, second] = [await readIt(), await readIt()];
    // While a line runs, the times of the file must do.
    expect([isKnown(first), isSameContent(first, second)]).toEqual([isForLater, true]);
    truncateSync(file, LARGE + 1);
    expect(isSameContent(first, await readIt())).toBe(false);
  });
});

test("a file that is another one for whoever runs it is the same as nothing, and not for later", async () => {
  const file = join(folder, "x");
  writeFileSync(file, "good\n");
  const before = await read(file);
  const now = await read(file, () => false);
  expect([isKnown(before), isKnown(now)]).toEqual([true, false]);
  expect([isSameContent(before, now), isSameContent(now, now)]).toEqual([false, false]);
});

test("what comes out of a pipe, or is another file for each process, is not for later; a folder is", async () => {
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const known = await Promise.all(
    [pipe, "/dev/stdin", "/proc/self/fd/0", folder].map(async (file) => isKnown(await read(file))),
  );
  expect(known).toEqual([false, false, false, true]);
});
