/** dist/native/hide.node: node processes of guard's are out of reach of others of the same user, and work as before. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { HAS_COMPILER, make } from "./clients.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** Root's own files belong to root either way. */
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
const uid = isRoot ? NOBODY : process.getuid?.();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-hide-")));
afterAll(() => rmSync(folder, { recursive: true }));

const whyNot = findWhyNot();
if (whyNot !== undefined) process.stderr.write(`hide.node: ${whyNot}, its tests are skipped\n`);

function findWhyNot(): string | undefined {
  if (process.platform !== "linux") return "not on this system";
  if (!HAS_COMPILER) return "no C compiler here";
  if (spawnSync(process.execPath, ["-e", "0"], user).status !== 0) return "node is not for other users here";
  return undefined;
}

const LOAD = `process.dlopen({ exports: {} }, ${JSON.stringify(join(folder, "hide.node"))});`;
const WAIT = 'process.stdout.write("up"); process.stdin.resume();';

describe.skipIf(whyNot !== undefined)("a node process", () => {
  if (whyNot === undefined) make([`OUT=${folder}`, join(folder, "hide.node")]);
  chmodSync(folder, 0o755);

  async function startNode(script: string) {
    const child = spawn(process.execPath, ["-e", script], { ...user, stdio: ["pipe", "pipe", "inherit"] });
    await new Promise((up) => child.stdout.once("data", up));
    return child;
  }
  const canBeWritten = (file: string) =>
    spawnSync(process.execPath, ["-e", `require("node:fs").openSync(${JSON.stringify(file)}, "r+")`], user)
      .status === 0;

  test.for(["oom_score_adj", "mem", "environ"])("its %s is root's when it is hidden", async (name) => {
    const [seen, hidden] = [await startNode(WAIT), await startNode(LOAD + WAIT)];
    const own = statSync(`/proc/${seen.pid}/${name}`).uid;
    expect([own, statSync(`/proc/${hidden.pid}/${name}`).uid]).toEqual([uid, 0]);
    expect(canBeWritten(`/proc/${hidden.pid}/${name}`)).toBe(false);
    for (const child of [seen, hidden]) child.stdin.end();
  });

  test("what it starts is seen as always, and it reads what the daemon reads of itself", () => {
    const script = `${LOAD}
      const { readFileSync, readlinkSync } = require("node:fs");
      for (const file of ["fdinfo/0", "mountinfo", "limits", "stat"]) readFileSync("/proc/self/" + file);
      for (const link of ["ns/mnt", "root", "exe", "fd/0"]) readlinkSync("/proc/self/" + link);
      require("node:child_process").execFileSync("stat", ["-c", "%u", "/proc/self/mem"], { stdio: "inherit" });`;
    const text = execFileSync(process.execPath, ["-e", script], { ...user, encoding: "utf8" });
    expect(text).toBe(`${uid}\n`);
  });
});
