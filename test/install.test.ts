/** install.sh on a copy of this checkout: works without root, twice, and leaves again. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findOwnCommand } from "../src/confine/own-command.ts";
import { MACHINE_HAS_ORG_POLICY } from "./helpers/org-policy.ts";

const ROOT = join(import.meta.dirname, "..");
const COPIED = [
  "bin",
  "policy",
  "shims",
  "src",
  "rolldown.config.mjs",
  "install.sh",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "install-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(root, "guard", name), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true }));

function run(
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
): { status: number | null; text: string } {
  const [program = "", ...args] = command;
  const ran = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], GUARD_BIN_DIR: join(root, "bin"), ...env },
  });
  return { status: ran.status, text: `${ran.stdout}${ran.stderr}` };
}

const install = (...args: string[]) => run([join(root, "guard/install.sh"), ...args]);

describe.skipIf(MACHINE_HAS_ORG_POLICY)("install.sh", () => {
  test("builds, puts the command into its folder, and guard works; a second run changes nothing", {
    timeout: 240_000,
  }, () => {
    const first = install();
    expect(first.text).toContain("is not in your PATH");
    expect(first.status).toBe(0);
    const put = lstatSync(join(root, "bin/guard"));
    expect(put.isFile()).toBe(true);
    expect(run([join(root, "bin/guard"), "check", "--", "sudo id"]).status).toBe(11);
    expect(findOwnCommand({ path: join(root, "bin"), program: join(root, "guard") })).toMatchObject({
      kind: "file",
      path: join(root, "bin/guard"),
    });
    expect(install().status).toBe(0);
    expect(lstatSync(join(root, "bin/guard")).ino).toBe(put.ino);
    expect(install("--uninstall").text).toContain("removed");
    expect(existsSync(join(root, "bin/guard"))).toBe(false);
    expect(install("--uninstall").status).toBe(0);
  });

  /** The parts of it that take no time. */
  function without(...steps: readonly string[]): string {
    const text = readFileSync(join(ROOT, "install.sh"), "utf8");
    const file = join(mkdtempSync(join(root, 'it\'s $HOME "odd" \\ ')), "install.sh");
    writeFileSync(
      file,
      steps.reduce((part, step) => part.replace(` ${step};`, ""), text),
      { mode: 0o755 },
    );
    mkdirSync(join(file, "../bin"));
    writeFileSync(join(file, "../bin/guard"), '#!/bin/sh\necho "$0: $*"\n', { mode: 0o755 });
    return file;
  }

  test("a folder of any name is called by it, with all words", () => {
    const script = without("build");
    expect(run([script]).status).toBe(0);
    expect(run([join(root, "bin/guard"), "a b", "*"]).text).toBe(`${join(script, "../bin/guard")}: a b *\n`);
    expect(run([script, "--uninstall"]).text).toContain("removed");
  });

  test("the link of an earlier version is ours: it becomes a file, or goes", () => {
    const script = without("build");
    const link = join(root, "bin/guard");
    symlinkSync(join(script, "../bin/guard"), link);
    expect(run([script]).status).toBe(0);
    expect(lstatSync(link).isFile()).toBe(true);
    rmSync(link);
    symlinkSync(join(script, "../bin/guard"), link);
    expect(run([script, "--uninstall"]).text).toContain("removed");
    expect(existsSync(link)).toBe(false);
  });

  test("leaves a guard that is not ours alone", () => {
    mkdirSync(join(root, "bin"), { recursive: true });
    writeFileSync(join(root, "bin/guard"), "something else");
    const { status, text } = install("--uninstall");
    expect(status).toBe(1);
    expect(text).toContain("left alone");
    rmSync(join(root, "bin/guard"));
  });

  test.each([
    { name: "node is missing", node: undefined, says: "node is missing" },
    {
      name: "node is too old",
      node: '#!/bin/sh\n[ "$1" = --version ] && echo v18.0.0\nexit 1\n',
      says: "is too old",
    },
  ])("says how to go on when $name", ({ node, says }) => {
    const tools = mkdtempSync(join(root, "tools-"));
    for (const name of ["dirname", "readlink"])
      writeFileSync(join(tools, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`);
    if (node !== undefined) writeFileSync(join(tools, "node"), node);
    for (const name of ["dirname", "readlink", "node"])
      if (existsSync(join(tools, name))) chmodSync(join(tools, name), 0o755);
    const { status, text } = run(["/bin/sh", join(root, "guard/install.sh"), "--check"], { PATH: tools });
    expect(status).toBe(1);
    expect(text).toContain(says);
    expect(text).toContain("20.19");
  });

  test("what a killed session left is told before nobody is there to remove it", () => {
    const state = join(root, "state");
    mkdirSync(join(state, "guard/empty-places"), { recursive: true });
    writeFileSync(join(state, "guard/empty-places/k3v9x2ab"), "/run/x\n");
    const { text } = run([join(root, "guard/install.sh"), "--uninstall"], { XDG_STATE_HOME: state });
    expect(text).toContain(`this removes them: ${join(root, "guard/bin/guard")} run -- true`);
  });

  test("an unknown option is a mistake", () => {
    expect(install("--nope").status).toBe(2);
  });

  test("shellcheck has nothing to say", ({ skip }) => {
    const found = spawnSync("shellcheck", ["--version"]).status === 0;
    if (!found) {
      process.stdout.write("skipped: shellcheck is not installed (apt-get install shellcheck)\n");
      skip();
    }
    const { status, text } = run(["shellcheck", join(ROOT, "install.sh"), join(ROOT, ".ci/run")]);
    expect(text).toBe("");
    expect(status).toBe(0);
  });
});
