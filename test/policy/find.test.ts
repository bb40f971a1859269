import { mkdirSync, readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { findPolicyFiles, findProject, hasPolicyFiles, placesFor } from "../../src/policy/find.ts";
import { makeMachine, write } from "./fixture.ts";

const PASSWD = userInfo().homedir;

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

  test("is found from any depth", () => {
    const { projectRoot } = makeMachine().places;
    const deep = join(projectRoot, ...Array.from({ length: 300 }, () => "d"));
    mkdirSync(join(projectRoot, ".guard"));
    mkdirSync(deep, { recursive: true });
    expect(findProject(deep)).toEqual({ root: projectRoot, marker: ".guard" });
    expect(findProject(join(deep, "d".repeat(300), "d/".repeat(2000))).root).toBe(projectRoot);
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

  const homes: [name: string, env: NodeJS.ProcessEnv, home: string, trustDir: string][] = [
    ["a slash at the end", { HOME: "/data/me/" }, "/data/me", "/data/me/.local/state/guard/trust"],
    ["doubled slashes", { HOME: "/data//me" }, "/data/me", "/data/me/.local/state/guard/trust"],
    ["two dots", { HOME: "/root/../root" }, "/root", "/root/.local/state/guard/trust"],
    ["a dot", { HOME: "/data/./me/." }, "/data/me", "/data/me/.local/state/guard/trust"],
    ["the root folder", { HOME: "/" }, "/", "/.local/state/guard/trust"],
    ["XDG_STATE_HOME", { HOME: "/h", XDG_STATE_HOME: "/s//x/../y/" }, "/h", "/s/y/guard/trust"],
    ["an empty XDG_STATE_HOME", { HOME: "/h", XDG_STATE_HOME: "" }, "/h", "/h/.local/state/guard/trust"],
    ["an empty HOME", { HOME: "" }, PASSWD, `${PASSWD}/.local/state/guard/trust`],
    ["a relative HOME", { HOME: "me" }, PASSWD, `${PASSWD}/.local/state/guard/trust`],
    ["no HOME", {}, PASSWD, `${PASSWD}/.local/state/guard/trust`],
  ];
  test.for(homes)("are normalised: %s", ([, env, home, trustDir]) => {
    expect(placesFor("/p", env)).toMatchObject({ home, trustDir });
  });

  test("XDG_CONFIG_HOME is normalised", () => {
    const { userFile } = placesFor("/p", { HOME: "/h", XDG_CONFIG_HOME: "/c/../d//" });
    expect(userFile).toBe("/d/guard/policy.yaml");
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
      problems: [],
    });
  });

  test("notes, hidden files and backups in policy.d are no policies", () => {
    const { places } = makeMachine();
    for (const name of ["README", "readme.txt", "notes.md", ".x.yaml", "a.yaml~"])
      write(join(places.orgDir, "policy.d", name), "x");
    expect(hasPolicyFiles(findPolicyFiles(places))).toBe(false);
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
