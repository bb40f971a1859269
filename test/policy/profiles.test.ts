import { describe, expect, test } from "vitest";
import { loadPolicy } from "../../src/policy/load.ts";
import { ruleByLayers } from "../../src/policy/merge.ts";
import type { PolicyLayers } from "../../src/policy/policy.ts";
import { detectProfiles, loadProfile, profileNames } from "../../src/policy/profiles.ts";
import { layersOf, makeMachine, PROFILES_DIR, problemsOf, write } from "./fixture.ts";
import { pathEffect, ROOT, type SubjectOptions, subjectOf } from "./subject.ts";

const NAMES = profileNames(PROFILES_DIR);

async function withProfile(name: string): Promise<PolicyLayers> {
  const { places } = makeMachine();
  return layersOf(await loadPolicy({ places: { ...places, projectRoot: ROOT }, profiles: [name] }));
}

describe("built-in profiles", () => {
  test("there are the ones that developers expect", () => {
    expect(NAMES).toEqual(
      expect.arrayContaining(["node-dev", "python-dev", "rust-dev", "go-dev", "ios-dev"]),
    );
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
  });

  test.for(NAMES)("%s allows its examples and not its counter-examples", async (name) => {
    const layers = await withProfile(name);
    const { examples } = loadProfile(PROFILES_DIR, name).data;
    const allowed = (line: string) => ruleByLayers(layers, subjectOf(line))?.ruling === "allow";
    expect(examples.match.filter((line) => !allowed(line))).toEqual([]);
    expect(examples.not_match.filter(allowed)).toEqual([]);
    expect(examples.match.length).toBeGreaterThan(0);
    expect(examples.not_match.length).toBeGreaterThan(0);
  });

  const NEVER = [
    "npm publish",
    "cargo publish",
    "npm install -g x",
    "pip install x",
    "npm login",
    "git push",
    "sudo ls",
    "rm -rf x",
    "make install",
    "docker push x",
    "npm uninstall x",
    "npm config set a b",
    "npx tsc",
    "npx --no tsc --yes",
    "npx --no-install --yes tsc",
    "bunx tsc",
    "pnpm dlx tsc",
    "yarn dlx tsc",
  ];
  test.for(NAMES)("%s publishes, installs, logs in and deletes nothing", async (name) => {
    const layers = await withProfile(name);
    expect(NEVER.filter((line) => ruleByLayers(layers, subjectOf(line)))).toEqual([]);
  });

  const REACH: [name: string, line: string, ruling: string | undefined, options?: SubjectOptions][] = [
    [
      "a file of the project",
      "eslint -o report.txt src",
      "allow",
      { effects: [pathEffect("write", "report.txt")] },
    ],
    ["an effect outside", "eslint src", undefined, { effects: [pathEffect("write", "/home/dev/.bashrc")] }],
    ["a path outside as a word", "eslint -o /home/dev/.bashrc src", undefined],
    ["a path outside in an option", "eslint --output-file=/etc/x src", undefined],
    ["a path outside attached to an option", "eslint -o/etc/x src", undefined],
    ["a way out of the project", "eslint ../other", undefined],
    ["a way back into the project", "eslint ../src", "allow", { cwds: [`${ROOT}/test`] }],
    ["the project by its full path", `eslint ${ROOT}/src`, "allow"],
    ["a temp file", "eslint -o /tmp/report.txt", "allow"],
    ["another folder", "npm test", undefined, { cwds: ["/tmp/evil"] }],
    ["a folder that is not known", "npm test", undefined, { cwds: [null] }],
    ["a word that is not known", 'eslint "$F"', undefined],
    ["the home folder", "eslint ~root/x", undefined],
  ];
  test.for(REACH)("a profile stays inside the project: %s", async ([, line, ruling, options]) => {
    expect(ruleByLayers(await withProfile("node-dev"), subjectOf(line, options))?.ruling).toBe(ruling);
  });
});

describe("finding the profiles that fit a project", () => {
  const rows: [files: string[], expected: string[]][] = [
    [["package.json"], ["node-dev"]],
    [["pyproject.toml"], ["python-dev"]],
    [["requirements-dev.txt"], ["python-dev"]],
    [
      ["Cargo.toml", "go.mod"],
      ["go-dev", "rust-dev"],
    ],
    [["App.xcodeproj"], ["ios-dev"]],
    [
      ["vite.config.ts", "package.json"],
      ["node-dev", "web-dev"],
    ],
    [["README.md"], []],
  ];
  test.for(rows)("%o", ([files, expected]) => {
    const { places } = makeMachine();
    for (const name of files) write(`${places.projectRoot}/${name}`, "");
    expect(detectProfiles(places.projectRoot, PROFILES_DIR)).toEqual(expected);
  });

  test("a folder that is not there has none", () => {
    expect(detectProfiles("/nowhere/at/all", PROFILES_DIR)).toEqual([]);
  });
});

describe("profiles in policy files", () => {
  const said = async (files: Parameters<typeof makeMachine>[0], line: string) =>
    ruleByLayers(
      layersOf(
        await loadPolicy({
          places: { ...makeMachine(files).places, ...(files?.project ? {} : { projectRoot: ROOT }) },
        }),
      ),
      subjectOf(line),
    )?.rule;

  test("a list switches on a built-in one", async () => {
    expect(await said({ user: "version: 1\nprofiles: [rust-dev]\n" }, "cargo build")).toBe(
      "user.profile.rust-dev.cargo",
    );
  });

  test("a list may define one and switch it on", async () => {
    expect(await said({ user: "version: 1\nprofiles:\n  - ours: [bazel test **]\n" }, "bazel test x")).toBe(
      "user.profile.ours.bazel_test_**",
    );
  });

  test("a map only defines, for this layer and narrower ones", async () => {
    const org = "version: 1\nprofiles:\n  ours: [bazel]\n";
    expect(await said({ org }, "bazel test")).toBeUndefined();
    expect(await said({ org, user: "version: 1\nprofiles: [ours]\n" }, "bazel test")).toBe(
      "user.profile.ours.bazel",
    );
  });

  test("an own definition comes before the built-in one of that name", async () => {
    const user = "version: 1\nprofiles:\n  - rust-dev: [just]\n";
    expect(await said({ user }, "cargo build")).toBeUndefined();
    expect(await said({ user }, "just x")).toBe("user.profile.rust-dev.just");
  });

  test("an untrusted project switches nothing on", async () => {
    expect(await said({ project: "version: 1\nprofiles: [rust-dev]\n" }, "cargo build")).toBeUndefined();
  });

  test("an unknown name by hand is refused", async () => {
    const outcome = await loadPolicy({ places: makeMachine().places, profiles: ["nope"] });
    expect(problemsOf(outcome)).toEqual([expect.stringMatching(/there is no profile "nope"/)]);
  });
});
