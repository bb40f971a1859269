/** Does a process see the files that we see? Real processes in real namespaces; nothing is asked of the files themselves. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSnapshots } from "../../src/daemon/agent-snapshots.ts";
import { isSameForUs } from "../../src/daemon/loaded-program.ts";
import { viewOf } from "../../src/daemon/same-view.ts";
import type { CheckResult } from "../../src/decide/result.ts";

const ENTER = ["--user", "--map-root-user", "--mount"];
const canEnter = spawnSync("unshare", [...ENTER, "mount", "--bind", "/tmp", "/tmp"]).status === 0;
if (!canEnter) process.stderr.write("skipped: views of files: no namespaces for users here\n");

let root: string;
let children: ChildProcess[];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "guard-view-")));
  children = [];
  for (const name of ["good", "evil"]) {
    mkdirSync(at(name));
    writeFileSync(at(`${name}/file`), `${name}\n`);
  }
});
afterEach(async () => {
  for (const child of children) if (child.kill("SIGKILL")) await once(child, "exit");
  rmSync(root, { recursive: true, force: true });
});
const at = (name: string) => join(root, name);

/** Says one line when it is where it wants to be, then waits. The line, or its own number. */
async function start(argv: readonly string[], cwd = root): Promise<number> {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [
    string,
  ];
  return Number(/^\d+$/.exec(line)?.[0] ?? child.pid);
}

/** After these lines of a shell, in namespaces of its own. */
const after = (lines: string, cwd?: string) =>
  start(["unshare", ...ENTER, "sh", "-ec", `cd "$PWD"; ${lines}\necho there; read -r _`], cwd);

