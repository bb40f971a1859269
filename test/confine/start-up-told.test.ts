/** Which start-up files are looked at, and what counts as a change of one. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findChanges } from "../../src/confine/start-up-changes.ts";
import { readContents } from "../../src/confine/start-up-contents.ts";
import { startUpPaths } from "../../src/confine/start-up-paths.ts";
import { takePicture } from "../../src/confine/start-up-picture.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync("/tmp/start-up-");
  for (const name of [
    ".bashrc",
    ".config/autostart/a.desktop",
    ".config/systemd/user/x.d/a.conf",
    "dot/zshrc",
  ])
    put(name, name);
  put(".emptied", "# mine");
  put(".large", "x".repeat(300_000));
  for (let n = 0; n < 250; n++) put(`.many/${String(n).padStart(3, "0")}`, "");
  symlinkSync("dot/zshrc", at(".zshrc"));
});
afterEach(() => {
  execFileSync("chmod", ["-R", "u+rwX", home]);
  rmSync(home, { recursive: true });
});

const LOOKED_AT = [
  ...[".bashrc", ".tcshrc", ".bash_login", ".zshenv", ".emptied", ".zshrc", ".large", ".many"],
  ...[".config/autostart", ".config/systemd/user", ".config/environment.d"],
];
const at = (name: string) => join(home, name);
/** Files that guard makes itself. */
const MADE_TEXT = "# made\n";
const MADE = () =>
  new Map([
    [at(".zshenv"), ""],
    [at(".emptied"), ""],
    [at(".bash_login"), MADE_TEXT],
  ]);
const isRoot = process.getuid?.() === 0;

