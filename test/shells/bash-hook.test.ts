/** Non-interactive bash with the real hook and the real client: what is asked, and what a deny stops. */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AskStub, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type Ran, runProgram } from "./run-bash.ts";

const missing = whyNoClient();
if (missing) process.stderr.write(`bash hook: skipped, ${missing}\n`);

let stub: AskStub;
let cwd: string;
beforeAll(async () => {
  if (missing) return;
  stub = await startAskStub();
  cwd = realpathSync(mkdtempSync(join(tmpdir(), "guard-bash-")));
});
afterAll(async () => {
  if (missing) return;
  await stub.stop();
  rmSync(cwd, { recursive: true, force: true });
});
beforeEach(() => {
  stub.forget();
  for (const name of ["ran", "pwn"]) rmSync(join(cwd, name), { force: true });
  writeFileSync(join(cwd, "kept"), "kept\n");
  writeFileSync(join(cwd, "good.sh"), 'echo "good $0 $*"\n');
  writeFileSync(join(cwd, "hashbang"), '#!/bin/bash\necho "hashbang $*"\n');
  chmodSync(join(cwd, "hashbang"), 0o755);
  writeFileSync(join(cwd, "DENYME.sh"), "touch ran\n");
});

const hooked = (extra: Record<string, string> = {}) => ({
  PATH: process.env["PATH"] ?? "/usr/bin:/bin",
  HOME: cwd,
  BASH_ENV: `${stub.agentFolder}/hook.bash`,
  ...extra,
});
const bash = (args: readonly string[], extra?: Record<string, string>, stdin?: string): Promise<Ran> =>
  runProgram("bash", args, { cwd, env: hooked(extra), ...(stdin === undefined ? {} : { stdin }) });

describe.skipIf(missing)("no part of a denied line runs", () => {
  test.for([
    "touch ran; echo DENYME",
    "touch ran && DENYME",
    "echo DENYME > kept",
    "{ echo DENYME; } > kept",
    "( echo DENYME ) > kept",
    "while true; do echo DENYME; break; done > kept",
    "until false; do DENYME; done",
    "for i in 1 2; do touch ran; DENYME; done",
    "if touch ran; then DENYME; fi",
    "case DENYME in *) touch ran ;; esac",
    "touch ran | DENYME",
    "touch ran & DENYME",
    "f() { touch ran; }; f; DENYME",
    "trap 'touch ran' EXIT; DENYME",
    "exec 3>kept; DENYME",
    "x=$(touch ran) DENYME",
    "touch ran\nDENYME",
    "cat <<E >kept\nDENYME\nE",
    "! touch ran || DENYME",
    "[[ -n $(touch ran) ]] || DENYME",
  ])("%s", async (line) => {
    const ran = await bash(["-c", line]);
    expect(ran).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toMatch(/^guard: denied: the test says no \[rule test\.deny, check [0-9a-f-]+\]\n$/);
    expect(existsSync(join(cwd, "ran"))).toBe(false);
    expect(readFileSync(join(cwd, "kept"), "utf8")).toBe("kept\n");
    expect(stub.lines()).toEqual([line]);
  });
});

