/** The plan's masks by the real guard-seat: made in the room, left to bubblewrap where the room cannot, and never left out. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSystemProgram } from "../../src/ipc/system-program.ts";
import { findSeat, SeatHost, type SeatRun } from "../launcher/seat-host.ts";
import { HAS_COMPILER } from "./clients.ts";

const bwrap = findSystemProgram("bwrap") ?? "";
const seat = HAS_COMPILER ? (findSeat() ?? "") : "";
const canConfine =
  bwrap !== "" && seat !== "" && spawnSync(seat, ["--probe-confine", bwrap, "--room"]).status === 0;
if (!canConfine)
  process.stderr.write("masks of the room are not tried: no compiler, or bubblewrap does not work\n");

const tools = mkdtempSync(join(tmpdir(), "guard-hindered-"));
const hindered = join(tools, "hindered");
if (canConfine) execFileSync("cc", [join(import.meta.dirname, "hindered.c"), "-o", hindered]);
afterAll(() => rmSync(tools, { recursive: true }));

const ENOSYS = 38;
const EPERM = 1;
const ids = [process.getuid?.() ?? 0, process.getgid?.() ?? 0].map(String);
const WHO =
  ids[0] === "0"
    ? ["--cap-drop", "CAP_SYS_ADMIN"]
    : ["--unshare-user", "--uid", ids[0] ?? "", "--gid", ids[1] ?? ""];

describe.skipIf(!canConfine)("the plan's masks", () => {
  let host: SeatHost;
  let folder: string;
  beforeEach(async () => {
    host = await new SeatHost().listen();
    folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-masks-")));
    for (const name of ["secret", "mask", "stand-in/kept", "start-up"]) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), `${name}\n`);
    }
  });
  afterEach(() => {
    host.close();
    rmSync(folder, { recursive: true });
  });

  const words = (text: string) => text.replaceAll("~", folder).split(" ");

  function start(mounts: string, line: string, how?: string): SeatRun {
    const files = { args: [...WHO, "--dev-bind", "/", "/"], mounts: words(mounts) };
    for (const [name, list] of Object.entries(files))
      writeFileSync(join(host.folder, name), list.map((word) => `${word}\0`).join(""));
    const [args, masks] = [join(host.folder, "args"), join(host.folder, "mounts")];
    const confine = [
      "--confine",
      args,
      "--mounts",
      masks,
      "--bwrap",
      bwrap,
      "--room",
      "yes",
      "--device",
      "null",
    ];
    const hinder = how === undefined ? [] : [how, seat];
    const seatOptions = [...hinder, ...confine];
    return host.spawn(how === undefined ? seat : hindered, "/bin/sh", ["sh", "-c", line], { seatOptions });
  }

  const MASKS =
    "--ro-bind ~/mask ~/secret --ro-bind-try ~/start-up ~/start-up --ro-bind-try ~/none ~/none --perms 0700 --tmpfs ~/stand-in " +
    "--symlink ~/mask ~/stand-in/note --ro-bind-try ~/stand-in/kept ~/stand-in/deep/kept --remount-ro ~/stand-in";
  const LOOK =
    "cd FOLDER && cat secret stand-in/note stand-in/deep/kept; ls stand-in; ls none; echo x > start-up; echo x > stand-in/new; ulimit -n";

  test.for([
    ["in the room", undefined],
    ["by bubblewrap, where the kernel has no open_tree", `open-tree=${ENOSYS}`],
    ["by bubblewrap, where move_mount is refused", `move-mount=${EPERM}`],
    ["by bubblewrap, where the kernel has no mount_setattr", `mount-setattr=${ENOSYS}`],
  ] as const)("are laid %s", async ([, how]) => {
    const run = start(MASKS, LOOK.replace("FOLDER", folder), how);
    await host.go();
    await host.hear("exited");
    host.say("end");
    await run.closed;
    const limit = execFileSync("sh", ["-c", "ulimit -n"], { encoding: "utf8" });
    expect(run.stdout).toBe(`mask\nmask\nstand-in/kept\ndeep\nnote\n${limit}`);
    expect(run.stderr.match(/Read-only file system/g)).toHaveLength(2);
    expect(run.stderr).toMatch(/none.*No such file/);
  });

  test.for<[string, string, () => void, RegExp]>([
    [
      "a place that became a link since the plan",
      "--ro-bind ~/mask ~/secret",
      () => {
        renameSync(join(folder, "secret"), join(folder, "moved"));
        symlinkSync("moved", join(folder, "secret"));
      },
      /cannot confine the agent: .*\/secret: .*symbolic link.*; start it again/i,
    ],
    [
      "what is shown in a hidden folder became a link since the plan",
      "--perms 0700 --tmpfs ~/stand-in --ro-bind-try ~/stand-in/kept ~/stand-in/kept",
      () => {
        rmSync(join(folder, "stand-in/kept"));
        symlinkSync("../secret", join(folder, "stand-in/kept"));
      },
      /cannot confine the agent: .*\/kept: .*symbolic link/i,
    ],
    [
      "what must be held is gone",
      "--ro-bind ~/start-up ~/start-up",
      () => rmSync(join(folder, "start-up")),
      /cannot confine the agent: .*\/start-up: No such file or directory; start it again/,
    ],
    [
      "a folder is where a file was",
      "--ro-bind ~/mask ~/secret",
      () => {
        rmSync(join(folder, "secret"));
        mkdirSync(join(folder, "secret"));
      },
      /cannot confine the agent: .*\/secret: /,
    ],
    [
      "a word that the room does not know",
      "--chmod 0700 ~/secret",
      () => undefined,
      /agent: --chmod: Invalid/,
    ],
    ["a plan that is cut off", "--ro-bind ~/mask", () => undefined, /agent: --ro-bind: Invalid/],
  ])("nothing starts: %s", async ([, mounts, change, told]) => {
    change();
    const run = start(mounts, "echo started");
    await run.closed;
    expect(run.stderr).toMatch(told);
    expect(run.stdout).toBe("");
    expect(host.lines).toEqual([]);
  });
});
