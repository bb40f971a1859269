/** Which `guard` PATH leads to, and in which folders before it the name is taken. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { makeNamesBefore, namesBefore } from "../../src/confine/command-names.ts";
import { removeMade } from "../../src/confine/made-places.ts";
import { findOwnCommand } from "../../src/confine/own-command.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync("/tmp/own-command-"));
  for (const folder of ["home/.local/bin", "home/tools", "home/project/.git", "it's guard/bin"])
    mkdirSync(at(folder), { recursive: true });
  put("it's guard/bin/guard", "#!/usr/bin/env node\n");
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (name: string) => join(root, name);
const uid = process.getuid?.() ?? 0;

function put(name: string, text: string, mode = 0o755): void {
  mkdirSync(join(at(name), ".."), { recursive: true });
  writeFileSync(at(name), text);
  chmodSync(at(name), mode);
}

const ours = () => put("home/.local/bin/guard", `#!/bin/sh\nexec '${root}/it'\\''s guard/bin/guard' "$@"\n`);
const find = (...folders: readonly string[]) =>
  findOwnCommand({ path: folders.map(at).join(":"), program: `${at("it's guard")}/` });

interface Row {
  readonly name: string;
  furnish(): void;
  readonly kind: ReturnType<typeof find>["kind"];
}

const KINDS: readonly Row[] = [
  { name: "none", furnish: () => undefined, kind: "none" },
  { name: "the file of install.sh", furnish: ours, kind: "file" },
  {
    name: "the link of an earlier install.sh",
    furnish: () => symlinkSync(at("it's guard/bin/guard"), at("home/.local/bin/guard")),
    kind: "link",
  },
  {
    name: "a program of the same name, as ruby has one",
    furnish: () => put("home/.local/bin/guard", "#!/usr/bin/env ruby\n"),
    kind: "none",
  },
  {
    name: "the file of another installation",
    furnish: () => put("home/.local/bin/guard", "#!/bin/sh\nexec '/opt/guard/bin/guard' \"$@\"\n"),
    kind: "none",
  },
  {
    name: "one before it that cannot be run",
    furnish() {
      ours();
      put("home/tools/guard", "", 0o600);
    },
    kind: "file",
  },
  {
    name: "another program before it",
    furnish() {
      ours();
      put("home/tools/guard", "");
    },
    kind: "none",
  },
];

test.for(KINDS)("$name: $kind", ({ furnish, kind }) => {
  furnish();
  expect(find("home/tools", "home/.local/bin").kind).toBe(kind);
});

test("the installation's own folder on PATH", () => {
  expect(find("home/tools", "it's guard/bin")).toEqual({
    kind: "installed",
    path: at("it's guard/bin/guard"),
    before: [at("home/tools")],
  });
});

describe("the name is taken", () => {
  const user = (project = "home/project") => ({ home: at("home"), uid, project: at(project) });
  const names = (folder: string, project?: string) =>
    namesBefore(find(folder, "home/.local/bin", "home/later"), user(project));
  beforeEach(ours);

  test.for([
    ["a folder that is there", "home/tools"],
    ["a folder that is not there, in one of the home's", "home/bin"],
    ["a folder elsewhere that is the user's", "it's guard"],
  ] as const)("in %s", ([, folder]) => {
    expect(names(folder)).toEqual([join(at(folder), "guard")]);
  });

  test("in a folder of the home, where the session works on the home as a whole", () => {
    expect(names("home/tools", "home")).toEqual([at("home/tools/guard")]);
  });

  test.for([
    ["a folder of the project", "home/project/bin"],
    ["a folder of a version manager", "home/.pyenv/shims"],
    ["the links of a project's packages", "home/elsewhere/node_modules/.bin"],
    ["an environment of python", "home/.virtualenvs/x/bin"],
    ["an environment of conda", "home/conda/envs/x/bin"],
    ["a folder of the system", "../../usr/bin"],
    ["a file", "home/.local/bin/guard"],
  ] as const)("not in %s", ([, folder]) => {
    put("home/.virtualenvs/x/pyvenv.cfg", "");
    put("home/conda/envs/x/conda-meta/history", "");
    if (!existsSync(at(folder))) mkdirSync(at(folder), { recursive: true });
    expect(names(folder)).toEqual([]);
  });

  test("not in a folder of a tool that is not there at all", () => {
    expect(names("home/.tool/bin")).toEqual([]);
  });

  test("by an empty file that cannot be run; it goes again, with a folder that was made for it", () => {
    const command = find("home/bin", "home/tools", "home/.local/bin");
    const made = makeNamesBefore(command, user());
    expect(made).toEqual([`${at("home/bin")}/`, at("home/bin/guard"), at("home/tools/guard")]);
    expect(statSync(at("home/tools/guard"))).toMatchObject({ size: 0, mode: 0o100600 });
    expect(makeNamesBefore(command, user())).toEqual([]);
    removeMade(made);
    expect(["home/bin", "home/tools", "home/tools/guard"].map(at).map(existsSync)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