describe.skipIf(missing)("a line is asked about by whatever option it comes", () => {
  test.for<readonly string[]>([
    ["-c", "echo LINE"],
    ["-lc", "echo LINE"],
    ["-l", "-c", "echo LINE"],
    ["-c", "-l", "echo LINE"],
    ["--norc", "--noprofile", "-c", "echo LINE"],
    ["-O", "extglob", "-c", "echo LINE"],
    ["-euc", "echo LINE"],
    ["-c", "echo LINE", "zero", "one"],
    ["-o", "pipefail", "-c", "echo LINE"],
  ])("bash %j", async (args) => {
    expect(await bash(args)).toMatchObject({ status: 0, stdout: "LINE\n" });
    expect(stub.lines()).toEqual(["echo LINE"]);
    const denied = args.map((word) => word.replace("LINE", "DENYME"));
    expect(await bash(denied)).toMatchObject({ status: 126, stdout: "" });
  });
  test("rbash", async () => {
    const ran = await runProgram("bash", ["-r", "-c", "cd /; echo LINE"], { cwd, env: hooked() });
    expect(ran).toMatchObject({ status: 0, stdout: "LINE\n" });
    expect(ran.stderr).toContain("restricted");
  });
  test("a script inside a script", async () => {
    expect(await bash(["-c", "bash good.sh a; ./hashbang b"])).toMatchObject({
      stdout: "good good.sh a\nhashbang b\n",
    });
    const kinds = stub.asked.map((fields) => [fields.get("kind")?.[0], ...(fields.get("arg") ?? [])]);
    expect(kinds).toEqual([["line"], ["script", "good.sh", "a"], ["script", "./hashbang", "b"]]);
  });
  test("bash -n and --version run nothing and ask nothing", async () => {
    expect(await bash(["-n", "-c", "echo DENYME"])).toMatchObject({ status: 0, stdout: "" });
    expect((await bash(["--version"])).status).toBe(0);
    expect(stub.asked).toEqual([]);
  });
  test("with stderr closed", async () => {
    const sh = (line: string) =>
      runProgram("/bin/sh", ["-c", `bash -c '${line}' 2>&-`], { cwd, env: hooked() });
    expect(await sh("echo LINE")).toMatchObject({ status: 0, stdout: "LINE\n" });
    expect(await sh("echo DENYME")).toMatchObject({ status: 126, stdout: "" });
  });
});

describe.skipIf(missing)("what is no line", () => {
  test("a denied script is not read", async () => {
    expect(await bash(["DENYME.sh", "a"])).toMatchObject({ status: 126, stdout: "" });
    expect(existsSync(join(cwd, "ran"))).toBe(false);
    expect(stub.asked[0]?.get("path")).toEqual(["DENYME.sh"]);
  });
  test.for([
    { args: [], words: ["bash"] },
    { args: ["-s", "DENYME"], words: ["bash", "DENYME"] },
    { args: ["-s", "a", "b c"], words: ["bash", "a", "b c"] },
  ])("a shell that reads its stdin: bash $args", async ({ args, words }) => {
    const ran = await bash(args, {}, "touch ran\n");
    expect(stub.asked.map((fields) => [fields.get("kind")?.[0], fields.get("arg")])).toEqual([
      ["stdin", words],
    ]);
    expect(ran.status).toBe(words.includes("DENYME") ? 126 : 0);
    expect(existsSync(join(cwd, "ran"))).toBe(!words.includes("DENYME"));
  });
  test.for<{ args: readonly string[]; stdin?: string }>([
    { args: ["DENYME.sh"] },
    { args: ["good.sh", "DENYME"] },
    { args: ["-s", "DENYME"], stdin: "touch ran\n" },
    { args: ["-c", "touch ran; echo DENYME"] },
    { args: ["-lc", "touch ran; echo DENYME"] },
  ])("a line that the environment names is not taken for the shell's own: bash $args", async (row) => {
    for (const more of [{}, { BASHOPTS: "nocasematch", SHELLOPTS: "noclobber" }]) {
      const ran = await bash(row.args, { BASH_EXECUTION_STRING: "ls", ...more }, row.stdin);
      expect(ran).toMatchObject({ status: 126, stdout: "" });
      expect(existsSync(join(cwd, "ran"))).toBe(false);
    }
  });
  test("without a daemon nothing runs", async () => {
    const lost = { BASH_ENV: `${stub.agentFolder}/../native/hook.bash` };
    writeFileSync(
      join(stub.agentFolder, "../native/hook.bash"),
      readFileSync(`${stub.agentFolder}/hook.bash`),
    );
    expect(await bash(["-c", "touch ran"], lost)).toMatchObject({ status: 126 });
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });
});
