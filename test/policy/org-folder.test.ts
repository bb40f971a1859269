import { symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findPolicyFiles, hasPolicyFiles } from "../../src/policy/find.ts";
import { loadPolicy } from "../../src/policy/load.ts";
import { makeMachine, problemsOf, write } from "./fixture.ts";

const IN_POLICY_D: [name: string, arrange: (folder: string) => void, problem: RegExp][] = [
  ["a file in its place", (folder) => write(folder, "x"), /policy.d:1: is not a folder; make it a folder/],
  [
    "a link to nowhere",
    (folder) => {
      write(`${folder}.x`, "");
      symlinkSync("/nowhere", folder);
    },
    /policy.d:1: is a link to nowhere/,
  ],
  [
    "a linked folder",
    (folder) => {
      write(`${folder}.x/a.yaml`, "version: 1\n");
      symlinkSync(`${folder}.x`, folder);
    },
    /lies in a folder that is a symbolic link/,
  ],
  ["another case of letters", (folder) => write(`${folder}/x.YAML`, "version: 1\n"), /x.YAML:1: is not read/],
  ["another ending", (folder) => write(`${folder}/x.json`, "{}"), /x.json:1: is not read as a policy; end/],
  ["no ending", (folder) => write(`${folder}/extra`, "version: 1\n"), /extra:1: is not read as a policy/],
  [
    "the 101st file",
    (folder) => {
      for (let at = 0; at < 101; at++) write(`${folder}/${at}.yaml`, "version: 1\n");
    },
    /policy.d:1: holds 101 policy files, 100 at most are read; put several into one file/,
  ],
];

describe("what lies where policies are expected is never skipped", () => {
  test.for(IN_POLICY_D)("policy.d is refused, not skipped: %s", async ([, arrange, problem]) => {
    const { places } = makeMachine();
    arrange(`${places.orgDir}/policy.d`);
    expect(hasPolicyFiles(findPolicyFiles(places))).toBe(true);
    expect(problemsOf(await loadPolicy({ places }))).toContainEqual(expect.stringMatching(problem));
  });

  test("a hundred files in policy.d are read", async () => {
    const { places } = makeMachine();
    for (let at = 0; at < 100; at++)
      write(`${places.orgDir}/policy.d/${at}.yml`, `version: 1\nblocked_commands: [t${at}]\n`);
    const outcome = await loadPolicy({ places });
    expect(outcome.kind === "loaded" && outcome.layers.org).toHaveLength(100);
  });

  test("an org folder that is a file or a link to nowhere refuses everything", async () => {
    const file = makeMachine().places;
    write(file.orgDir, "x");
    expect(problemsOf(await loadPolicy({ places: file })).join()).toMatch(/is not a folder/);
    const link = makeMachine().places;
    symlinkSync("/nowhere", link.orgDir);
    expect(problemsOf(await loadPolicy({ places: link })).join()).toMatch(/is a symbolic link/);
  });

  test("a .guard that is a file or a link to nowhere is told", async () => {
    for (const arrange of [
      (folder: string) => write(folder, "x"),
      (folder: string) => symlinkSync("/nowhere", folder),
    ]) {
      const { places } = makeMachine();
      arrange(`${places.projectRoot}/.guard`);
      const outcome = await loadPolicy({ places });
      expect(outcome.kind === "loaded" && outcome.layers.projectFile.kind).toBe("broken");
    }
  });
});
