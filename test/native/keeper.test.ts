/** The keeper by the real guard-seat: what an owner outside puts in the place of something hidden or held is so too, and nothing else is. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSystemProgram } from "../../src/ipc/system-program.ts";
import { asUser, giveTo, numberOf, USERS, type User } from "../evasion/user.ts";
import { findSeat, SeatHost, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { HAS_COMPILER } from "./clients.ts";

const bwrap = findSystemProgram("bwrap") ?? "";
const found = HAS_COMPILER ? (findSeat() ?? "") : "";
const canConfine =
  bwrap !== "" && found !== "" && spawnSync(found, ["--probe-confine", bwrap, "--room"]).status === 0;
if (!canConfine) process.stderr.write("the keeper is not tried: no compiler, or bubblewrap does not work\n");

const tools = mkdtempSync(join(tmpdir(), "guard-keeper-tools-"));
const [hindered, seat] = [join(tools, "hindered"), join(tools, "guard-seat")];
if (canConfine) {
  execFileSync("cc", [join(import.meta.dirname, "hindered.c"), "-o", hindered]);
  execFileSync("cp", [found, seat]);
  execFileSync("chmod", ["-R", "a+rx", tools]);
}
afterAll(() => rmSync(tools, { recursive: true }));

const [EPERM, EMFILE, ENOSPC, ENOSYS] = [1, 24, 28, 38];
/** In the order of the list: the keeper's words name them by number. */
const NAMES = ["until-changed", "hidden", "start-up", "folder", "deep/hidden", "stand-in"];
const number = (name: string) => NAMES.indexOf(name);

