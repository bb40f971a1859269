/** At most one question for what an agent does at once: what an answer covers with the gate on, and what it does not. */
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";
import { GatedSession } from "./gated-session.ts";

let session: GatedSession;
beforeEach(() => {
  session = new GatedSession("wait");
});
afterEach(() => session.end());

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with the gate", () => {
  test("a line is asked once, and what it said runs", async () => {
    const { ran, asked } = await session.allowing(session.line("mkdir a && touch a/x && cp a/x a/y; ls a"));
    expect(ran).toMatchObject({ status: 0, stdout: "x\ny\n" });
    expect(asked).toHaveLength(1);
  });

  test("a program with what it starts is asked once", async () => {
    session.write("Makefile", "all: one two\none two:\n\tsh -c 'touch $@; cat $@; ls > /dev/null'\n", 0o644);
    const { ran, asked } = await session.allowing(session.line("make -s -j2"));
    expect(ran).toMatchObject({ status: 0, stderr: "" });
    expect(asked).toEqual(["make -s -j2"]);
    expect([session.has("one"), session.has("two")]).toEqual([true, true]);
  });

  test("below an allowed program the floor holds", async () => {
    session.write("Makefile", "all:\n\t-rm -rf /\n\t-cat ~/.ssh/id_rsa\n\ttouch done\n", 0o644);
    const { ran, asked } = await session.allowing(session.line("make -s"));
    expect(asked).toHaveLength(1);
    expect(ran.stderr.match(/rule floor\.[\w-]+/g)).toHaveLength(2);
    expect(session.has("done")).toBe(true);
  });

  test("below an allowed program CONFIRM is asked for all the same", async () => {
    session.write("Makefile", "all:\n\tterraform apply\n", 0o644);
    writeFileSync(join(session.bin, "terraform"), "#!/bin/sh\ntouch applied\n", { mode: 0o755 });
    const running = session.line("make -s");
    const first = await session.question();
    await session.resolve(first.id, "once");
    const second = await until("the second question", async () =>
      (await session.pending()).find(({ id }) => id !== first.id),
    );
    expect(second).toMatchObject({ ruling: "confirm" });
    await session.resolve(second.id, "deny");
    expect(await running).toMatchObject({ status: 2 });
    expect(session.has("applied")).toBe(false);
  });

  test("a folder of programs that its starter chose, not the line, is asked for itself", async () => {
    session.write("setup", "A=1\n", 0o644);
    session.write("tools/touch", "#!/bin/sh\n: > mark\n");
    const PATH = `${join(session.project, "tools")}:/usr/bin:/bin`;
    const { asked } = await session.allowing(session.line(". ./setup; touch b", { env: { PATH } }));
    expect(asked).toHaveLength(2);
  });

  test.for([
    { name: "timeout", argv: ["timeout", "9", "bash"] },
    { name: "env, in the same process", argv: ["env", "bash", "-s"] },
    { name: "a line's timeout", argv: ["bash", "-c", "timeout 9 bash"] },
    { name: "an option with a value", argv: ["bash", "--norc", "-o", "pipefail"] },
    { name: "a start-up file", argv: ["bash", "--rcfile", "/dev/null"] },
    { name: "words of its own", argv: ["bash", "-s", "x"] },
    { name: "env and an option with a value", argv: ["env", "-i", "bash", "-O", "extglob"] },
  ])("a shell that takes lines behind $name covers none of them", async ({ argv }) => {
    const { asked } = await session.allowing(session.run(argv, { input: "touch one\ntouch two\n" }));
    expect(asked).toEqual([expect.stringContaining("bash"), "touch one", "touch two"]);
    expect([session.has("one"), session.has("two")]).toEqual([true, true]);
  });

  test.for(["python3", "node", "perl"])(
    "code on a pipe into %s is asked about each time",
    async (program) => {
      const asked: string[] = [];
      for (const input of ["1\n", "2\n"]) {
        const running = session.run([program], { input });
        const { id, line } = await session.question();
        asked.push(line);
        await session.resolve(id, "session");
        await running;
      }
      expect(asked).toHaveLength(2);
    },
  );

  test("a commit is asked about again when a hook came in, and the question names it", async () => {
    await session.allowing(
      session.line("git init -q . && git config user.email x@x && git config user.name x"),
    );
    const commit = async () => {
      const running = session.line("git commit -q --allow-empty -m wip");
      const question = await until("a question or the end", async () => {
        const [first] = await session.pending();
        return first ?? (await Promise.race([running, Promise.resolve(undefined)]));
      });
      if (!("id" in question)) return "not asked";
      await session.resolve(question.id, "session");
      await running;
      return question.reasons.filter((reason) => reason.includes("hook"));
    };
    expect([await commit(), await commit()]).toEqual([[], "not asked"]);
    session.write(".git/hooks/pre-commit", "#!/bin/sh\ntrue\n");
    expect(await commit()).toEqual(["git may run the repository's pre-commit hook"]);
  });

  test("a tool that is allowed does not bring in another agent unasked", async () => {
    writeFileSync(join(session.bin, "opencode"), "#!/bin/sh\ntouch one\n", { mode: 0o755 });
    session.write("Makefile", "all:\n\topencode run x\n", 0o644);
    const { asked } = await session.allowing(session.line("make -s"));
    expect(asked).toEqual(["make -s", expect.stringContaining("opencode run x"), "touch one"]);
  });

  test("behind a wrapper another agent is a bar too", async () => {
    writeFileSync(join(session.bin, "opencode"), "#!/bin/sh\ntouch one\n", { mode: 0o755 });
    const { asked } = await session.allowing(session.run(["timeout", "9", "opencode"]));
    expect(asked).toEqual(["timeout 9 opencode", "touch one"]);
  });

  const scripts = (build: string) => JSON.stringify({ name: "x", version: "1.0.0", scripts: { build } });
  test.for([
    {
      name: "a package's script",
      file: "package.json",
      line: "npm run build",
      before: scripts("node x.js"),
      after: scripts("node -e 'require(`fs`).writeFileSync(`mark`, ``)'"),
    },
    {
      name: "code that is piped into a wrapper",
      file: "y.txt",
      line: "cat y.txt | env python3",
      before: "print(1)\n",
      after: "open('mark', 'w')\n",
    },
    {
      name: "lines that are piped into a wrapper",
      file: "y.txt",
      line: "cat y.txt | timeout 9 bash",
      before: "ls\n",
      after: ": > mark\n",
    },
  ])("$name that changed since the answer is asked for itself", async ({ file, line, before, after }) => {
    session.write("x.js", "", 0o644);
    session.write(file, before, 0o644);
    spawnSync("mkfifo", [join(session.project, "wait")]);
    const running = session.line(`cat wait > /dev/null; ${line}`);
    const first = await session.question();
    await session.resolve(first.id, "once");
    session.write(file, after, 0o644);
    writeFileSync(join(session.project, "wait"), "");
    const second = await until("the second question", async () =>
      (await session.pending()).find(({ id }) => id !== first.id),
    );
    await session.resolve(second.id, "deny");
    await running;
    expect(session.has("mark")).toBe(false);
  });

  test("what the line could not foretell is asked for itself", async () => {
    const { ran, asked } = await session.allowing(session.line('x=$(cat name); "$x" one; touch two'));
    expect(ran.stderr).toContain("not found");
    expect(asked).toHaveLength(1);
    session.write("name", "touch", 0o644);
    const again = await session.allowing(session.line('x=$(cat name); "$x" one; touch two'));
    expect(again.ran.status).toBe(0);
    expect(again.asked.at(-1)).toContain("touch one");
  });

  test("a shell that reads its stdin implies nothing", async () => {
    const { asked } = await session.allowing(session.run(["bash"], { input: "touch one\ntouch two\n" }));
    expect(asked).toEqual(["bash", "touch one", "touch two"]);
  });

  test("what an allowed line leaves running keeps its lease, an orphan does not", async () => {
    session.write("work.sh", "#!/bin/sh\nuntil [ -e go ]; do :; done\ntouch done\n");
    const { asked } = await session.allowing(session.line("./work.sh > /dev/null 2>&1 &"));
    expect(asked).toHaveLength(1);
    writeFileSync(join(session.project, "go"), "");
    await until("the work is done", () => session.has("done") || undefined);
    expect(await session.pending()).toEqual([]);
  });

  test("a login shell's own files run unasked, and are no cover for anything else", async () => {
    writeFileSync(join(session.home, ".bash_profile"), "mkdir -p ~/.from-profile\nrm -rf /\n");
    const quiet = await session.allowing(session.run(["bash", "-lc", "ls /"]));
    expect(quiet.asked).toEqual([]);
    expect(quiet.ran).toMatchObject({ status: 0 });
    expect(quiet.ran.stderr).toMatch(/floor/);
    expect(existsSync(join(session.home, ".from-profile"))).toBe(true);
    const unknown = await session.allowing(session.run(["bash", "-lc", "$X one"], { env: { X: "touch" } }));
    expect(unknown.asked.some((line) => line.includes("touch one"))).toBe(true);
  });

  test("another home is no start-up file of the user's", async () => {
    writeFileSync(join(session.project, ".bash_profile"), "touch one\n");
    const { asked } = await session.allowing(
      session.run(["bash", "-lc", "ls /"], { env: { HOME: session.project } }),
    );
    expect(asked).toEqual(["bash -lc 'ls /'", "touch one"]);
  });

  test("an answer is for the content of a script", async () => {
    session.write("x.sh", "#!/bin/sh\ntouch one\n");
    const first = session.run(["./x.sh"]);
    const question = await session.question();
    session.write("x.sh", "#!/bin/sh\ntouch two\n");
    await session.resolve(question.id, "once");
    expect(await first).toMatchObject({ status: 126, stderr: expect.stringContaining("guard.changed") });
    expect([session.has("one"), session.has("two")]).toEqual([false, false]);
  });

  test("who gives up waiting is gone from the questions' askers", async () => {
    void session.run(["touch", "x"]);
    const question = await session.question();
    process.kill(await session.lastPid(), "SIGTERM");
    await until("nobody waits", async () =>
      (await session.pending()).find(({ id, waiting }) => id === question.id && waiting === 0),
    );
    expect(session.has("x")).toBe(false);
  });

  test("a question tells who started it", async () => {
    const running = session.line("cd / && env nice touch /tmp/gs-never");
    const question = await session.question();
    expect(question).toMatchObject({ layer: "gate", chain: ["node", "bash"] });
    await session.resolve(question.id, "deny");
    expect(await running).toMatchObject({ status: 126 });
  });

  test("another agent below this one asks for itself", async () => {
    session.write("codex", "#!/bin/sh\nbash -c 'touch one'\n");
    const { asked } = await session.allowing(session.run(["./codex"]));
    expect(asked).toHaveLength(2);
  });
});
