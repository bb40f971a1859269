/** The import table is the architecture; so is the table of doors by which packages come in. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** Folder -> the folders it may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  parse: ["core"],
  classify: ["core"],
  policy: ["core"],
  mode: ["core"],
  project: ["core"],
  decide: ["core", "parse", "classify", "policy", "mode"],
  build: ["core", "classify"],
  cli: ["core", "parse", "classify", "policy", "mode", "project", "decide"],
};

/** Package -> the folders that may import it. */
const DOORS: Record<string, readonly string[]> = {
  unbash: ["parse"],
  "sh-syntax": ["parse"],
  yaml: ["policy", "build"],
  zod: ["policy", "build"],
  "node:worker_threads": ["parse"],
  "node:fs": ["classify", "policy", "project", "build", "cli"],
  "node:fs/promises": ["parse"],
  "node:module": ["parse"],
  "node:v8": ["parse"],
  "node:os": ["policy", "cli"],
  "node:path/posix": ["policy", "classify"],
  "node:path": ["parse", "classify", "policy", "project", "decide", "build", "cli"],
  "node:url": ["classify", "policy", "build", "cli"],
  "node:util": ["cli"],
  "node:crypto": ["policy"],
  "node:stream": ["cli"],
};

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

test("the source was found", () => expect(files.length).toBeGreaterThan(50));

describe("folders import only what the table says", () => {
  test.for(files)("%s", (file) => {
    const folder = topFolder(file);
    const allowed = MAY_IMPORT[folder];
    if (!allowed) throw new Error(`src/${folder} is not in MAY_IMPORT`);
    const strays = importsOf(file)
      .filter((target) => target.startsWith("."))
      .map((target) => relative(SRC, resolve(SRC, dirname(file), target)))
      .filter((target) => ![folder, ...allowed].includes(topFolder(target)));
    expect(strays).toEqual([]);
  });
});

describe("packages come in by their doors", () => {
  test.for(files)("%s", (file) => {
    const strays = importsOf(file)
      .filter((target) => !target.startsWith("."))
      .filter((target) => !(DOORS[target] ?? []).includes(topFolder(file)));
    expect(strays).toEqual([]);
  });
});

test("nothing in the engine starts a process or opens a socket", () => {
  const reaching = files.filter((file) =>
    /node:(?:child_process|net|http|dgram)/.test(readFileSync(join(SRC, file), "utf8")),
  );
  expect(reaching).toEqual([]);
});

function topFolder(path: string): string {
  return path.split("/")[0] ?? "";
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(SRC, file), "utf8");
  const found = source.matchAll(/ from "([^"\n]+)";$|^import "([^"\n]+)";$|\bimport\("([^"\n]+)"\)/gm);
  return [...found].map(([, named, bare, lazy]) => named ?? bare ?? lazy ?? "");
}
