/** What becomes of an `always`: saved, or said why not and nothing written. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadPolicy } from "../../src/policy/load.ts";
import { listRules, removeRules } from "../../src/policy/save-rule.ts";
import { layersWith } from "../../src/policy/trial-layers.ts";
import { trustRecordOf } from "../../src/policy/trust.ts";
import { layersOf } from "./fixture.ts";
import { BECAUSE, projectTarget, save, savedIds, trustAsItIs, userTarget } from "./save-rule-fixture.ts";

/** Built: node runs no TypeScript. */
const DIST = join(import.meta.dirname, "../../dist/policy");

test("without a file one is made, for its owner's eyes only, and nothing else is left", async () => {
  const { machine, target } = userTarget();
  const [id] = await savedIds(target, "make **");
  const file = machine.userFile;
  expect(readFileSync(file, "utf8")).toMatch(/^version: 1\nrules:\n {2}- \{id: approved-[0-9a-f]{8}, /);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  expect(readdirSync(dirname(file))).toEqual(["policy.yaml"]);
  expect(await listRules(target)).toMatchObject({
    kind: "listed",
    rules: [{ id, match: "make **", because: BECAUSE }],
  });
  const { user } = layersOf(await loadPolicy(target.input));
  expect(user.map(({ id }) => id)).toEqual([`user.${id}`]);
});

test("exact words are read back as they were, whatever they hold", async () => {
  const { target } = userTarget("version: 1\n");
  const exactly = [
    "a b",
    "",
    "*",
    "#x",
    "it's",
    '"q"',
    "\\n",
    "{a: b}",
    "- x",
    "größe 木",
    "true",
    "007",
    "$(x)",
  ];
  const match = { program: "git", exactly, under: "/p q" };
  const [id] = await savedIds(target, match);
  expect(await listRules(target)).toMatchObject({ kind: "listed", rules: [{ id, match }] });
  expect(await save(target, match)).toMatchObject({ kind: "already", ids: [id] });
});

test("mode and owner stay", async () => {
  const { machine, target } = userTarget("version: 1\n");
  chmodSync(machine.userFile, 0o640);
  await savedIds(target, "make **");
  expect(statSync(machine.userFile).mode & 0o777).toBe(0o640);
});

test("the 51st is refused, rules of others do not count", async () => {
  const own = Array.from(
    { length: 60 },
    (_, at) => `  - {id: own-${at}, match: x${at}, ruling: deny, because: x}`,
  );
  const { machine, target } = userTarget(`version: 1\nrules:\n${own.join("\n")}\n`);
  for (let at = 0; at < 49; at++) await savedIds(target, `tool${at} **`);
  expect(await save(target, "two **", { program: "words" })).toMatchObject({ kind: "full", limit: 50 });
  const [last = ""] = await savedIds(target, "last **");
  const text = readFileSync(machine.userFile, "utf8");
  expect(await save(target, "more **")).toMatchObject({ kind: "full", limit: 50 });
  expect(readFileSync(machine.userFile, "utf8")).toBe(text);
  expect(await removeRules(target, last)).toMatchObject({ kind: "removed" });
  await savedIds(target, "more **");
});

describe("nothing is written", () => {
  const broken: [name: string, text: string, line: number, problem: RegExp][] = [
    ["a field twice", "version: 1\nversion: 1\n", 2, /twice/],
    ["an unknown field", "version: 1\nruls: []\n", 2, /ruls/],
    ["no version", "mode: plan\n", 1, /version/],
    [
      "a rule that does not compile",
      'version: 1\nrules:\n  - {id: a, match: "* x", ruling: allow, because: x}\n',
      3,
      /every program/,
    ],
    ["an empty file", "", 1, /empty/],
  ];
  test.for(broken)("broken: %s", async ([, text, line, problem]) => {
    const { machine, target } = userTarget(text);
    for (const outcome of [
      await save(target, "make **"),
      await removeRules(target, "approved-0"),
      await listRules(target),
    ])
      expect(outcome).toMatchObject({
        kind: "broken",
        problems: [{ file: machine.userFile, line, problem: expect.stringMatching(problem) as unknown }],
      });
    expect(readFileSync(machine.userFile, "utf8")).toBe(text);
    expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
  });

  test("refused: a rule that guard would not load", async () => {
    const { machine, target } = userTarget("version: 1 # mine\n");
    for (const match of ["* x", "make; rm x", "", { under: "/p" }, { program: "a", flags: ["x"] }])
      expect(await save(target, match)).toMatchObject({
        kind: "refused",
        problems: [{ file: machine.userFile }],
      });
    expect(readFileSync(machine.userFile, "utf8")).toBe("version: 1 # mine\n");
    expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
  });

  test("broken: the file is a link, which no session would load", async () => {
    const { machine, target } = userTarget("version: 1\n");
    renameSync(machine.userFile, `${machine.userFile}.real`);
    symlinkSync(`${machine.userFile}.real`, machine.userFile);
    expect(await save(target, "make **")).toMatchObject({
      kind: "broken",
      problems: [{ problem: "the file is a symbolic link" }],
    });
    expect(readFileSync(`${machine.userFile}.real`, "utf8")).toBe("version: 1\n");
  });

  test.for([
    ["a file where the folder should be", "/dev/null/guard/policy.yaml"],
    ["a place that nobody can write", "/proc/guard/policy.yaml"],
  ])("failed: %s", async ([, userFile = ""]) => {
    const { machine } = userTarget();
    const target = { layer: "user", input: { places: { ...machine.places, userFile } } } as const;
    expect(await save(target, "make **")).toMatchObject({
      kind: "failed",
      reason: expect.any(String) as unknown,
    });
  });

  test("failed: the disk takes no more bytes", () => {
    const { machine } = userTarget("version: 1\n");
    // Room for the lock, not for this file.
    const text = `version: 1\n${"# a long story\n".repeat(200)}`;
    writeFileSync(machine.userFile, text);
    const script = `
      process.on("SIGXFSZ", () => {});
      const { saveRules } = await import(${JSON.stringify(join(DIST, "save-rule.js"))});
      const places = ${JSON.stringify(machine.places)};
      process.stdout.write(JSON.stringify(await saveRules({ layer: "user", input: { places } }, ["make **"], new Date())));`;
    const limited = 'ulimit -f 1; exec "$@"';
    const ran = spawnSync(
      "bash",
      ["-c", limited, "-", process.execPath, "--input-type=module", "-e", script],
      {
        encoding: "utf8",
      },
    );
    expect(JSON.parse(ran.stdout)).toMatchObject({ kind: "failed", reason: "cannot be written (EFBIG)" });
    expect(readFileSync(machine.userFile, "utf8")).toBe(text);
    expect(readdirSync(dirname(machine.userFile))).toEqual(["policy.yaml"]);
  });

  test("not found: other people's rules cannot be removed by this", async () => {
    const { target } = userTarget("version: 1\nrules:\n  - {id: own, match: x, ruling: deny, because: x}\n");
    expect(await removeRules(target, "own")).toMatchObject({ kind: "not-found" });
    const none = userTarget();
    expect(await removeRules(none.target, "approved-00000000")).toMatchObject({ kind: "not-found" });
    expect(existsSync(dirname(none.machine.userFile))).toBe(false);
  });
});

describe("the project's file", () => {
  test("a new one is trusted, and so is a trusted one with another rule", async () => {
    const { machine, target } = projectTarget();
    await savedIds(target, "make **");
    const [id = ""] = await savedIds(target, "cargo build **");
    const loaded = layersOf(await loadPolicy(target.input));
    expect(loaded.projectFile.kind).toBe("trusted");
    expect(loaded.project).toHaveLength(2);
    await removeRules(target, id);
    expect(layersOf(await loadPolicy(target.input))).toMatchObject({ projectFile: { kind: "trusted" } });
    expect(readdirSync(dirname(machine.projectFile))).toEqual(["policy.yaml"]);
  });

  test("one that nobody trusts is not written to, and not trusted for a removal", async () => {
    const own = "  - {id: approved-00000000, match: x, ruling: allow, because: planted}";
    const { machine, target } = projectTarget(`version: 1\ncommands: [evil]\nrules:\n${own}\n`);
    expect(await save(target, "make **")).toMatchObject({ kind: "untrusted" });
    expect(await removeRules(target, "approved-00000000")).toMatchObject({ kind: "removed" });
    expect(readFileSync(machine.projectFile, "utf8")).toBe("version: 1\ncommands: [evil]\nrules:\n");
    expect(layersOf(await loadPolicy(target.input)).projectFile.kind).toBe("untrusted");
  });

  test("one that cannot be put in its place is not trusted beforehand", async () => {
    const { machine, target } = projectTarget();
    // While the draft is looked at, something else takes the name.
    const needsConfirm = (): boolean => {
      mkdirSync(machine.projectFile, { recursive: true });
      return false;
    };
    const input = { ...target.input, confirm: { names: [], needsConfirm } };
    expect(await save({ ...target, input }, "make **")).toMatchObject({ kind: "failed" });
    expect(existsSync(trustRecordOf(machine.places.trustDir, machine.projectFile))).toBe(false);
  });

  test("what it allows already counts towards its 50, and nothing is written beyond", async () => {
    const commands = Array.from({ length: 48 }, (_, at) => `tool${at}`).join(", ");
    const { machine, target } = projectTarget(`version: 1\ncommands: [${commands}]\n`);
    trustAsItIs(machine);
    await savedIds(target, "make **", "just **");
    const text = readFileSync(machine.projectFile, "utf8");
    expect(await save(target, "cargo build **")).toMatchObject({
      kind: "refused",
      problems: [{ problem: "the file allows 51 commands, 50 at most are accepted" }],
    });
    expect(readFileSync(machine.projectFile, "utf8")).toBe(text);
    expect(layersOf(await loadPolicy(target.input)).projectFile.kind).toBe("trusted");
  });

  test("50 answers and no more", async () => {
    const { target } = projectTarget();
    for (let at = 0; at < 50; at++) await savedIds(target, `tool${at} **`);
    expect(await save(target, "more **")).toMatchObject({ kind: "full", limit: 50 });
    expect(layersOf(await loadPolicy(target.input)).project).toHaveLength(50);
  });

  test("one that somebody changed since it was trusted is untrusted, and left as it is", async () => {
    const { machine, target } = projectTarget();
    await savedIds(target, "make **");
    const changed = `${readFileSync(machine.projectFile, "utf8")}commands: [evil]\n`;
    writeFileSync(machine.projectFile, changed);
    expect(await save(target, "cargo build **")).toMatchObject({
      kind: "untrusted",
      file: machine.projectFile,
    });
    expect(readFileSync(machine.projectFile, "utf8")).toBe(changed);
    expect(layersOf(await loadPolicy(target.input)).projectFile.kind).toBe("untrusted");
  });

  test("a folder that is a link is not written through", async () => {
    const { machine, target } = projectTarget();
    const elsewhere = join(machine.places.home, "elsewhere");
    mkdirSync(elsewhere, { recursive: true });
    symlinkSync(elsewhere, dirname(machine.projectFile));
    expect(await save(target, "make **")).toMatchObject({ kind: "refused" });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("its own limits hold", async () => {
    const { machine, target } = projectTarget("version: 1\n", {
      org: "version: 1\nblocked_commands: [helm]\n",
    });
    trustAsItIs(machine);
    expect(await save(target, "helm lint")).toMatchObject({ kind: "refused" });
    expect(readFileSync(machine.projectFile, "utf8")).toBe("version: 1\n");
    expect(layersOf(await loadPolicy(target.input)).projectFile.kind).toBe("trusted");
  });
});

test("rules are tried without being written; what runs any code is refused", async () => {
  const { target, machine } = userTarget("version: 1\ncommands: [make]\n");
  const layers = layersOf(await loadPolicy(target.input));
  const tried = layersWith(layers, ["git commit **"], "user", machine.places);
  expect(tried).toMatchObject({ kind: "layers", layers: { user: { length: 2 } } });
  for (const match of ["bash **", "* x", { program: "python3" }])
    expect(layersWith(layers, [match], "user", machine.places)).toMatchObject({ kind: "refused" });
});
