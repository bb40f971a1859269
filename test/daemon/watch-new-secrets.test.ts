/** A secret that comes to a place where none was is told, once, and only if it is one. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchNewSecrets } from "../../src/daemon/watch-new-secrets.ts";
import { waitUntil } from "../launcher/wait-until.ts";

let home: string;
let told: string[];
let end: () => void;
const at = (name: string) => join(home, name);

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "guard-new-"));
  told = [];
  const absent = [
    { path: at(".pgpass") },
    { path: at(".npmrc"), holds: "_auth" },
    { path: at(".aws") },
    { path: at(".netrc") },
  ];
  end = watchNewSecrets(absent, (path) => told.push(path), 5);
});
afterEach(() => {
  end();
  rmSync(home, { recursive: true, force: true });
});

test("a folder, an empty file and settings without a secret are not told; what holds one is, once", async () => {
  mkdirSync(at(".aws"));
  writeFileSync(at(".pgpass"), "");
  writeFileSync(at(".npmrc"), "registry=x\n");
  writeFileSync(at(".netrc"), "machine x password y\n");
  await waitUntil("the last of them is told", () => told.length > 0);
  expect(told).toEqual([at(".netrc")]);
  writeFileSync(at(".npmrc"), "//r/:_authToken=x\n");
  await waitUntil("the settings are told", () => told.length > 1);
  writeFileSync(at(".netrc"), "machine z password y\n");
  writeFileSync(at(".pgpass"), "secret\n");
  await waitUntil("the third is told", () => told.length > 2);
  expect(told).toEqual([at(".netrc"), at(".npmrc"), at(".pgpass")]);
});