function put(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

const look = () => {
  const picture = takePicture(LOOKED_AT.map(at));
  return { picture, contents: readContents(picture) };
};
const later = new Date("2033-01-01");

interface Row {
  readonly name: string;
  change(): void;
  /** Name and how. */
  readonly told: Readonly<Record<string, string>>;
}

const ROWS: readonly Row[] = [
  { name: "nothing happened", change: () => undefined, told: {} },
  {
    name: "a file is written again with the same bytes",
    change() {
      put(".bashrc", ".bashrc");
      utimesSync(at(".bashrc"), later, later);
    },
    told: {},
  },
  {
    name: "the same bytes are renamed over a file, as editors do",
    change() {
      put(".bashrc.new", ".bashrc");
      renameSync(at(".bashrc.new"), at(".bashrc"));
    },
    told: {},
  },
  {
    name: "a file holds something else, of the same length and with the old times",
    change() {
      const before = new Date("2020-01-01");
      put(".bashrc", ".BASHRC");
      utimesSync(at(".bashrc"), before, before);
    },
    told: { ".bashrc": "other content" },
  },
  {
    name: "a large file is only as good as its times",
    change: () => utimesSync(at(".large"), later, later),
    told: { ".large": "other content" },
  },
  {
    name: "a file is new",
    change: () => put(".tcshrc", ""),
    told: { ".tcshrc": "new" },
  },
  { name: "an empty file is new where guard itself makes one", change: () => put(".zshenv", ""), told: {} },
  {
    name: "a file is new where guard itself makes an empty one",
    change: () => put(".zshenv", "x"),
    told: { ".zshenv": "new" },
  },
  {
    name: "a file is new, with the text that guard itself gives it",
    change: () => put(".bash_login", MADE_TEXT),
    told: {},
  },
  {
    name: "a file is new, with another text of the same length than guard gives it",
    change: () => put(".bash_login", "# MADE\n"),
    told: { ".bash_login": "new" },
  },
  {
    name: "a file is new and empty, where guard gives it a text",
    change: () => put(".bash_login", ""),
    told: { ".bash_login": "new" },
  },
  {
    name: "a file that guard would make is emptied",
    change: () => put(".emptied", ""),
    told: { ".emptied": "other content" },
  },
  {
    name: "a link to nothing is new: somebody may make what it leads to",
    change: () => symlinkSync("/nowhere/at/all", at(".tcshrc")),
    told: { ".tcshrc": "new" },
  },
  {
    name: "a folder is new, with a file in it",
    change: () => put(".config/environment.d/x.conf", ""),
    told: { ".config/environment.d/x.conf": "new" },
  },
  { name: "an empty folder is new", change: () => mkdirSync(at(".config/environment.d")), told: {} },
  {
    name: "a file is new in a folder that was there, and one two levels down",
    change() {
      put(".config/autostart/b.desktop", "");
      put(".config/systemd/user/x.d/b.conf", "");
    },
    told: { ".config/autostart/b.desktop": "new", ".config/systemd/user/x.d/b.conf": "new" },
  },
  {
    name: "a file in a folder of too many is new",
    change: () => put(".many/zzz", ""),
    told: { ".many": "other names in it" },
  },
  {
    name: "a name is no text",
    change: () => writeFileSync(Buffer.from(`${at(".config/autostart")}/\xff`, "latin1"), ""),
    told: { ".config/autostart/\ufffd": "new" },
  },
  {
    name: "a file is removed, and a folder with what lay in it",
    change() {
      rmSync(at(".bashrc"));
      rmSync(at(".config/systemd"), { recursive: true });
    },
    told: { ".bashrc": "removed", ".config/systemd/user/x.d/a.conf": "removed" },
  },
  {
    name: "what a link leads to holds something else",
    change: () => put("dot/zshrc", "other"),
    told: { ".zshrc": "other content" },
  },
  {
    name: "a link leads to another file with the same bytes",
    change() {
      put("dot/mine", "dot/zshrc");
      rmSync(at(".zshrc"));
      symlinkSync("dot/mine", at(".zshrc"));
    },
    told: { ".zshrc": "leads elsewhere" },
  },
  {
    name: "a link takes the place of a folder, with the same files in it",
    change() {
      renameSync(at(".config/autostart"), at("mine"));
      symlinkSync("../mine", at(".config/autostart"));
    },
    told: { ".config/autostart": "leads elsewhere", ".config/autostart/a.desktop": "leads elsewhere" },
  },
  {
    name: "a file can be executed now",
    change: () => chmodSync(at(".bashrc"), 0o755),
    told: { ".bashrc": "other rights" },
  },
  {
    name: "a pipe takes the place of a file: nobody waits for its other end",
    change() {
      rmSync(at(".bashrc"));
      execFileSync("mkfifo", [at(".bashrc")]);
    },
    told: { ".bashrc": "something else in its place" },
  },
];

test.for(ROWS)("$name", ({ change, told }) => {
  const before = look();
  change();
  const found = findChanges(before, look(), MADE()).map(({ path, how }) => [
    path.slice(home.length + 1),
    how,
  ]);
  expect(Object.fromEntries(found)).toEqual(told);
});

test("a folder that nobody can list any more is told", ({ skip }) => {
  if (isRoot) return skip("nothing is closed to root");
  const before = look();
  chmodSync(at(".config/autostart"), 0);
  const found = findChanges(before, look(), MADE());
  expect(found).toContainEqual({ path: at(".config/autostart"), how: "closed to you" });
});

test("a file that changed before its content was read is told by its times", () => {
  const picture = takePicture(LOOKED_AT.map(at));
  put(".bashrc", "planted");
  const contents = readContents(picture);
  expect(contents.has(at(".bashrc"))).toBe(false);
  expect(contents.get(at(".zshrc"))?.toString()).toBe(readFileSync(at(".zshrc"), "utf8"));
  expect(findChanges({ picture, contents }, look(), MADE())).toEqual([
    { path: at(".bashrc"), how: "other content" },
  ]);
});

describe("what is looked at", () => {
  const data = { told: ["~/.bashrc", "~/.config/x", "$PATH/guard", "$ZDOTDIR/.zshrc"], rootTold: ["/etc/x"] };
  const own = (uid: number, env: NodeJS.ProcessEnv) => startUpPaths({ home: "/h", uid, env }, data);

  test("is the user's, where their variables say", () => {
    const env = { PATH: "/h/bin:/usr/bin:.", ZDOTDIR: "/h/z", XDG_CONFIG_HOME: "/h/c" };
    const paths = own(1000, env);
    const wanted = ["/h/.bashrc", "/h/.config/x", "/h/c/x", "/h/bin/guard", "/usr/bin/guard", "/h/z/.zshrc"];
    expect(paths).toEqual(expect.arrayContaining(wanted));
    expect(paths).not.toContain("/etc/x");
  });

  test("is the machine's too for root", () => {
    expect(own(0, {})).toContain("/etc/x");
  });
});
