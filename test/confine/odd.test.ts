/** Links, odd names and odd homes: what is there is masked, what is not there costs nothing, and nothing throws. */
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ConfineFacts } from "../../src/confine/plan.ts";
import { USERS, World, whyNot } from "./world.ts";

interface Row {
  readonly files: Readonly<Record<string, string>>;
  /** What else is done to the disk before the plan. */
  readonly arrange?: (world: World) => void;
  readonly facts?: (world: World) => Partial<ConfineFacts>;
  /** Runs inside: prints no SECRET, and this. */
  readonly line: string;
  readonly prints?: RegExp;
  readonly warns?: RegExp;
}

const ROWS: readonly (readonly [name: string, row: Row])[] = [
  [
    "a secret folder that is a link to elsewhere",
    {
      files: { "data/aws/credentials": "SECRET", "home/.aws": "-> ../data/aws" },
      line: "cat ~/.aws/credentials ../data/aws/credentials",
    },
  ],
  [
    "a secret below a folder that is a link",
    {
      files: { "data/config/gh/hosts.yml": "SECRET", "home/.config": "-> ../data/config" },
      line: "cat ~/.config/gh/hosts.yml ../data/config/gh/hosts.yml",
    },
  ],
  [
    "a home that is a link",
    {
      files: { "data/home/.aws/credentials": "SECRET", "other-home": "-> data/home" },
      facts: (world) => ({ home: join(world.folder, "other-home") }),
      line: "cat ../other-home/.aws/credentials ../data/home/.aws/credentials",
    },
  ],
  [
    "a home with blanks, a newline and an accent in its name",
    {
      files: { "é b\nc/.netrc": "SECRET", "é b\nc/.ssh/id_rsa": "SECRET", "é b\nc/.ssh/config": "kept" },
      facts: (world) => ({ home: join(world.folder, "é b\nc") }),
      line: 'cd "../é b\nc" && cat .netrc .ssh/*',
      prints: /kept/,
    },
  ],
  [
    "a home that is not there",
    {
      files: {},
      facts: (world) => ({ home: join(world.folder, "none") }),
      line: "echo works",
      prints: /works/,
    },
  ],
  ["the home is /", { files: {}, facts: () => ({ home: "/" }), line: "echo works", prints: /works/ }],
  [
    "a file where a folder is expected, and the other way round",
    {
      files: { "home/.aws": "SECRET", "home/.netrc/x": "SECRET", "home/.ssh": "SECRET" },
      line: "cat ~/.aws ~/.netrc/x ~/.ssh",
      prints: /guard hides/,
    },
  ],
  [
    "a named pipe, which nobody must wait for",
    {
      files: {},
      arrange: (world) => execFileSync("mkfifo", [join(world.home, ".npmrc"), join(world.home, ".netrc")]),
      line: "cat ~/.npmrc",
      prints: /guard hides/,
    },
  ],
  [
    "links that lead nowhere or in a circle",
    {
      files: { "home/.aws": "-> nowhere", "home/.kube": "-> .kube", "home/.netrc": "-> /proc/self/none" },
      line: "echo works",
      prints: /works/,
    },
  ],
  [
    "a folder that its owner closed",
    {
      files: { "home/.aws/credentials": "SECRET", "home/.config/gh/hosts.yml": "SECRET" },
      arrange: (world) => {
        chmodSync(join(world.home, ".aws"), 0);
        chmodSync(join(world.home, ".config"), 0);
      },
      line: "chmod 755 ~/.aws ~/.config ~/.config/gh; cat ~/.aws/credentials ~/.config/gh/hosts.yml",
    },
  ],
  [
    "a link in ~/.ssh with a harmless name that leads to a key",
    {
      files: { "home/.ssh/id_rsa": "SECRET", "home/.ssh/x.pub": "-> id_rsa", "home/.ssh/y.pub": "key" },
      line: "cat ~/.ssh/x.pub ~/.ssh/y.pub",
      prints: /key/,
    },
  ],
  [
    "a link in ~/.ssh to a secret elsewhere",
    {
      files: {
        "home/.aws/credentials": "SECRET",
        "home/.ssh/x.pub": "-> ../.aws/credentials",
        "home/.ssh/config": "kept",
      },
      line: "cat ~/.ssh/*",
      prints: /kept/,
    },
  ],
  [
    "links to folders among what a hidden folder keeps bring nothing back",
    {
      files: {
        "home/.aws/credentials": "SECRET",
        "home/.fly/bin": "-> ../..",
        "home/.fly/config.yml": "SECRET",
        "home/.ssh/sockets": "-> ../..",
        "home/.ssh/config.d": "-> /",
        "home/.ssh/config": "kept",
      },
      line: "cat ~/.ssh/config; cat ~/.fly/bin/home/.aws/* ~/.ssh/sockets/home/.aws/*; ls ~/.ssh/config.d/etc",
      prints: /^kept$/,
    },
  ],
  [
    "a link among them to a start-up file cannot be written through",
    {
      files: {
        "home/.bashrc": "mine",
        "home/.ssh/known_hosts": "-> ../.bashrc",
        "home/plain": "plain",
        "home/.ssh/known_hosts2": "-> ../plain",
      },
      line: "echo x > ~/.ssh/known_hosts; echo x > ~/.ssh/known_hosts2; cat ~/.bashrc ~/.ssh/known_hosts2",
      prints: /^mineplain$/,
    },
  ],
  [
    "a secret with a second name, which nobody can look up, is told of",
    {
      files: { "home/.netrc": "SECRET" },
      arrange: (world) => linkSync(join(world.home, ".netrc"), join(world.folder, "second")),
      line: "cat ~/.netrc",
      prints: /guard hides/,
      warns: /\.netrc has another name \(a hard link\), by which the agent can read it; this finds it: find/,
    },
  ],
  [
    "a key in a hidden folder with a second name is told of too",
    {
      files: { "home/.ssh/id_rsa": "SECRET", "home/.ssh/config": "kept" },
      arrange: (world) => linkSync(join(world.home, ".ssh/id_rsa"), join(world.folder, "second")),
      line: "cat ~/.ssh/config",
      prints: /kept/,
      warns: /\.ssh\/id_rsa has another name/,
    },
  ],
  [
    "a project inside a hidden folder",
    {
      files: { "home/.aws/work/a.txt": "SECRET" },
      facts: (world) => ({ project: join(world.home, ".aws/work"), cwd: join(world.home, ".aws/work") }),
      line: "cat ~/.aws/work/a.txt",
      warns: /the project lies in .*\.aws, which is hidden: start with --reveal/,
    },
  ],
  [
    "a link to the home folder itself",
    {
      files: { "home/.aws": "-> ." },
      line: "echo works",
      prints: /works/,
      warns: /\.aws leads to .*home, which cannot be hidden/,
    },
  ],
  [
    "a folder of guard's own behind a link, which could be replaced",
    {
      files: { "data/guard/policy.yaml": "SECRET", "home/.config/guard": "-> ../../data/guard" },
      line: "cat ~/.config/guard/policy.yaml ../data/guard/policy.yaml",
      warns: /\.config\/guard is a link on the way to guard's own/,
    },
  ],
  [
    "settings moved by XDG_CONFIG_HOME",
    {
      files: { "cfg/gh/hosts.yml": "SECRET" },
      arrange: (world) => world.setVariable("XDG_CONFIG_HOME", join(world.folder, "cfg")),
      line: "cat ../cfg/gh/hosts.yml",
    },
  ],
  [
    "files that variables name, several in one",
    {
      files: { "k/a": "SECRET", "k/b": "SECRET" },
      arrange: (world) => world.setVariable("KUBECONFIG", `${world.folder}/k/a:${world.folder}/k/b`),
      line: "cat ../k/a ../k/b",
    },
  ],
  [
    "a file of settings that holds a token",
    {
      files: { "home/.npmrc": "registry=x\n//r.example/:_authToken=SECRET\n" },
      line: "cat ~/.npmrc",
      prints: /guard hides/,
    },
  ],
];

test("a home whose name is no text cannot be confined", () => {
  const world = new World(USERS[0] ?? "this user");
  try {
    expect(() => world.plan({ home: "/home/\uFFFD" })).toThrow(
      "cannot be confined: the home folder's name is not UTF-8 text",
    );
  } finally {
    world.remove();
  }
});

describe.skipIf(whyNot !== undefined).for(USERS)("as %s", (user) => {
  let world: World;
  beforeEach(() => {
    world = new World(user);
  });
  afterEach(() => world.remove());

  test.for(ROWS)("%s", ([, { files, arrange, facts, line, prints, warns }]) => {
    world.plant(files);
    arrange?.(world);
    const plan = world.plan(facts?.(world) ?? {});
    const { stdout, stderr } = world.run(plan, line);
    expect(stdout + stderr).not.toContain("SECRET");
    if (prints !== undefined) expect(stdout).toMatch(prints);
    expect(stderr).not.toMatch(/^(?:bwrap|room):/m);
    if (warns === undefined) expect(plan.warnings).toEqual([]);
    else expect(plan.warnings.join("\n")).toMatch(warns);
  });
});
