import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { findPolicyFiles, findProject, placesFor } from "../../src/policy/find.ts";
import { makeMachine, write } from "./fixture.ts";

describe("the project of a folder", () => {
  test("is the nearest .guard or .git above", () => {
    const { projectRoot } = makeMachine().places;
    mkdirSync(join(projectRoot, ".git"));
    mkdirSync(join(projectRoot, "a/b/c"), { recursive: true });
    expect(findProject(join(projectRoot, "a/b/c"))).toEqual({ root: projectRoot, marker: ".git" });
    mkdirSync(join(projectRoot, "a/.guard"));
    expect(findProject(join(projectRoot, "a/b/c"))).toEqual({
      root: join(projectRoot, "a"),
      marker: ".guard",
    });
  });

  test("may have a file as .git, as work trees do", () => {
    const { projectRoot } = makeMachine().places;
    write(join(projectRoot, ".git"), "gitdir: elsewhere\n");
    expect(findProject(projectRoot).marker).toBe(".git");
  });

  test("is the folder itself when there is no mark, also if it does not exist", () => {
    expect(findProject("/nowhere/at/all")).toEqual({ root: "/nowhere/at/all", marker: "none" });
  });
});

describe("the places of the files", () => {
  const rows: [name: string, env: NodeJS.ProcessEnv, userFile: string][] = [
    ["XDG_CONFIG_HOME", { HOME: "/h", XDG_CONFIG_HOME: "/c" }, "/c/guard/policy.yaml"],
    ["HOME", { HOME: "/h" }, "/h/.config/guard/policy.yaml"],
    [
      "a relative XDG_CONFIG_HOME does not count",
      { HOME: "/h", XDG_CONFIG_HOME: "c" },
      "/h/.config/guard/policy.yaml",
    ],
  ];
  test.for(rows)("%s", ([, env, userFile]) => {
    expect(placesFor("/p", env)).toMatchObject({ userFile, orgDir: "/etc/guard", projectRoot: "/p" });
  });

  test("no other variable moves them", () => {
    const env = {
      HOME: "/h",
      GUARD_POLICY: "/x",
      GUARD_CONFIG: "/x",
      GUARD_ORG_DIR: "/x",
      XDG_CONFIG_DIRS: "/x",
    };
    expect(placesFor("/p", env)).toEqual(placesFor("/p", { HOME: "/h" }));
  });

  test("files that are there are found, the org's in the order of their names", () => {
    const machine = makeMachine({ org: "x", user: "x", project: "x" });
    const { orgDir } = machine.places;
    for (const name of ["20.yaml", "10.yml", ".hidden.yaml", "notes.md"])
      write(join(orgDir, "policy.d", name), "x");
    expect(findPolicyFiles(machine.places)).toEqual({
      org: [machine.orgFile, join(orgDir, "policy.d/10.yml"), join(orgDir, "policy.d/20.yaml")],
      user: machine.userFile,
      project: machine.projectFile,
    });
  });
});

describe("what callers load before they know that there is a file", () => {
  const rows = ["find.ts", "merge.ts", "policy.ts", "covered-by-allow.ts", "examples.ts", "trust.ts"];
  test.for(rows)("%s brings neither yaml nor zod", (file) => {
    const reached = importsFrom(resolve(import.meta.dirname, "../../src/policy", file));
    expect(reached.filter((name) => name === "yaml" || name === "zod")).toEqual([]);
  });

  test("the loader does bring them", () => {
    expect(importsFrom(resolve(import.meta.dirname, "../../src/policy/load.ts"))).toEqual(
      expect.arrayContaining(["yaml", "zod"]),
    );
  });
});

/** Every module that is imported at once (not by a later `import()`, not for its types only). */
function importsFrom(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const source = readFileSync(file, "utf8");
  const targets = [...source.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)"/gms)].map(
    ([, target = ""]) => target,
  );
  return targets.flatMap((target) =>
    target.startsWith(".") ? importsFrom(resolve(file, "..", target), seen) : [target],
  );
}
