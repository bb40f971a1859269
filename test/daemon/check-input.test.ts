/** A script is judged by the text that its shell will read, or as a file that nobody has read; never by another one. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareCheck } from "../../src/daemon/check-input.ts";
import { readUserPath } from "../../src/daemon/user-path.ts";

const PATH = readUserPath("/usr/bin", Date.now(), () => Promise.reject(new Error("nothing is judged here")));
let project: string;
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "guard-check-input-"));
  writeFileSync(join(project, "x.sh"), "echo here\n");
  symlinkSync("x.sh", join(project, "link.sh"));
  symlinkSync("/proc/self/fd", join(project, "fds"));
  symlinkSync("/proc/self/cwd/package.json", join(project, "mine.sh"));
  mkdirSync(join(project, "far/off"), { recursive: true });
  writeFileSync(join(project, "far/x.sh"), "echo far\n");
  symlinkSync("far/off", join(project, "away"));
  mkdirSync(join(project, ".pyenv/bin"), { recursive: true });
  writeFileSync(join(project, ".pyenv/bin/ls"), "echo pwned\n");
  symlinkSync("loop", join(project, "loop"));
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const script = (path: string, cwd = project) =>
  prepareCheck(
    {
      guard: "1",
      op: "check",
      id: "1",
      layer: "hook",
      kind: "script",
      shell: "bash",
      pid: String(process.pid),
      cwd,
      path,
      arg: [path],
      text: "exact",
    },
    PATH,
  );

const texts: readonly [path: string, text: string][] = [
  ["x.sh", "echo here\n"],
  ["link.sh", "echo here\n"],
  // The kernel goes where the link leads before it goes up.
  ["away/../x.sh", "echo far\n"],
  [".pyenv/bin/ls", "echo pwned\n"],
];
test.for(texts)("%s is read", async ([path, text]) => {
  expect((await script(path)).input.what).toMatchObject({ kind: "script", text });
});

const unread = [
  "/dev/stderr",
  "/dev/fd/2",
  "/proc/self/fd/2",
  "/proc/thread-self/cwd/package.json",
  // The daemon's own folder is not the asker's.
  "/proc/self/cwd/package.json",
  "/usr/../proc/self/cwd/package.json",
  "mine.sh",
  "fds/2",
  "loop",
];
test.for(unread)("%s is not", async (path) => {
  expect((await script(path)).input.what).toEqual({ kind: "argv", argv: ["bash", path] });
});

test("a way through a link that looks like the system's is not taken for it", async () => {
  const path = `${project.slice(1)}/away/${"../".repeat(project.split("/").length)}usr/bin/ls`;
  expect((await script(path, "/")).input.what).toMatchObject({ argv: ["bash", path] });
});

test("nor is a program that is found through /proc/self judged by its name", async () => {
  const { input } = await prepareCheck(
    {
      guard: "1",
      op: "check",
      id: "1",
      layer: "shim",
      kind: "argv",
      pid: String(process.pid),
      cwd: project,
      path: "/proc/self/root/usr/bin/ls",
      arg: ["ls"],
      text: "exact",
    },
    PATH,
  );
  expect(input.what).toEqual({ kind: "argv", argv: ["/proc/self/root/usr/bin/ls"] });
});
