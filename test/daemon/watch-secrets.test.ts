/** A hidden file that is another one now is told, once. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepSecrets } from "../../src/daemon/kept-secrets.ts";
import { watchSecrets } from "../../src/daemon/watch-secrets.ts";
import { waitUntil } from "../launcher/wait-until.ts";

let home: string;
let told: string[];
let end: () => void;
const at = (name: string) => join(home, name);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "guard-shown-"));
  for (const name of [".npmrc", ".netrc", ".pgpass"]) writeFileSync(at(name), "a secret");
  mkdirSync(at(".aws"));
  told = [];
  const secrets = keepSecrets([".npmrc", ".netrc", ".pgpass", ".aws", ".none"].map(at));
  const endWatch = watchSecrets(secrets, (path) => told.push(path), 5);
  end = () => {
    endWatch();
    secrets.putBack();
  };
});
afterEach(() => {
  end();
  rmSync(home, { recursive: true, force: true });
});

function writeAnew(name: string): void {
  writeFileSync(at(`${name}.new`), "another secret");
  renameSync(at(`${name}.new`), at(name));
}

test("one that is renamed over is told, and others that are written to or removed are not", async () => {
  writeFileSync(at(".netrc"), "written in place");
  rmSync(at(".pgpass"));
  writeFileSync(at(".aws/credentials"), "in a hidden folder");
  writeAnew(".npmrc");
  await waitUntil("it is told", () => told.length > 0);
  expect(told).toEqual([at(".npmrc")]);
});

test("twice anew is told once", async () => {
  writeAnew(".npmrc");
  await waitUntil("it is told", () => told.length > 0);
  writeAnew(".npmrc");
  writeAnew(".netrc");
  await waitUntil("the other one is told", () => told.length > 1);
  expect(told).toEqual([at(".npmrc"), at(".netrc")]);
});

test("one that is made again after it was removed is told", async () => {
  rmSync(at(".pgpass"));
  writeFileSync(at(".pgpass"), "another secret");
  await waitUntil("it is told", () => told.length > 0);
  expect(told).toEqual([at(".pgpass")]);
});
