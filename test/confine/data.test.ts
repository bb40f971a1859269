/** policy/confinement.yaml: a mistake in it ends the build, and what it must hold is in it. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compileConfinement, readConfinement } from "../../src/build/compile-confinement.ts";
import { listDevices } from "../../src/confine/devices.ts";
import { HOME_SECRETS } from "../../src/policy/floor/lists.ts";

const FILE = resolve(import.meta.dirname, "../../policy/confinement.yaml");
const TEXT = readFileSync(FILE, "utf8");
const folder = mkdtempSync("/tmp/confinement-data-");
afterAll(() => rmSync(folder, { recursive: true }));

const MISTAKES: readonly (readonly [name: string, from: string, to: string, problem: RegExp])[] = [
  ["an unknown list", "capabilities:", "capabilites:", /capabilites/],
  ["a relative path", "~/.inputrc", ".inputrc", /a path begins with/],
  ["a path that stands there twice", "~/.inputrc", "~/.bashrc", /~\/.bashrc stands there twice/],
  [
    "a told path that stands there twice",
    "/etc/rc.local,",
    "/etc/crontab,",
    /\/etc\/crontab stands there twice/,
  ],
  [
    "a told path without a name of its own",
    "~/.ssh/rc,",
    "~/.ssh/*,",
    /what is told or made has a name of its own/,
  ],
  [
    "a made path that nothing holds",
    "~/.bashrc.d/] }",
    "~/.local/] }",
    /~\/.local\/ is made, and nothing holds it/,
  ],
  ["an unknown capability", "SYS_BOOT", "SYS_BOOTS", /SYS_BOOTS is no capability/],
  [
    "a secret that its expression does not find",
    "_auth = eDp5",
    "nothing",
    /~\/.npmrc: should be hidden: nothing/,
  ],
  [
    "a harmless text that its expression finds",
    "save-exact=true",
    "_auth=x",
    /~\/.npmrc: should not be hidden: _auth=x/,
  ],
  ["a variable that names another path", "/tmp/tmux-0/work }", "/tmp/x }", /TMUX: .* should name \/tmp\/x/],
  ["an expression that is none", "'_auth|_password|token'", "'('", /Invalid regular expression/],
];

describe("the build refuses", () => {
  test.for(MISTAKES)("%s", ([, from, to, problem]) => {
    expect(TEXT).toContain(from);
    const file = join(folder, "confinement.yaml");
    writeFileSync(file, TEXT.replace(from, to));
    expect(() => compileConfinement(file)).toThrow(problem);
  });
});

describe("the data", () => {
  const source = readConfinement(FILE);
  const left = Object.values(source.left).flat();

  test("what is left usable is on the floor's list: else it would not be hidden at all", () => {
    const floor = HOME_SECRETS.map((secret) => `~/${secret}`);
    expect(left.filter((path) => !floor.includes(path))).toEqual([]);
  });

  test("what is told of a home is read-only where it is there, but for what only macOS has and the command itself", () => {
    const held = [...Object.values(source.read_only).flat(), ...keptRoots(source)];
    const isHeld = (path: string) =>
      held.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
    const open = Object.values(source.told)
      .flat()
      .filter((path) => path.startsWith("~/") && !isHeld(path));
    expect(open).toEqual(["~/Library/LaunchAgents/", "~/.local/bin/guard"]);
  });

  test("what shells and logins read by themselves is made or told; the rest is what those files read in turn", () => {
    const seen = [
      ...Object.values(source.told).flat(),
      ...Object.values(source.made).flatMap(({ paths }) => paths),
    ];
    const isSeen = (path: string) => seen.some((one) => one === path || one.startsWith(path));
    const { "start-up files of shells": shells = [], "what a login or the desktop starts": logins = [] } =
      source.read_only;
    const rest = [...shells, ...logins].filter((path) => !isSeen(path));
    expect(
      rest.filter((path) => !/^~\/\.(?:zsh|oh-my-zsh|zprezto|config\/(?:zsh|bash))\//.test(path)),
    ).toEqual([
      // Programs write there all the time, and nothing runs by itself.
      "~/.local/share/applications/",
      "~/.config/mimeapps.list",
      "~/.local/share/gnome-shell/",
    ]);
  });

  test("no device is a disk, memory, a keyboard or a console", () => {
    const names = Object.values(source.devices).flat();
    const wild = names.map((name) => new RegExp(`^${name.replaceAll("*", ".*")}$`));
    const never = [
      "sda",
      "sda1",
      "vda",
      "nvme0n1",
      "dm-0",
      "loop0",
      "mem",
      "kmem",
      "port",
      "kmsg",
      "input",
      "uinput",
      "uhid",
    ];
    const more = [
      "hidraw0",
      "bus",
      "console",
      "tty0",
      "tty1",
      "ttyS0",
      "vcs",
      "vcsa1",
      "mapper",
      "disk",
      "zram0",
      "cpu",
      "vfio",
    ];
    expect([...never, ...more].filter((name) => wild.some((one) => one.test(name)))).toEqual([]);
  });

  test("the devices of this machine are there, and none is a block device", () => {
    const devices = listDevices();
    expect(devices).toEqual(expect.arrayContaining(["null", "zero", "full", "random", "urandom", "tty"]));
    expect(devices.filter((name) => statSync(join("/dev", name)).isBlockDevice())).toEqual([]);
    expect(new Set(devices).size).toBe(devices.length);
  });
});

/** Folders of which only a stand-in is seen. */
function keptRoots({ inside }: ReturnType<typeof readConfinement>): readonly string[] {
  return Object.entries(inside).flatMap(([folder, { kept }]) => (kept.length > 0 ? [folder] : []));
}