test("our own child sees all of them", async () => {
  const view = viewOf(await start(["sh", "-c", "echo there; read -r _"]));
  expect([view.isOurs, view.hasOurSystem, view.isSame(at("good/file")), view.isSame(at("none"))]).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("one that is gone sees none", async () => {
  const child = spawn("true");
  await once(child, "exit");
  const view = viewOf(child.pid ?? 0);
  expect([view.isOurs, view.hasOurSystem, view.isSame(at("good/file"))]).toEqual([false, false, false]);
});

describe.skipIf(!canEnter)("in namespaces of its own", () => {
  test("nothing is mounted: all are the same, also those that are not there", async () => {
    const view = viewOf(await after(":"));
    expect([view.isOurs, view.hasOurSystem]).toEqual([false, true]);
    expect(["good/file", "none", "none/at/all"].map((name) => view.isSame(at(name)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  const mounted: readonly [lines: string, file: string, isSame: boolean][] = [
    ["mount --bind good good", "good/file", true],
    ["mount --bind evil good", "good/file", false],
    ["mount --bind evil good", "evil/file", true],
    ["mount --bind evil/file good/file", "good/file", false],
    ["mount --bind evil/file good/file; mount --bind evil good", "good/file", false],
    ["mount -t tmpfs none good", "good/file", false],
    ["mount -t tmpfs none good", "good/none", false],
    [
      "mkdir kept; mount --bind good kept; mount -t tmpfs none good; mount --bind kept good",
      "good/file",
      true,
    ],
    ["cp evil/file x; mount --bind x good/file; rm x", "good/file", false],
    ["mount --bind evil good; umount good", "good/file", true],
  ];
  test.for(mounted)("%s: %s is the same: %s", async ([lines, file, isSame]) => {
    const pid = await after(lines);
    expect([
      viewOf(pid).isSame(at(file)),
      file.endsWith("none") || isSameForUs(at(file), String(pid)),
    ]).toEqual([isSame, file.endsWith("none") || isSame]);
  });

  test("a link is followed as the process follows it", async () => {
    symlinkSync(at("good/file"), at("absolute"));
    symlinkSync("good", at("relative"));
    const view = viewOf(await after("mount --bind evil good"));
    expect([view.isSame(at("absolute")), view.isSame(at("relative/file"))]).toEqual([false, false]);
  });

  const system: readonly [lines: string, isOurs: boolean][] = [
    ["mount --bind good/file /etc/profile", false],
    ["mount -t tmpfs none /usr/lib", false],
    ["mount --bind /usr /usr; mount --bind /etc /etc", true],
    ["mount --bind good/file /etc/hosts", true],
    ["mount -t tmpfs none /var/lib", true],
  ];
  test.for(system)("%s: the system is ours: %s", async ([lines, isOurs]) => {
    expect(viewOf(await after(lines)).hasOurSystem).toBe(isOurs);
  });

  test("with another root nothing is the same", async () => {
    const pid = await start([
      "unshare",
      "--user",
      "--map-root-user",
      "chroot",
      "/",
      "sh",
      "-c",
      "echo; read -r _",
    ]);
    expect(viewOf(pid).isOurs).toBe(true);
    const lines = "mkdir r; mount --rbind / r; exec chroot r sh -c 'echo there; read -r _'";
    expect(viewOf(await after(lines)).isSame(at("good/file"))).toBe(false);
  });

  test("an agent's snapshot that is another file there is a problem", async () => {
    mkdirSync(at(".codex/shell_snapshots"), { recursive: true });
    const file = at(".codex/shell_snapshots/one.sh");
    writeFileSync(file, "A=1\n");
    const snapshots = createSnapshots();
    const problem = (pid: number) =>
      snapshots.findProblem(`. "${file}"`, { commands: [] } as unknown as CheckResult, {
        pid,
        startTicks: 0,
      });
    expect(problem(await after(":"))).toBeUndefined();
    expect(problem(await after(`mount --bind evil/file ${file}`))).toContain("another file");
  });

  test("what a process has as stdin is what we find under its name, or it is another file", async () => {
    const file = at("good/file");
    const same = (pid: number) => [readlinkSync(`/proc/${pid}/fd/0`), viewOf(pid).isSameStdin(file)];
    const ours = await start(["sh", "-c", `exec < ${file}; echo there; exec sleep 1000`]);
    const its = await after(`exec < ${file}; echo there; exec sleep 1000`);
    const bound = await after(`mount --bind evil good; exec < ${file}; echo there; exec sleep 1000`);
    expect([ours, its, bound].map(same)).toEqual([
      [file, true],
      [file, true],
      [file, false],
    ]);
    // In our own view, by the other one's way to it.
    const borrowed = await start([
      "sh",
      "-c",
      `exec < /proc/${bound}/root${file}; echo there; exec sleep 1000`,
    ]);
    expect([viewOf(borrowed).isOurs, ...same(borrowed)]).toEqual([true, file, false]);
  });

  // Its server never answers, and ends after ten seconds: whoever asks that file system for anything waits for that.
  const SERVES = `
import ctypes, os, signal, sys
signal.alarm(10)
fd = os.open("/dev/fuse", os.O_RDWR)
libc = ctypes.CDLL(None, use_errno=True)
options = f"fd={fd},rootmode=40000,user_id=0,group_id=0".encode()
if libc.mount(b"x", sys.argv[1].encode(), b"fuse", 0, options) != 0: sys.exit(os.strerror(ctypes.get_errno()))
print("there", flush=True)
sys.stdin.readline()
`;
  test("a file system that a process serves is not asked", async ({ skip }) => {
    if (process.getuid?.() !== 0 || !existsSync("/dev/fuse") || !existsSync("/usr/bin/python3"))
      skip("it needs root, /dev/fuse and python3");
    const pid = await start(["unshare", ...ENTER, "python3", "-c", SERVES, at("good")]);
    const startedMs = performance.now();
    expect([viewOf(pid).isSame(at("good/file")), isSameForUs(at("good/file"), String(pid))]).toEqual([
      false,
      false,
    ]);
    expect(viewOf(pid).isSame(at("evil/file"))).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe.skipIf(!canEnter || !existsSync("/usr/bin/bwrap"))("in bwrap", () => {
  const sandboxes: readonly [name: string, options: readonly string[]][] = [
    ["all, read only", ["--ro-bind", "/", "/"]],
    [
      "the project, writable",
      ["--ro-bind", "/", "/", "--bind", "ROOT", "ROOT", "--ro-bind", "ROOT/evil", "ROOT/evil"],
    ],
    [
      "only what is named",
      ["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--bind", "ROOT", "ROOT"],
    ],
  ];
  test.for(sandboxes)("%s: the files are ours", async ([name, options]) => {
    const links = ["bin", "sbin", "lib", "lib64", "lib32", "opt"].flatMap((folder) =>
      name === "only what is named" && existsSync(`/${folder}`)
        ? ["--ro-bind", `/${folder}`, `/${folder}`]
        : [],
    );
    const pid = await start([
      "bwrap",
      ...options.map((word) => word.replace("ROOT", root)),
      ...links,
      ...["--dev", "/dev", "--proc", "/proc", "--unshare-user", "--chdir", root],
      ...["sh", "-c", "echo $$; read -r _"],
    ]);
    const view = viewOf(pid);
    expect([view.isOurs, view.hasOurSystem, view.isSame(at("good/file"))]).toEqual([false, true, true]);
  });
});