describe.skipIf(!canConfine).each(USERS)("as %s", (user: User) => {
  let host: SeatHost;
  let home: string;
  const at = (name: string) => join(home, name);

  beforeEach(async () => {
    host = await new SeatHost().listen();
    home = realpathSync(mkdtempSync(join(tmpdir(), "guard-kept-")));
    for (const name of ["mask", "mask-folder/note", ...NAMES.filter((one) => !/folder|stand-in/.test(one))])
      write(name, name.startsWith("mask") ? "mask" : "secret");
    for (const name of ["folder/key", "stand-in/key"]) write(name, "secret");
    giveTo(user, home);
    giveTo(user, host.folder);
  });
  afterEach(() => {
    host.close();
    rmSync(home, { recursive: true, force: true });
  });

  /** All that is made is the user's own, as by a login of theirs. */
  function write(name: string, text: string): void {
    const folder = join(at(name), "..");
    mkdirSync(folder, { recursive: true });
    writeFileSync(at(name), `${text}\n`);
    for (const path of [folder, at(name)]) chownSync(path, numberOf(user), numberOf(user));
  }

  function writeAnew(name: string, text = "new secret"): void {
    write(`${name}.new`, text);
    renameSync(at(`${name}.new`), at(name));
  }

  const stamp = (name: string) => {
    const { ino, ctimeNs } = statSync(at(name), { bigint: true });
    return `${ino}:${ctimeNs}`;
  };

  const keptNames = () =>
    `~/mask ~/mask-folder until-changed ${stamp("until-changed")} ~/until-changed hidden - ~/hidden read-only - ~/start-up ` +
    "hidden - ~/folder hidden - ~/deep/hidden stand-in - ~/stand-in";

  function start({ how, kept = keptNames() }: { how?: string; kept?: string } = {}): SeatRun {
    const uid = String(numberOf(user));
    const who =
      user === "root" ? ["--cap-drop", "CAP_SYS_ADMIN"] : ["--unshare-user", "--uid", uid, "--gid", uid];
    const words = (text: string) => text.replaceAll("~", home).split(" ");
    const files = {
      args: [...who, "--dev-bind", "/", "/"],
      mounts: words(
        "--ro-bind ~/mask ~/hidden --ro-bind ~/mask ~/deep/hidden --ro-bind ~/start-up ~/start-up --ro-bind ~/until-changed ~/until-changed " +
          "--ro-bind ~/mask-folder ~/folder --perms 0700 --tmpfs ~/stand-in",
      ),
      kept: words(kept),
    };
    for (const [name, list] of Object.entries(files))
      writeFileSync(join(host.folder, name), list.map((word) => `${word}\0`).join(""));
    const option = (name: string, value: string) => [`--${name}`, value];
    const confine = [
      ...option("confine", join(host.folder, "args")),
      ...option("mounts", join(host.folder, "mounts")),
      ...option("kept", join(host.folder, "kept")),
      ...option("bwrap", bwrap),
      ...option("room", "yes"),
      ...option("device", "null"),
    ];
    return host.spawn(how === undefined ? seat : hindered, "/bin/sh", ["sh", "-c", `cd ${home}; ${WAIT}`], {
      seatOptions: [...(how === undefined ? [] : [how, seat]), ...confine],
      spawn: { ...asUser(user), cwd: "/" },
    });
  }

  /** It waits until the test has made this folder; what it says then is what the agent sees. */
  const WAIT =
    'until [ -e go ]; do sleep 0.01; done; for n in until-changed hidden start-up folder/* deep/hidden stand-in/* mounted/*; do echo "$n: $(cat $n 2>&1)"; done; ' +
    "echo x >> start-up; echo x >> hidden; grep -c ' - ' /proc/self/mountinfo";

  async function begin(how?: string): Promise<{ run: SeatRun; keeper: number }> {
    const run = start(how === undefined ? {} : { how });
    await host.go();
    const keeper = Number(await host.hear("keeper"));
    return { run, keeper };
  }

  const isHeld = (name: string) => host.hear(`held ${number(name)}`);
  async function see(run: SeatRun): Promise<string> {
    mkdirSync(at("go"));
    await host.hear("exited");
    host.say("end");
    await run.closed;
    return run.stdout;
  }

  const AT_FIRST =
    "until-changed: secret\nhidden: mask\nstart-up: secret\nfolder/note: mask\ndeep/hidden: mask\nstand-in/*: cat: 'stand-in/*': No such file or directory\n";
  const shows = (name: string, text: string) =>
    AT_FIRST.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${text}`);

  test("nothing is told where nothing happens, and it ends with the seat", async () => {
    const { run, keeper } = await begin();
    expect(await see(run)).toContain(AT_FIRST);
    expect(host.lines.filter((line) => /^(?:held|shown|un)/.test(line))).toEqual([]);
    expect(host.lines.at(-1)).toBe("empty");
    expect(existsSync(`/proc/${keeper}`)).toBe(false);
  });

  test.for<[string, string, () => void, string]>([
    ["a hidden file is renamed over", "hidden", () => writeAnew("hidden"), AT_FIRST],
    [
      "a hidden file is removed, and made again",
      "hidden",
      () => {
        rmSync(at("hidden"));
        write("hidden", "new secret");
      },
      AT_FIRST,
    ],
    [
      "a hidden file comes by a hard link",
      "hidden",
      () => {
        rmSync(at("hidden"));
        write("other", "new secret");
        linkSync(at("other"), at("hidden"));
      },
      AT_FIRST,
    ],
    [
      "a read-only file is renamed over",
      "start-up",
      () => writeAnew("start-up"),
      shows("start-up", "new secret"),
    ],
    [
      "a file that may get a secret is renamed over",
      "until-changed",
      () => writeAnew("until-changed"),
      shows("until-changed", "mask"),
    ],
    [
      "a file that may get a secret is written to in place",
      "until-changed",
      () => appendFileSync(at("until-changed"), "and more\n"),
      shows("until-changed", "mask"),
    ],
    [
      "a hidden folder is removed, and made again",
      "folder",
      () => {
        rmSync(at("folder"), { recursive: true });
        write("folder/key", "new secret");
      },
      AT_FIRST,
    ],
    [
      "a folder takes the place of a hidden file",
      "hidden",
      () => {
        rmSync(at("hidden"));
        mkdirSync(at("hidden"));
        write("hidden/key", "new secret");
      },
      shows("hidden", "cat: hidden: Is a directory"),
    ],
    [
      "the folder above a hidden file is removed, and made again",
      "deep/hidden",
      () => {
        rmSync(at("deep"), { recursive: true });
        write("deep/hidden", "new secret");
      },
      AT_FIRST,
    ],
    [
      "what was hidden in part is made again",
      "stand-in",
      () => {
        rmSync(at("stand-in"), { recursive: true });
        write("stand-in/key", "new secret");
      },
      AT_FIRST.replace(/^stand-in.*$/m, "stand-in/note: mask"),
    ],
  ])("it is held again: %s", async ([, name, change, sees]) => {
    const { run } = await begin();
    change();
    await isHeld(name);
    expect(await see(run)).toContain(sees);
    expect(run.stderr.match(/Read-only file system|Is a directory/g)).toHaveLength(2);
    expect(host.lines.filter((line) => line.startsWith("held"))).toEqual([`held ${number(name)}`]);
  });

  test("what is replaced again and again is told once, and held in the end, with no mount too many", async () => {
    const { run, keeper } = await begin();
    for (let times = 0; times < 300; times++) writeAnew("hidden");
    await isHeld("hidden");
    // The other one is told when all before it was seen.
    writeAnew("start-up");
    await isHeld("start-up");
    const mounts = readFileSync(`/proc/${keeper}/mountinfo`, "utf8").split("\n");
    expect(mounts.filter((line) => line.includes(` ${at("hidden")} `))).toHaveLength(1);
    expect(await see(run)).toContain("hidden: mask");
    expect(host.lines.filter((line) => line.startsWith("held"))).toHaveLength(2);
  });

  test("more happened than the kernel kept for it: all is looked at", async () => {
    const { run, keeper } = await begin();
    const most = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
    process.kill(keeper, "SIGSTOP");
    for (let made = 0; made < most + 10; made++) {
      writeFileSync(at("noise"), "");
      rmSync(at("noise"));
    }
    writeAnew("hidden");
    process.kill(keeper, "SIGCONT");
    await isHeld("hidden");
    expect(await see(run)).toContain(AT_FIRST);
  });

  test.for([
    ["no inotify is left", `inotify=${EMFILE}`],
    ["no watch is left", `inotify-watch=${ENOSPC}`],
  ] as const)("names are looked at where %s", async ([, how]) => {
    const { run } = await begin(how);
    writeAnew("hidden");
    appendFileSync(at("until-changed"), "more\n");
    await Promise.all([isHeld("hidden"), isHeld("until-changed")]);
    expect(await see(run)).toContain(shows("until-changed", "mask"));
  });

  test("a link is told, not followed", async () => {
    const { run } = await begin();
    rmSync(at("hidden"));
    write("elsewhere", "seen by a link");
    symlinkSync("elsewhere", at("hidden"));
    await host.hear(`shown ${number("hidden")}`);
    expect(await see(run)).toContain(shows("hidden", "seen by a link"));
  });

  test("one that dies ends the tree", async () => {
    const { run, keeper } = await begin();
    process.kill(keeper, "SIGKILL");
    await host.hear("unkept");
    await host.hear("killed");
    host.hangUp();
    await run.closed;
    expect(run.stdout).toBe("");
  });

  test("kill -9 of the seat is its end", async () => {
    const { run, keeper } = await begin();
    process.kill(run.pid, "SIGKILL");
    await waitUntil("the keeper is gone", () => !existsSync(`/proc/${keeper}/status`) || isZombie(keeper));
  });

  test.for([
    ["bubblewrap makes the masks", `open-tree=${ENOSYS}`, undefined],
    ["it may not enter the room", `setns=${EPERM}`, `no-keeper ${EPERM}`],
  ] as const)("there is none where %s, and the agent runs", async ([, how, told]) => {
    const run = start({ how });
    await host.go();
    if (told !== undefined) await host.hear(told);
    expect(await see(run)).toContain(AT_FIRST);
    expect(host.lines.some((line) => line.startsWith("keeper"))).toBe(false);
  });

  test.for([
    ["names no file", "~/mask"],
    ["is cut off", "~/mask ~/mask-folder hidden -"],
    ["has another word", "~/mask ~/mask-folder shown - ~/hidden"],
    ["has a name without a folder", "~/mask ~/mask-folder hidden - hidden"],
  ] as const)("nothing starts where the list %s", async ([, kept]) => {
    const run = start({ kept });
    await run.closed;
    expect(run.stderr).toMatch(/guard-seat: cannot keep .*: Invalid argument/);
    expect([run.stdout, host.lines]).toEqual(["", []]);
  });

  test("it holds nothing of the seat's but its line, and has a session of its own", async () => {
    const { run, keeper } = await begin();
    const open = readdirSync(`/proc/${keeper}/fd`);
    // stdio, the line, what masks are copied from, what it watches with.
    expect(open.length).toBe(7);
    const [, , , , group, session] = readFileSync(`/proc/${keeper}/stat`, "utf8").split(" ");
    expect([group, session]).toEqual([String(keeper), String(keeper)]);
    await see(run);
  });

  test.skipIf(user !== "root" || process.getuid?.() !== 0)(
    "what is mounted outside later comes in where the machine shares its mounts, as without it, and below what hides",
    async () => {
      const { run } = await begin();
      write("other", "other secret");
      mkdirSync(at("mounted"));
      execFileSync("mount", ["--bind", at("mask-folder"), at("mounted")]);
      execFileSync("mount", ["--bind", at("other"), at("hidden")]);
      try {
        const sees = await see(run);
        expect(sees).toContain(AT_FIRST);
        const around = execFileSync("findmnt", ["-no", "PROPAGATION", "-T", home], { encoding: "utf8" });
        expect(sees.includes("mounted/note: mask")).toBe(around.includes("shared"));
      } finally {
        execFileSync("umount", [at("mounted"), at("hidden")]);
      }
    },
  );

  test("nothing that it mounts comes out of the room", async () => {
    const { run } = await begin();
    writeAnew("hidden");
    await isHeld("hidden");
    expect(readFileSync("/proc/self/mountinfo", "utf8")).not.toContain(home);
    expect(readFileSync(at("hidden"), "utf8")).toBe("new secret\n");
    await see(run);
  });
});

function isZombie(pid: number): boolean {
  return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
}
