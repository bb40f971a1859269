/** The code that the gate puts into waiting and denied programs, run by this processor, and by arm64 where an emulator is here. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const SHIMS = resolve(import.meta.dirname, "../../shims");
const folder = mkdtempSync(join(tmpdir(), "guard-code-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const processors: readonly { name: string; compiler: string; runner: readonly string[] }[] = [
  { name: process.arch, compiler: "cc", runner: [] },
  { name: "arm64 (emulated)", compiler: "aarch64-linux-gnu-gcc", runner: ["qemu-aarch64-static"] },
];

describe.each(processors)("$name", ({ name, compiler, runner }) => {
  const missing = [compiler, ...runner].find((program) => !has(program));
  if (missing !== undefined)
    process.stderr.write(`skipped: the gate's code on ${name}: no ${missing} here\n`);
  const program = join(folder, compiler);

  const build = () => {
    const sources = [join(import.meta.dirname, "run-code.c"), join(SHIMS, "gate-processor.c")];
    const options = ["-static", "-O1", "-D_GNU_SOURCE=", `-I${SHIMS}`, ...sources, "-o", program];
    const built = spawnSync(compiler, options, { encoding: "utf8" });
    expect(built.status, built.stderr).toBe(0);
    const [file = program, ...args] = [...runner, program];
    return { file, args };
  };

  test.skipIf(missing !== undefined)("a denied program says so on its stderr and exits 126", () => {
    const { file, args } = build();
    const ran = spawnSync(file, [...args, "ending"], { encoding: "utf8" });
    expect(ran).toMatchObject({
      status: 126,
      stdout: "",
      stderr: "guard: denied: as the gate would say it\n",
    });
  });

  test.skipIf(missing !== undefined)("a waiting program waits, and dies of its signals", async () => {
    const { file, args } = build();
    const child = spawn(file, [...args, "waiting"], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = new Promise((done) => child.on("exit", (_, signal) => done(signal)));
    await new Promise((done) => child.stdout.once("data", done));
    child.kill("SIGTERM");
    expect(await ended).toBe("SIGTERM");
  });
});
