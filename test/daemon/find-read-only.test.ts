/** A card says what will fail although it may be allowed. */
import { expect, test } from "vitest";
import type { Effect } from "../../src/core/effect.ts";
import { findReadOnly } from "../../src/daemon/find-read-only.ts";

const at = (path: string) => ({ kind: "path" as const, path, text: path, glob: false, below: false });
const writes = (path: string): Effect => ({ kind: "write", target: at(path), because: "" });
const HOME = { readOnly: ["/home/u/.bashrc", "/home/u/.vim/plugin"], project: "/home/u/p" };

const ROWS = [
  ["a read-only file is written", [writes("/home/u/.bashrc")], "writable", "/home/u/.bashrc is read-only"],
  [
    "a file in a read-only folder",
    [writes("/home/u/.vim/plugin/x.vim")],
    "writable",
    "--reveal /home/u/.vim/plugin",
  ],
  ["it is deleted", [{ ...writes("/home/u/.bashrc"), kind: "delete" }], "writable", "will fail"],
  ["it is the second of two", [writes("/tmp/x"), writes("/home/u/.bashrc")], "writable", "will fail"],
  ["it is read only", [{ ...writes("/home/u/.bashrc"), kind: "read" }], "writable", undefined],
  ["another file with a longer name", [writes("/home/u/.bashrc.d")], "writable", undefined],
  [
    "nobody can tell which file",
    [{ kind: "write", target: { kind: "unknown-path", text: "$X" }, because: "" }],
    "writable",
    undefined,
  ],
  ["the project of a session that began in PLAN", [writes("/home/u/p/a")], "read-only", "began in PLAN"],
] as const satisfies readonly (readonly [string, readonly Effect[], string, string | undefined])[];

test.for(ROWS)("%s", ([, effects, projectMount, says]) => {
  const readOnly = projectMount === "read-only" ? [...HOME.readOnly, HOME.project] : HOME.readOnly;
  const commands = [{ effects }] as unknown as Parameters<typeof findReadOnly>[0]["commands"];
  const found = findReadOnly({ commands }, { ...HOME, readOnly, projectMount });
  expect(found).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
});
