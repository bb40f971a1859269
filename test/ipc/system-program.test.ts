/** Which programs guard starts by itself: the system's, that nobody but root can change. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findRoots, findSystemProgram } from "../../src/ipc/system-program.ts";

describe("a program of the system", () => {
  test.for([
    { about: "is found where the system has it", name: "env", found: /^\/(?:usr\/)?bin\/env$/ },
    { about: "is not found when there is none of that name", name: "no-such-program", found: undefined },
    { about: "is not found by a path", name: "../bin/env", found: undefined },
    { about: "is not found by no name at all", name: "", found: undefined },
    { about: "is no folder", name: ".", found: undefined },
  ])("$about", ({ name, found }) => {
    const program = findSystemProgram(name);
    if (found === undefined) expect(program).toBeUndefined();
    else expect(program).toMatch(found);
  });

  test("is not looked for along PATH", () => {
    const folder = mkdtempSync("/tmp/sp-");
    const path = process.env["PATH"];
    onTestFinished(() => {
      process.env["PATH"] = path;
      rmSync(folder, { recursive: true });
    });
    writeFileSync(join(folder, "only-on-path"), "#!/bin/sh\n", { mode: 0o755 });
    process.env["PATH"] = `${folder}:${path}`;
    expect(findSystemProgram("only-on-path")).toBeUndefined();
  });
});

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stderr.write("skipped: files of root and of another user are made by root only\n");

describe.skipIf(!isRoot)("in a folder that is not always root's alone (/usr/local/bin)", () => {
  const OTHER = 12345;
  test.for([
    { about: "a file of root's is taken", change: () => undefined, taken: "file" },
    {
      about: "another user's file is not",
      change: (at: string) => chownSync(join(at, "file"), OTHER, 0),
      taken: undefined,
    },
    {
      about: "a file that its group may write is not",
      change: (at: string) => chmodSync(join(at, "file"), 0o775),
      taken: undefined,
    },
    {
      about: "nothing is taken from another user's folder",
      change: (at: string) => chownSync(at, OTHER, 0),
      taken: undefined,
    },
    {
      about: "nothing is taken from a folder that others may write",
      change: (at: string) => chmodSync(at, 0o757),
      taken: undefined,
    },
    {
      about: "a link is followed at once to what is root's",
      change: (at: string) => {
        rmSync(join(at, "file"));
        symlinkSync("real", join(at, "file"));
      },
      taken: "real",
    },
    {
      about: "a link to another user's file is not taken",
      change: (at: string) => {
        rmSync(join(at, "file"));
        symlinkSync("real", join(at, "file"));
        chownSync(join(at, "real"), OTHER, 0);
      },
      taken: undefined,
    },
  ])("$about", ({ change, taken }) => {
    // Not in /tmp, where everybody writes.
    const place = mkdtempSync("/run/guard-test-");
    onTestFinished(() => rmSync(place, { recursive: true }));
    chmodSync(place, 0o755);
    const at = join(place, "bin");
    mkdirSync(at, { mode: 0o755 });
    for (const name of ["file", "real"]) writeFileSync(join(at, name), "#!/bin/sh\n", { mode: 0o755 });
    change(at);
    expect(findRoots(join(at, "file"))).toBe(taken === undefined ? undefined : join(at, taken));
  });
});
