/** guard-canary by itself, under the sanitizers: each deed works where nothing stops it, and tells its errno where it cannot. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const SHIMS = resolve(import.meta.dirname, "../../shims");
const folder = mkdtempSync("/tmp/canary-");
const canary = join(folder, "guard-canary-asan");
const built = spawnSync("make", ["-s", `OUT=${folder}`, canary], { cwd: SHIMS, encoding: "utf8" });
if (built.status !== 0) process.stderr.write(`skipped: guard-canary does not build here: ${built.stderr}\n`);
const tiocsti = spawnSync("cat", ["/proc/sys/dev/tty/legacy_tiocsti"], { encoding: "utf8" }).stdout.trim();

const held = new Map<string, string>();
let holder: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  if (built.status !== 0) return;
  holder = spawn(canary, ["hold", folder], { stdio: ["pipe", "pipe", "inherit"] });
  if (!holder.stdout) throw new Error("no stdout");
  for await (const row of createInterface({ input: holder.stdout })) {
    if (row === "ready") break;
    const [what = "", value = ""] = row.split(/ (.*)/);
    held.set(what, value);
  }
});
afterAll(() => {
  holder?.stdin?.end();
  rmSync(folder, { recursive: true });
});

const { EACCES, ECONNREFUSED, EINVAL, EIO, ENAMETOOLONG, ENOENT, ENOSYS, ESRCH } = constants.errno;
const filled = (text: string) => text.replace(/\{(\w+)\}/, (_, name: string) => held.get(name) ?? "");

describe.skipIf(built.status !== 0)("guard-canary try", () => {
  test.for([
    ["connect {socket}", 0],
    ["connect /nowhere/x.sock", ENOENT],
    [`connect ${canary}`, ECONNREFUSED],
    [`connect /${"x".repeat(200)}`, ENAMETOOLONG],
    ["abstract {abstract}", 0],
    ["abstract guard-doctor-nobody", ECONNREFUSED],
    ["terminal {terminal}", 0],
    ["terminal /dev/pts/none", ENOENT],
    ["type", tiocsti === "0" ? EIO : 0],
    ["kill {pid}", 0],
    ["kill 999999999", ESRCH],
    ["kill -1", EINVAL],
    ["kill 0", EINVAL],
    ["memory {pid}", 0],
    ["ptrace {pid}", 0],
    ["ptrace 999999999", ESRCH],
    ["dance {pid}", ENOSYS],
    ["", ENOSYS],
  ] as const)("%s tells %i", ([task, errno]) => {
    const ran = spawnSync(canary, ["try"], { input: `a.0 ${filled(task)}\n`, encoding: "utf8" });
    expect(ran.stderr).toBe("");
    // A plain user may be forbidden by Yama to look at what is not his child.
    const expected =
      /^(?:memory|ptrace) \{/.test(task) && process.getuid?.() !== 0 ? [errno, EACCES, 1] : [errno];
    expect(expected.map((one) => `ready\n{"id":"a.0","errno":${one}}\n`)).toContain(ran.stdout);
  });

  test("a mark is made, and nothing is said", () => {
    const ran = spawnSync(canary, ["mark", join(folder, "mark")], { encoding: "utf8" });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
    expect(existsSync(join(folder, "mark"))).toBe(true);
  });

  test("it is no program for people", () => {
    expect(spawnSync(canary, ["help"], { encoding: "utf8" })).toMatchObject({ status: 2, stdout: "" });
  });
});
