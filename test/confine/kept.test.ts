/** What the keeper is told to look after: each mask, and files that are shown only as long as nothing is put into them. */
import { statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hiddenTemplates } from "../../src/confine/hidden-files.ts";
import { keptWords } from "../../src/confine/kept-names.ts";
import { World } from "./world.ts";

let world: World;
beforeEach(() => {
  world = new World(process.getuid?.() === 0 ? "root" : "this user");
});
afterEach(() => world.remove());

/** Of the home folder, as `KIND name`. */
const keptIn = (reveals: readonly string[] = []) =>
  world
    .plan({ reveals })
    .kept.filter(({ path }) => path.startsWith(`${world.home}/`))
    .map(({ as, path }) => `${as} ${path.slice(world.home.length + 1)}`);

test("masks are kept, and pins and what is brought back are not", () => {
  world.plant({
    "home/.netrc": "a",
    "home/.aws/credentials": "a",
    "home/.ssh/config": "a",
    "home/.bashrc": "a",
    "home/.config/gh/hosts.yml": "a",
  });
  expect(keptIn()).toEqual([
    "hidden .aws",
    "read-only .bashrc",
    "hidden .config/gh",
    "hidden .netrc",
    "stand-in .ssh",
  ]);
});

test("a file without a secret is kept until it changes, where the agent cannot change it", () => {
  world.plant({
    "home/.npmrc": "color=true",
    "home/.config/pip/pip.conf": "[global]",
    "home/.m2/settings.xml": "<settings/>",
    "home/.yarnrc.yml": "npmAuthToken: x",
  });
  expect(keptIn()).toEqual([
    "until-changed .npmrc",
    "until-changed .config/pip/pip.conf",
    "read-only .config/pip",
    "read-only .npmrc",
    "hidden .yarnrc.yml",
  ]);
});

test("what is revealed is not", () => {
  world.plant({ "home/.npmrc": "color=true", "home/.config/pip/pip.conf": "[global]", "home/.netrc": "a" });
  const reveals = ["~/.npmrc", "~/.config/pip/pip.conf", "~/.netrc"];
  expect(keptIn(reveals)).toEqual(["read-only .config/pip"]);
});

test("a stamp is of the very file that was looked at", () => {
  world.plant({ "home/.npmrc": "color=true" });
  const path = join(world.home, ".npmrc");
  const stampNow = () => world.plan().kept.find(({ as }) => as === "until-changed")?.stamp;
  const { ino, ctimeNs } = statSync(path, { bigint: true });
  expect(stampNow()).toBe(`${ino}:${ctimeNs}`);
  utimesSync(path, 1, 1);
  expect(stampNow()).not.toBe(`${ino}:${ctimeNs}`);
});

test("nothing of the kernel's folders is kept: nobody replaces it", () => {
  const paths = world.plan({ guardPids: [process.pid] }).kept.map(({ path }) => path);
  expect(paths.filter((path) => /^\/(?:proc|sys|dev)(?:\/|$)/.test(path))).toEqual([]);
});

test("the seat reads what hides, then three words for each", () => {
  const { file, folder } = hiddenTemplates("/s");
  const kept = [
    { as: "until-changed", path: "/h/.npmrc", stamp: "1:2" },
    { as: "hidden", path: "/h/.netrc" },
  ] as const;
  expect(keptWords(kept, { file, folder })).toEqual([
    ...["/s/hidden/file", "/s/hidden/folder"],
    ...["until-changed", "1:2", "/h/.npmrc"],
    ...["hidden", "", "/h/.netrc"],
  ]);
});
