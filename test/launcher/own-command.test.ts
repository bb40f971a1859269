/** The user's own command `guard` while a session runs: found by every shell, held, and nothing before it. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBwrap } from "../../src/launcher/find-confinement.ts";
import { GUARD, isBuilt, Machine, type Run } from "./guard-run.ts";

const whyNot = [
  ...(isBuilt ? [] : ["guard is not built (npm run build)"]),
  ...(findBwrap() === undefined ? ["bubblewrap is not installed"] : []),
];
if (whyNot.length > 0) process.stderr.write(`guard's own command is not tried: ${whyNot.join(", ")}\n`);

let machine: Machine;
let home: string;
let path: string;
beforeEach(() => {
  machine = new Machine();
  home = join(machine.folder, "home");
  for (const folder of ["tools", ".local/bin"]) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, ".local/bin/guard"), `#!/bin/sh\nexec '${GUARD}' "$@"\n`, { mode: 0o755 });
  const own = ["bin", "tools", ".local/bin"].map((name) => join(home, name));
  path = [...own, join(process.execPath, ".."), "/usr/bin:/bin"].join(":");
  machine.env["PATH"] = path;
  machine.env["SHELL"] = "/bin/sh";
});
afterEach(() => machine.dispose());

const OPTIONS = ["--confine", "on", "--console", "none", "--"];
const run = (...agent: readonly string[]) => machine.run([...OPTIONS, ...agent]);
const done = async (one: Run) => expect(await one.closed, one.stderr).toEqual({ code: 0, signal: null });
const namesIn = (folder: string) => readdirSync(join(home, folder)).sort();

const WAYS: readonly (readonly string[])[] = [
  ["bash", "-c", "guard --version"],
  ["zsh", "-fc", "guard --version"],
  ["fish", "-N", "-c", "guard --version"],
  ["dash", "-c", "guard --version"],
  ["env", "guard", "--version"],
  [
    process.execPath,
    "-e",
    'require("child_process").spawnSync("guard", ["--version"], { stdio: "inherit" })',
  ],
];

describe.skipIf(whyNot.length > 0)("while a session runs", () => {
  test("every shell finds the user's guard, past the names that are taken", async () => {
    const one = machine.run([...OPTIONS, "/bin/cat"], { stdio: ["pipe", "pipe", "pipe"] });
    one.child.stdin?.write("inside");
    await one.shows("inside");
    expect([namesIn("bin"), namesIn("tools")]).toEqual([["guard"], ["guard"]]);
    const there = WAYS.filter(([shell = ""]) => spawnSync(shell, ["-c", ":"]).error === undefined);
    const told = there.map(([shell = "", ...args]) =>
      spawnSync(shell, args, { env: { PATH: path, HOME: home }, encoding: "utf8" }),
    );
    expect(told.map(({ stdout, stderr }) => `${stdout}${stderr}`)).toEqual(there.map(() => "guard 0.1.0\n"));
    one.child.stdin?.end();
    await done(one);
    expect(one.stderr).not.toContain("changed while the agent ran");
    expect([existsSync(join(home, "bin")), namesIn("tools")]).toEqual([false, []]);
  });

  test("inside it answers as before, and installers work in the folders", async () => {
    const agent = `
      const fs = require("fs"), { spawnSync } = require("child_process"), home = process.env.HOME;
      console.log(spawnSync("guard", ["check", "--", "sudo id"]).status);
      for (const folder of ["bin", "tools", ".local/bin"].map((name) => home + "/" + name)) {
        fs.writeFileSync(folder + "/new", "x"); fs.renameSync(folder + "/new", folder + "/x-tool");
        fs.symlinkSync("x-tool", folder + "/link"); fs.renameSync(folder + "/link", folder + "/x-link");
        fs.linkSync(folder + "/x-tool", folder + "/x-hard");
        const draft = fs.mkdtempSync(folder + "/draft-"); fs.writeFileSync(draft + "/y", ""); fs.renameSync(draft + "/y", folder + "/x-y"); fs.rmdirSync(draft);
        fs.writeFileSync("moved", ""); console.log(spawnSync("/bin/mv", ["moved", folder + "/x-moved"]).status);
        fs.unlinkSync(folder + "/x-hard");
        for (const bad of [() => fs.chmodSync(folder + "/guard", 0o755), () => fs.writeFileSync(folder + "/guard", "x"), () => fs.renameSync(folder + "/x-y", folder + "/guard"), () => fs.unlinkSync(folder + "/guard"), () => fs.renameSync(folder, folder + "-away")])
          try { bad(); console.log("done: " + bad) } catch {}
      }`;
    const one = machine.run([...OPTIONS, process.execPath, "-e", agent]);
    await done(one);
    expect(one.stdout).toBe("11\n0\n0\n0\n");
    const installed = ["x-link", "x-moved", "x-tool", "x-y"];
    expect(namesIn("bin")).toEqual(installed);
    expect(namesIn("tools")).toEqual(installed);
    expect(namesIn(".local/bin")).toEqual(["guard", ...installed]);
  });
});

describe.skipIf(whyNot.length > 0)("a link of an earlier version", () => {
  beforeEach(() => {
    rmSync(join(home, ".local/bin/guard"));
    symlinkSync(GUARD, join(home, ".local/bin/guard"));
  });

  test("is advised against, once", async () => {
    const advice = `guard: ${home}/.local/bin/guard is a link, which an agent could replace: run `;
    const first = run("/bin/true");
    await done(first);
    expect(first.stderr).toContain(advice);
    const second = run("/bin/true");
    await done(second);
    expect(second.stderr).not.toContain("is a link");
  });

  test("can be replaced, which is told; the names before it are taken all the same", async () => {
    const agent = `const fs = require("fs"), home = process.env.HOME;
      fs.rmSync(home + "/.local/bin/guard"); fs.symlinkSync("/bin/true", home + "/.local/bin/guard");
      try { fs.writeFileSync(home + "/bin/guard", "x") } catch ({ code }) { console.log(code) }`;
    const one = run(process.execPath, "-e", agent);
    await done(one);
    expect(one.stdout).toBe("EROFS\n");
    expect(one.stderr).toContain("changed while the agent ran: ~/.local/bin/guard (leads elsewhere)");
  });
});

test.skipIf(whyNot.length > 0)(
  "somebody else's program of that name is left alone, and nothing is taken",
  async () => {
    writeFileSync(join(home, ".local/bin/guard"), "#!/usr/bin/env ruby\n", { mode: 0o755 });
    const agent = `const fs = require("fs"); fs.writeFileSync(process.env.HOME + "/.local/bin/guard", "# newer");
    console.log(fs.existsSync(process.env.HOME + "/bin"))`;
    const one = run(process.execPath, "-e", agent);
    await done(one);
    expect(one.stdout).toBe("false\n");
    expect(readFileSync(join(home, ".local/bin/guard"), "utf8")).toBe("# newer");
  },
);
