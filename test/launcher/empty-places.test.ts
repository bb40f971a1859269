/** Start-up places that were not there: held as guard makes them while a session runs, gone when the last one has ended. */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findBwrap } from "../../src/launcher/find-confinement.ts";
import { hasGate } from "../helpers/gate.ts";
import { isBuilt, Machine, type Run } from "./guard-run.ts";
import { waitUntil } from "./wait-until.ts";

const whyNot = [
  ...(isBuilt ? [] : ["guard is not built (npm run build)"]),
  ...(findBwrap() === undefined ? ["bubblewrap is not installed"] : []),
];
if (whyNot.length > 0) process.stderr.write(`empty places are not tried: ${whyNot.join(", ")}\n`);

let machine: Machine;
let home: string;
beforeEach(() => {
  machine = new Machine();
  home = join(machine.folder, "home");
  delete machine.env["XDG_CONFIG_HOME"];
  delete machine.env["XDG_DATA_HOME"];
});
afterEach(() => machine.dispose());

const OPTIONS = ["--confine", "on", "--console", "none", "--"];
const confined = (...agent: readonly string[]) => machine.run([...OPTIONS, ...agent]);

/** Runs until its stdin ends. */
async function lasting(): Promise<Run> {
  const run = machine.run([...OPTIONS, "/bin/cat"], { stdio: ["pipe", "pipe", "pipe"] });
  run.child.stdin?.write("inside");
  await run.shows("inside");
  return run;
}
const end = (run: Run) => run.child.stdin?.end();
const done = async (run: Run) => expect(await run.closed, run.stderr).toEqual({ code: 0, signal: null });

const MADE = [".bashrc", ".profile", ".bash_profile", ".bash_login", ".pam_environment", ".ssh/known_hosts"];
const FOLDERS = [".config/autostart", ".config/systemd", ".local/share/systemd", ".ssh"];
const there = (names: readonly string[]) => names.filter((name) => existsSync(join(home, name)));

describe.skipIf(whyNot.length > 0)("a home in which nothing is", () => {
  test("they are there while the session runs, and nothing of them afterwards", async () => {
    const run = await lasting();
    expect(there([...MADE, ...FOLDERS])).toEqual([...MADE, ...FOLDERS]);
    end(run);
    await done(run);
    expect(run.stderr).not.toContain("changed while the agent ran");
    // guard's own rules and records stay.
    expect(readdirSync(home).sort()).toEqual([".config", "state"]);
    expect(readdirSync(join(home, ".config"))).toEqual(["guard"]);
  });

  test("of two sessions at once the last one removes them", async () => {
    const [one, other] = await Promise.all([lasting(), lasting()]);
    end(one);
    await done(one);
    expect(there(MADE)).toEqual(MADE);
    end(other);
    await done(other);
    expect(there([...MADE, ...FOLDERS])).toEqual([]);
  });

  test("what a killed guard run left is removed by the next session", async () => {
    const run = await lasting();
    run.child.kill("SIGKILL");
    await waitUntil("its processes to be gone", () => machine.isQuiet);
    expect(there(MADE)).toEqual(MADE);
    await done(confined("/bin/true"));
    expect(there([...MADE, ...FOLDERS])).toEqual([]);
  });

  test("what somebody has put something into meanwhile stays, the folders above it too", async () => {
    const run = await lasting();
    writeFileSync(join(home, ".bashrc"), "# mine\n");
    appendFileSync(join(home, ".bash_profile"), "# mine\n");
    writeFileSync(join(home, ".config/autostart/mine.desktop"), "");
    end(run);
    await done(run);
    expect(there([...MADE, ...FOLDERS])).toEqual([".bashrc", ".bash_profile", ".config/autostart"]);
    expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("# mine\n");
    expect(readFileSync(join(home, ".bash_profile"), "utf8")).toMatch(/^# Made by guard [\s\S]*# mine\n$/);
  });

  test("a login bash of the user's, and one of the agent's, reads ~/.profile meanwhile, unasked", async () => {
    writeFileSync(join(home, ".profile"), "echo mine\nmkdir -p ~/.from-profile\n");
    const run = await lasting();
    const login = spawnSync("bash", ["-lc", ":"], { env: { HOME: home, PATH: "/usr/bin:/bin" } });
    expect(`${login.stdout}${login.stderr}`).toBe("mine\n");
    end(run);
    await done(run);
    rmdirSync(join(home, ".from-profile"));
    const agent = 'require("child_process").spawnSync("bash", ["-lc", "pwd"], { stdio: "inherit" })';
    const args = [...OPTIONS, process.execPath, "-e", agent];
    const inside = hasGate ? machine.runGated(args) : machine.run(args);
    await done(inside);
    expect(inside.stdout, inside.stderr).toBe(`mine\n${machine.work}\n`);
    expect(inside.stderr).not.toContain("denied");
    expect(there([".from-profile"])).toEqual([".from-profile"]);
    expect(there([".profile", ".bash_profile", ".bash_login"])).toEqual([".profile"]);
  });

  test("what was there is not touched, be it empty", async () => {
    mkdirSync(join(home, ".config/systemd"), { recursive: true });
    writeFileSync(join(home, ".xprofile"), "");
    await done(confined("/bin/true"));
    expect(readdirSync(home).sort()).toEqual([".config", ".xprofile", "state"]);
    expect(readdirSync(join(home, ".config")).sort()).toEqual(["guard", "systemd"]);
  });

  test("a host's key can be noted, and stays noted", async () => {
    const agent = `const fs = require("fs"), folder = process.env.HOME + "/.ssh/";
      fs.appendFileSync(folder + "known_hosts", "h ssh-ed25519 x\\n");
      try { fs.writeFileSync(folder + "id_new", "x") } catch ({ code }) { console.log(code) }`;
    const run = confined(process.execPath, "-e", agent);
    await done(run);
    expect(run.stdout).toBe("EROFS\n");
    expect(readFileSync(join(home, ".ssh/known_hosts"), "utf8")).toBe("h ssh-ed25519 x\n");
    expect(readdirSync(join(home, ".ssh"))).toEqual(["known_hosts"]);
  });

  test("a home that is not there is not made", async () => {
    machine.env["HOME"] = join(machine.folder, "nobody");
    machine.env["XDG_CONFIG_HOME"] = join(machine.folder, "config");
    await done(confined("/bin/true"));
    expect(existsSync(join(machine.folder, "nobody"))).toBe(false);
    expect(readdirSync(join(machine.folder, "config"))).toEqual(["guard"]);
  });

  test("without confinement nothing is made", async () => {
    writeFileSync(join(machine.folder, "look.sh"), "cd; echo -n .[a-z]*\n");
    const run = machine.run([
      ...["--confine", "off", "--console", "none", "--"],
      ...["/bin/bash", join(machine.folder, "look.sh")],
    ]);
    await done(run);
    expect(run.stdout).not.toMatch(/bashrc|\.ssh/);
  });
});
