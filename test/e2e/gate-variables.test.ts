/** Variables that bring code into a program, set by whoever starts it: each row was a hole once, or a question too many. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { GatedSession, type How } from "./gated-session.ts";

let session: GatedSession;
afterEach(() => rmSync(join(session.project, "mark"), { force: true }));

/** All rows of one session: none of them changes what another may do. */
function startOnce(console: "none" | "wait"): void {
  beforeAll(() => {
    session = new GatedSession(console);
  });
  afterAll(() => session.end());
}

function startEach(console: "none" | "wait"): void {
  beforeEach(() => {
    session = new GatedSession(console);
  });
  afterEach(() => session.end());
}

/** PROJECT stands for the session's own. */
function inProject(text: string): string {
  return text.replaceAll("PROJECT", session.project);
}

function filled({ env = {}, ...how }: How): How {
  return {
    ...how,
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, inProject(value)])),
  };
}

type Row = readonly [name: string, argv: readonly string[], env: Readonly<Record<string, string>>];

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with nobody to ask", () => {
  startOnce("none");
  const brought: readonly Row[] = [
    ["a value that ends in the sign", ["bash", "-c", "ls -d /"], { BASH_ENV: "PROJECT/evil.sh=" }],
    ["guard's name for the user's ZDOTDIR", ["zsh", "-c", "ls -d /"], { GUARD_USER_ZDOTDIR: "PROJECT" }],
    ["a shell's file past env", ["env", "bash", "-c", "ls -d /"], { BASH_ENV: "PROJECT/evil.sh" }],
    [
      "a shell's file past timeout",
      ["timeout", "5", "bash", "-c", "ls -d /"],
      { BASH_ENV: "PROJECT/evil.sh" },
    ],
    ["make's flags", ["make", "--version"], { MAKEFLAGS: "--eval=$(file>PROJECT/mark,)" }],
    ["another repository", ["bash", "-c", "git status; exit $?"], { GIT_DIR: "PROJECT/other/.git" }],
    ["another work tree", ["bash", "-c", "git status; exit $?"], { GIT_WORK_TREE: "/" }],
    ["git's trace", ["git", "--version"], { GIT_TRACE: "PROJECT/mark" }],
    ["git's settings", ["git", "log"], { GIT_CONFIG_GLOBAL: "PROJECT/gitconfig" }],
    ["another HOME of an interpreter", ["python3", "--help"], { HOME: "PROJECT/home" }],
    ["an old name of perl's", ["shasum", "/etc/hostname"], { PERLLIB: "PROJECT" }],
  ];
  test.for(brought)("%s brings nothing in", async ([, argv, env]) => {
    const evil = `: > ${join(session.project, "mark")}\n`;
    for (const name of ["evil.sh", "evil.sh=", ".zshenv"]) session.write(name, evil);
    session.write("strict.pm", `open(my $f, ">", "${join(session.project, "mark")}"); 1;\n`);
    const ran = await session.run(argv, filled({ env }));
    expect(session.has("mark")).toBe(false);
    expect(ran).toMatchObject({ status: 126, stderr: expect.stringContaining("brings other code into it") });
  });

  const harmless: readonly Row[] = [
    [
      "without a person to wait for",
      ["git", "--version"],
      { GIT_EDITOR: "true", PAGER: "cat", GIT_PAGER: "cat" },
    ],
    ["a file of shells' for what is none", ["ls", "-d", "/"], { BASH_ENV: "PROJECT/evil.sh" }],
    ["git without the user's settings", ["git", "--version"], { GIT_CONFIG_GLOBAL: "/dev/null" }],
    [
      "make's own",
      ["make", "--version"],
      { MAKEFLAGS: "s -j2 --jobserver-auth=fifo:/tmp/GMfifo1", MAKELEVEL: "1" },
    ],
  ];
  test.for(harmless)("%s", async ([, argv, env]) => {
    expect(await session.run(argv, filled({ env }))).toMatchObject({ status: 0 });
  });

  /** What a hook starts at a prompt where somebody has set them. */
  test("guard's own program may ask with variables that are not for it", async () => {
    await session.run(["ls", "-d", "/"]);
    const name = /session ([a-z0-9]{8})/.exec(session.stderr)?.[1] ?? "";
    const ask = join(session.root, "r/guard", name, "agent/guard-ask");
    const other = { NODE_OPTIONS: "--require x", EDITOR: "/tmp/x" };
    expect((await session.run([ask], { env: other })).stderr).toContain("wrong call");
    const linked = await session.run([ask], { env: { LD_PRELOAD: "/tmp/x.so" } });
    expect(linked.stderr).toContain("belongs to guard");
  });

  test("an agent that starts itself again with a shell's file does not make it everybody's", async () => {
    session.write("evil.sh", ": > mark\n");
    const again = [process.execPath, join(session.root, "agent.mjs")];
    const inner = JSON.stringify({ id: 1, argv: ["bash", "-c", "ls -d /"] });
    const ran = await session.run(
      again,
      filled({ env: { BASH_ENV: "PROJECT/evil.sh" }, input: `${inner}\n` }),
    );
    expect(ran.stdout).toContain("brings other code into it");
    expect(session.has("mark")).toBe(false);
  });
});

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with a person", () => {
  startEach("wait");
  test("the question says which variable brings another compiler", async () => {
    session.write("Makefile", "all:\n\t@echo made\n");
    const running = session.run(["make"], filled({ env: { COMPILER_PATH: "PROJECT" } }));
    const { id, reasons } = await session.question();
    expect(reasons.join("\n")).toContain("COMPILER_PATH brings other code into it");
    await session.resolve(id, "deny");
    await running;
  });

  test("the agent's own git in another repository is asked about as such, and as nothing else", async () => {
    const commit = (env: Readonly<Record<string, string>>) => session.run(["git", "commit"], filled({ env }));
    const plain = commit({});
    const first = await session.question();
    await session.resolve(first.id, "session");
    await plain;
    const other = commit({ GIT_DIR: "PROJECT/other/.git" });
    const { id, reasons } = await session.question();
    expect(reasons).toContain(`it works on another repository: GIT_DIR=${session.project}/other/.git`);
    await session.resolve(id, "deny");
    await other;
  });

  test("make below make, with words of its own, is one question", async () => {
    session.write("Makefile", "all:\n\t@$(MAKE) -s -C sub\n");
    session.write("sub/Makefile", "all:\n\t@/bin/echo $(WORD)\n");
    const { ran, asked } = await session.allowing(session.line("make -j2 WORD='a b'"));
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining("a b\n") });
    expect(asked).toHaveLength(1);
  });
});

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with a person who says yes to each", () => {
  startOnce("wait");
  const said: readonly [line: string, questions: number][] = [
    ["LD=PROJECT/evil make", 1],
    ['LD="PROJECT"/evil make', 1],
    ["export LD=PROJECT/evil; make", 1],
    ["make LD=PROJECT/evil", 1],
    ["make BUILD=1", 2],
    ["make # LD=", 2],
    ["LD=ld true; make", 2],
    ["LD=ld true; make # LD=$", 2],
    ['make LD=ld -n; echo "LD=$(date)" >/dev/null; make', 3],
    ["LD=$X true; make", 2],
    ["LD=PROJECT/evil timeout 9 make", 1],
    ["X=PROJECT; LD=$X/evil make", 1],
  ];
  test.for(said)(
    "the caller's LD is a part of the answer if the line says so: %s",
    async ([line, questions]) => {
      session.write("Makefile", "all:\n\t@echo made\n");
      const how = filled({ env: { LD: "PROJECT/evil" } });
      const { asked } = await session.allowing(session.run(["bash", "-c", inProject(line)], how));
      expect(asked).toHaveLength(questions);
    },
  );
});
