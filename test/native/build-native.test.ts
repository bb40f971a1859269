/** The build step: with a compiler, without one, and with one that fails. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { buildNative, type NativePlaces } from "../../src/build/build-native.ts";
import { HAS_COMPILER, make, SHIMS_SOURCE } from "./clients.ts";

const root = mkdtempSync(join(tmpdir(), "guard-build-"));
afterAll(() => rmSync(root, { recursive: true }));

const knowledge = join(root, "knowledge.json");
writeFileSync(
  knowledge,
  JSON.stringify({ version: 1, programs: ["rm", '{"does":["delete"]}', "cat", "{}"] }),
);

function placesIn(name: string, sources = SHIMS_SOURCE): NativePlaces {
  return { sources, native: join(root, name), knowledge };
}

/** What it says, and its status. */
function build(places: NativePlaces, environment: NodeJS.ProcessEnv): { status: number; text: string } {
  let text = "";
  const collect = (chunk: string | Uint8Array): boolean => {
    text += String(chunk);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation(collect),
  );
  const status = buildNative(places, environment);
  for (const spy of spies) spy.mockRestore();
  return { status, text };
}

describe.skipIf(!HAS_COMPILER)("with a compiler", () => {
  test("guard-ask, its shims and the name of the compiler are there; a second build replaces the first", () => {
    const places = placesIn("native");
    for (const round of ["first", "second"]) {
      const { status, text } = build(places, process.env);
      expect([round, status]).toEqual([round, 0]);
      expect(text).toMatch(/^guard-ask \((?:musl static|cc static|cc dynamic)\), \d+ shims of \d+ names\n$/u);
    }
    const shims = readdirSync(join(places.native, "shims"));
    expect(shims).toContain("rm");
    expect(shims).not.toContain("cat");
    const ran = spawnSync(join(places.native, "shims/rm"), ["x"], { encoding: "utf8" });
    expect([ran.status, ran.stderr]).toEqual([126, expect.stringContaining("[rule guard.no-session]")]);
    expect(JSON.parse(readFileSync(join(places.native, "shim-names.json"), "utf8"))).toContain("rm");
  });

  test("sources that do not compile are an error", () => {
    const sources = join(root, "broken");
    cpSync(SHIMS_SOURCE, sources, { recursive: true, dereference: true });
    writeFileSync(join(sources, "ask.c"), "#error on purpose\n");
    expect(build(placesIn("failed", sources), process.env).status).toBe(1);
  });

  test("guard may live below a folder with blanks in its name, and its sources behind a link", () => {
    const home = join(root, "my projects");
    cpSync(SHIMS_SOURCE, join(home, "elsewhere/sources"), { recursive: true });
    symlinkSync("elsewhere/sources", join(home, "shims"));
    const places = { sources: join(home, "shims"), native: join(home, "dist/native"), knowledge };
    expect(build(places, process.env).status).toBe(0);
    expect(spawnSync(join(places.native, "guard-ask")).status).toBe(126);
  });

  test.for(["static", "dynamic"])("the plain compiler will do: %s", (kind) => {
    const out = join(root, kind);
    make([`OUT=${out}`, `KIND=${kind}`, join(out, "guard-ask"), join(out, "compiler.txt")]);
    expect(readFileSync(join(out, "compiler.txt"), "utf8")).toBe(`cc ${kind}\n`);
    expect(spawnSync(join(out, "guard-ask")).status).toBe(126);
  });

  test("clean takes away what was built", () => {
    const out = join(root, "cleaned");
    make([`OUT=${out}`, join(out, "guard-ask"), join(out, "compiler.txt")]);
    make([`OUT=${out}`, "clean"]);
    expect(readdirSync(out)).toEqual([]);
  });
});

test("without a compiler it says what to install, and puts the fallback there", () => {
  const bin = join(root, "bin");
  mkdirSync(bin);
  symlinkSync("/bin/sh", join(bin, "sh"));
  const places = placesIn("fallback");
  const { status, text } = build(places, { PATH: bin });
  expect(status).toBe(0);
  expect(text).toContain("apt-get install make gcc musl-tools");
  expect(readFileSync(join(places.native, "guard-ask"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/u);
  expect(readFileSync(join(places.native, "compiler.txt"), "utf8")).toBe("none\n");
  expect(existsSync(join(places.native, "shims"))).toBe(false);
});
