/** Which files are still what their names say: those that were there when the session began, and are where they were. */
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isOld, readUserPath, type UserPath, wasThere } from "../../src/daemon/user-path.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "guard-user-path-")));
  for (const name of ["bin/tool", "bin/tool-3", "other/tool", "other/made", "apps/made"]) write(name);
  symlinkSync("tool-3", at("bin/tool-link"));
  symlinkSync(at("apps/made"), at("bin/made"));
  symlinkSync("/bin/ls", at("bin/list"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (name: string) => join(root, name);

function write(name: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), "", { mode: 0o755 });
}

function pathNow(sinceMs = Date.now()): UserPath {
  return readUserPath(`${at("bin/")}:/usr/bin`, sinceMs, () => Promise.reject(new Error("not here")));
}

test.for(["bin/tool", "bin/tool-link", "bin/made", "bin/list"])("%s was there", (name) => {
  expect(wasThere(at(name), pathNow())).toBe(true);
});

test.for(["bin/tool", "bin/tool-link", "bin/made", "bin/list"])("%s came later", (name) => {
  const path = pathNow(Date.now() - 60_000);
  expect([wasThere(at(name), path), isOld(at(name), path)]).toEqual([false, false]);
});

const changes: readonly [name: string, file: string, change: () => void][] = [
  ["a file that was not there", "bin/new", () => copyFileSync("/bin/ls", at("bin/new"))],
  ["an old file from elsewhere", "bin/moved", () => renameSync(at("other/tool"), at("bin/moved"))],
  [
    "a folder with old files in place of the one that was there",
    "bin/tool",
    () => {
      renameSync(at("bin"), at("away"));
      renameSync(at("other"), at("bin"));
    },
  ],
  [
    "the same where a link leads",
    "bin/made",
    () => {
      renameSync(at("apps"), at("away"));
      renameSync(at("other"), at("apps"));
    },
  ],
  ["a folder that is no part of PATH", "other/tool", () => undefined],
  ["nothing at all", "bin/none", () => undefined],
];
test.for(changes)("not so: %s", ([, file, change]) => {
  const path = pathNow();
  change();
  // The clock of a file system is a coarse one: what has just been made could be as old as the session.
  expect(
    wasThere(at(file), {
      ...path,
      sinceMs: file.startsWith("bin/n") || file === "bin/moved" ? path.sinceMs - 60_000 : path.sinceMs,
    }),
  ).toBe(false);
});

test("a file of the system is what its name says, however new it is", () => {
  expect(wasThere(realpathSync("/bin/ls"), pathNow(0))).toBe(true);
});
