/** Which bash gets guard's start-up file: a table, the same rows put to the real bash, and the shim itself on a terminal. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { buildCompiled, HAS_COMPILER, SHIMS_SOURCE } from "./clients.ts";
import { lastAsked, run, type Session, startSession } from "./session.ts";

interface Row {
  readonly args: readonly string[];
  readonly stdio: "terminal" | "pipe";
  readonly expected: "rc" | "plain";
  /** The real bash cannot be asked: it is our choice, or another file is chosen. */
  readonly ours?: true;
}

const row = (stdio: Row["stdio"], expected: Row["expected"], ...args: readonly string[]): Row => ({
  args,
  stdio,
  expected,
});
const ours = (...parts: Parameters<typeof row>): Row => ({ ...row(...parts), ours: true });

const ROWS: readonly Row[] = [
  row("terminal", "rc"),
  row("pipe", "plain"),
  row("pipe", "rc", "-i"),
  row("terminal", "rc", "-i"),
  row("pipe", "rc", "-vi"),
  row("pipe", "plain", "-i", "+i"),
  row("terminal", "plain", "-c", "exit"),
  row("terminal", "plain", "-xc", "exit"),
  row("terminal", "plain", "+c", "exit"),
  ours("terminal", "plain", "-i", "-c", "exit"),
  ours("pipe", "plain", "-ic", "exit"),
  row("terminal", "plain", "SCRIPT"),
  row("terminal", "plain", "--", "SCRIPT"),
  row("terminal", "plain", "-", "SCRIPT"),
  row("pipe", "rc", "-i", "SCRIPT"),
  row("terminal", "rc", "--"),
  row("terminal", "rc", "-"),
  row("terminal", "rc", "-s"),
  row("terminal", "rc", "-s", "a", "b"),
  row("pipe", "plain", "-s"),
  row("pipe", "rc", "-is", "a"),
  row("terminal", "plain", "-l"),
  row("terminal", "plain", "--login"),
  row("terminal", "plain", "-login"),
  row("terminal", "plain", "-il"),
  row("terminal", "plain", "--norc"),
  row("terminal", "plain", "-norc"),
  row("terminal", "plain", "--norc", "-i"),
  row("terminal", "plain", "--posix"),
  ours("terminal", "plain", "--rcfile", "/dev/null"),
  ours("terminal", "plain", "--init-file", "/dev/null"),
  ours("terminal", "plain", "--rcfile"),
  row("terminal", "rc", "--noprofile"),
  row("terminal", "rc", "--noediting", "--verbose"),
  row("terminal", "rc", "-o", "vi"),
  row("terminal", "rc", "-o", "vi", "-O", "extglob"),
  row("terminal", "rc", "-oO", "vi", "extglob"),
  row("terminal", "plain", "-o", "vi", "SCRIPT"),
  row("terminal", "plain", "-O", "extglob", "-c", "exit"),
  row("terminal", "rc", "+O", "extglob", "+x"),
  row("terminal", "plain", "-x", "SCRIPT", "-i"),
  ours("terminal", "plain", "SCRIPT", "--rcfile"),
];

const nameOf = ({ stdio, args }: Row) => `bash ${args.join(" ")} (${stdio})`;
const HAS_SCRIPT = existsSync("/usr/bin/script");
const HAS_BASH = existsSync("/bin/bash");
if (!(HAS_SCRIPT && HAS_BASH)) process.stdout.write("test/native: rows on a terminal need script and bash\n");

const root = mkdtempSync(join(tmpdir(), "guard-bash-"));
const clients = buildCompiled();
afterAll(() => {
  rmSync(root, { recursive: true });
});
const scriptFile = join(root, "script.sh");
writeFileSync(scriptFile, "exit\n");
const realArgs = ({ args }: Row) => args.map((word) => word.replace("SCRIPT", scriptFile));

describe.skipIf(!HAS_COMPILER)("the table", () => {
  const table = join(root, "table");
  if (HAS_COMPILER) {
    const sources = [join(import.meta.dirname, "bash-options-table.c"), join(SHIMS_SOURCE, "bash-options.c")];
    const flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", `-I${SHIMS_SOURCE}`];
    const built = spawnSync("cc", [...flags, ...sources, "-o", table], { encoding: "utf8" });
    if (built.status !== 0) throw new Error(built.stderr);
  }
  const answer = (stdio: string, argv: readonly string[]) =>
    spawnSync(table, [stdio, ...argv], { encoding: "utf8" }).stdout.trim();

  test.for(ROWS.map((each) => [nameOf(each), each] as const))("%s", ([, each]) => {
    expect(answer(each.stdio, ["bash", ...each.args])).toBe(each.expected);
  });
  test("a dash in argv[0] makes it a login shell", () => {
    expect(answer("terminal", ["-bash"])).toBe("plain");
  });
  test("without argv[0] nothing is added", () => {
    expect(answer("terminal", [])).toBe("plain");
  });
});

/** On a terminal of its own; `exit` is typed, for shells that go on. */
async function onTerminal(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const surroundings = { env: { SHELL: "/bin/sh", TERM: "dumb", ...env }, typed: "exit\n" };
  return (await run(["/usr/bin/script", "-qec", quoted, "/dev/null"], surroundings)).stdout;
}

describe.skipIf(!(HAS_SCRIPT && HAS_BASH))("the real bash reads its start-up file in the same rows", () => {
  const rcFile = join(root, "rc.bash");
  writeFileSync(rcFile, "echo start-up file was read\nexit\n");
  const real = ROWS.filter((each) => each.ours === undefined);
  test.for(real.map((each) => [nameOf(each), each] as const))("%s", async ([, each]) => {
    const command = ["/bin/bash", "--rcfile", rcFile, ...realArgs(each)];
    const env = { HOME: root, PATH: "/usr/bin:/bin" };
    const output =
      each.stdio === "terminal"
        ? await onTerminal(command, env)
        : spawnSync(command[0] ?? "", command.slice(1), { env, input: "exit\n", encoding: "utf8" }).stdout;
    expect(output.includes("start-up file was read") ? "rc" : "plain").toBe(each.expected);
  });
});

describe.skipIf(!(HAS_SCRIPT && HAS_BASH)).each(clients.compiled)("the shim of bash: $name", (client) => {
  const PATH = "/usr/bin:/bin";
  const addRcFile = (session: Session) =>
    session.addProgram("agent", "rc.bash", "echo guard is here\nexit\n");

  test("adds guard's file when it is interactive, and asks about what was typed", async () => {
    const session = await startSession(client);
    addRcFile(session);
    const ran = await run([session.shim("bash"), "-i", "-v"], { env: { PATH }, argv0: "bash" });
    expect(ran.stdout).toBe("guard is here\n");
    expect(lastAsked(session).filter((field) => field.startsWith("arg="))).toEqual([
      "arg=bash",
      "arg=-i",
      "arg=-v",
    ]);
    await session.end();
  });

  test("adds nothing to a script or a line", async () => {
    const session = await startSession(client);
    addRcFile(session);
    const line = ["-c", 'tr "\\0" " " < /proc/$$/cmdline', "x"];
    const ran = await run([session.shim("bash"), ...line], { env: { PATH }, argv0: "bash" });
    expect(ran.stdout).toBe(`bash ${line.join(" ")} `);
    await session.end();
  });

  test("adds guard's file on a terminal", async () => {
    const session = await startSession(client);
    addRcFile(session);
    expect(await onTerminal([session.shim("bash")], { PATH })).toContain("guard is here");
    await session.end();
  });
});
