/** Projects of every shape in the full tier, PLAN with a read-only project, and daemons that an agent leaves behind. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { GUARD } from "../launcher/guard-run.ts";
import { isRunning } from "../launcher/processes.ts";
import { describeJobs, type Job } from "./confined-jobs.ts";
import { Person } from "./confined-person.ts";
import { cannotRun, openSession, PEOPLE } from "./confined-session.ts";

const COMMIT = "git commit -q --allow-empty -m";

const jobs: Readonly<Record<string, Job>> = {
  "a worktree beside the project": {
    line: `git init -q . && ${COMMIT} one && git worktree add -q ../beside && cd ../beside && ${COMMIT} two && git log --format=%s`,
    prints: "two\none",
  },
  "a submodule": {
    line: `git init -q ../sub && git -C ../sub ${COMMIT.slice(4)} one && git init -q . && git -c protocol.file.allow=always submodule --quiet add {here}/../sub sub && git commit -q -m added && git -C sub log --format=%s`,
    prints: /one/,
  },
  "a hook of the repository": {
    line: `git init -q . && printf '#!/bin/sh\\necho hook > hooked\\n' > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit && ${COMMIT} one && cat hooked`,
    prints: "hook",
  },
};
describeJobs("repositories", jobs);

describe.skipIf(cannotRun).each(PEOPLE)("as %s", (who) => {
  let person: Person;
  beforeEach(async () => {
    person = await Person.open(who);
    person.outside(`echo text > file && git add . && ${COMMIT} one`);
  });
  afterEach(() => person.leave());

  const places: Readonly<Record<string, string>> = {
    "a folder with blanks and quotes in its name": `git clone -q . "$1/a 'b' \\"c\\""; printf %s "$1/a 'b' \\"c\\""`,
    "a folder that is a link to the project": 'ln -s "$PWD" "$1/link"; printf %s "$1/link"',
    "a worktree of another repository": 'git worktree add -q "$1/tree"; printf %s "$1/tree"',
    "a folder in /tmp": 'git clone -q . "$1-beside"; printf %s "$1-beside"',
    "a folder in the home folder": "git clone -q . ~/code; printf %s ~/code",
    "the home folder itself": "git init -q ~; printf %s ~",
  };
  test.for(Object.entries(places))("a session in %s writes and commits", async ([, make]) => {
    const cwd = person.outside(`set -- ${person.root}; ${make}`);
    const session = openSession(person, { cwd });
    const { ran, asked } = await session.does(
      "echo more > more && git add more && git commit -q -m two && git log -1 --format=%s",
    );
    expect(ran, ran.stderr).toMatchObject({ status: 0, stdout: "two\n" });
    expect(asked).toHaveLength(1);
    expect(await session.writes(join(cwd, "by-itself"), "x")).toMatchObject({ status: 0 });
  });

  test("in PLAN reading and searching works, and the agent's own writes find a read-only project", async () => {
    const session = openSession(person, { options: ["--mode", "plan"] });
    const { ran, asked } = await session.does("grep -rn text . --include=file && git log --format=%s");
    expect(ran).toMatchObject({ status: 0, stdout: "./file:1:text\none\n" });
    expect(asked).toEqual([]);
    expect(await session.writes(join(person.project, "file"), "x")).toMatchObject({ status: "EROFS" });
    expect(await session.writes(join(person.project, "new"), "x")).toMatchObject({ status: "EROFS" });
    const said = person.tries(`${GUARD} mode default`);
    expect(said.stdout + said.stderr).toMatch(/read-only|start .*again|restart/);
  });

  test("a switch to PLAN says that the project can still be written by the agent itself", async () => {
    const session = openSession(person);
    await session.does("true");
    const said = person.tries(`${GUARD} mode plan`);
    expect(said.stdout + said.stderr).toMatch(/read-only|start .*again|restart/);
  });

  /** Tells what it can read for as long as nobody says that it is enough. */
  const DAEMON = `
import os, time
while not os.path.exists("enough"):
    try: text = open(os.path.expanduser("~/.netrc")).read()
    except OSError as error: text = str(error)
    with open("told.new", "w") as told: told.write(f"{os.getpid()} {text}")
    os.rename("told.new", "told")
    time.sleep(0.05)
`;
  const START =
    "setsid python3 daemon.py > /dev/null 2>&1 < /dev/null & until [ -e told ]; do sleep 0.05; done";

  async function startDaemon(options: readonly string[]) {
    person.write(".netrc", "machine example.org password sesame\n");
    person.write(`${person.project}/daemon.py`, DAEMON);
    const session = openSession(person, { options });
    const { ran } = await session.does(START);
    expect(ran, ran.stderr).toMatchObject({ status: 0 });
    return { session, pid: Number.parseInt(told(), 10) };
  }
  const told = () => readFileSync(join(person.project, "told"), "utf8");

  test("a daemon of the agent's ends with the session", async () => {
    const { session, pid } = await startDaemon([]);
    expect(told()).not.toContain("sesame");
    await session.end();
    await until("the end of the daemon", () => (isRunning(pid) ? undefined : true));
  });

  test("with --keep it goes on, as confined as before, and the session with it", async () => {
    const { session, pid } = await startDaemon(["--keep"]);
    const ended = session.end();
    const before = told();
    person.outside("rm told");
    await until("a daemon that goes on", () => (existsSync(join(person.project, "told")) ? true : undefined));
    expect([isRunning(pid), told()]).toEqual([true, before]);
    expect(told()).not.toContain("sesame");
    person.outside(": > enough");
    await ended;
  });
});
