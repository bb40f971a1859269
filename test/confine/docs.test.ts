/** docs/CONFINEMENT.md shows what the data says: each list, each row, nothing else. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readConfinement } from "../../src/build/compile-confinement.ts";
import { HOME_SECRETS, SYSTEM_SECRETS } from "../../src/policy/floor/lists.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DOC = readFileSync(resolve(ROOT, "docs/CONFINEMENT.md"), "utf8");
const source = readConfinement(resolve(ROOT, "policy/confinement.yaml"));

type Groups = Readonly<Record<string, readonly string[]>>;

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" ");
const rowsOf = (groups: Groups) =>
  Object.entries(groups).map(([why, names]) => `| ${why} | ${codes(names)} |`);

const insideRows = Object.entries(source.inside).map(([folder, { kept, writable, empty, sockets, room }]) => {
  const parts = [
    kept.length > 0 ? `kept: ${codes(kept)}` : "",
    writable.length > 0 ? `kept, and can be written: ${codes(writable)}` : "",
    empty.length > 0 ? `empty, and can be written: ${codes(empty)}` : "",
    sockets === "kept" ? "sockets: kept" : "",
    room === "always" ? "new files can be made" : "",
  ];
  return `| \`${folder}\` | ${parts.filter((part) => part !== "").join("; ")} |`;
});

const madeRows = Object.entries(source.made).map(
  ([why, { when, paths, text }]) =>
    `| ${why} | ${when.length > 0 ? codes(when) : "always"} | ${codes(paths)}${text === "" ? "" : ", with a text"} |`,
);

const unnamedRows = Object.entries(source.unnamed).map(([why, { folders, named, beside }]) => {
  const parts = [
    folders.length > 0 ? codes(folders) : "",
    named.length > 0 ? `named ${codes(named)}` : "",
    beside.length > 0 ? `beside ${codes(beside)}` : "",
  ];
  return `| ${why} | ${parts.filter((part) => part !== "").join("; ")} |`;
});

/** The heading of each table, and its rows. */
const TABLES: readonly (readonly [heading: string, rows: readonly string[]])[] = [
  [
    "Hidden: the floor's own list",
    [`| in any home folder | ${codes(HOME_SECRETS)} |`, `| of the machine | ${codes(SYSTEM_SECRETS)} |`],
  ],
  ["Hidden besides", rowsOf(source.hidden)],
  ["Left usable", rowsOf(source.left)],
  ["Hidden in part", insideRows],
  [
    "Hidden only with a secret in it",
    Object.entries(source.only_with).map(
      ([path, { holds }]) => `| \`${path}\` | \`${holds.replaceAll("|", "\\|")}\` |`,
    ),
  ],
  ["Read-only", rowsOf({ ...source.read_only, ...source.system_read_only })],
  ["Read-only for root", rowsOf(source.root_read_only)],
  ["Made for the session", madeRows],
  ["Folders in which the name is not taken", unnamedRows],
  ["Told at the end", rowsOf(source.told)],
  ["Told at the end for root", rowsOf(source.root_told)],
  ["Told only if new", rowsOf(source.told_new)],
  ["Sockets that lead out", rowsOf(source.sockets)],
  [
    "Folders with room of the tree's own",
    [`| empty, and can be written | ${codes(Object.keys(source.fresh))} |`],
  ],
  ["Variables that name sockets", [`| hidden if it is there | ${codes(Object.keys(source.variables))} |`]],
  ["Devices", rowsOf(source.devices)],
  ["Capabilities taken from root", rowsOf(source.capabilities)],
];

describe("the tables of docs/CONFINEMENT.md are those of the data", () => {
  test.for(TABLES)("%s", ([heading, rows]) => {
    expect(tableBelow(heading)).toEqual(rows);
  });
});

test("what the made files hold is shown, but for the comments", () => {
  const texts = Object.values(source.made).map(({ text }) => text.replaceAll(/^#.*\n/gm, ""));
  for (const text of texts) expect(DOC).toContain(text);
});

function tableBelow(heading: string): readonly string[] {
  const [, section = ""] = DOC.split(`### ${heading}\n`);
  const lines = (section.split(/^#/m)[0] ?? "").split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2);
}
