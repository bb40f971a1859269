/** guard-ask under its own name: each call of the shell hooks, and the fields that reach the daemon. */
import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildClients } from "./clients.ts";
import { lastAsked, run, startSession } from "./session.ts";

interface Row {
  readonly name: string;
  readonly args: readonly string[];
  readonly fields: readonly string[];
}

const CHECKS: readonly Row[] = [
  {
    name: "a line",
    args: ["line", "bash", "42", "--", "ls -l\nrm x"],
    fields: ["kind=line", "shell=bash", "pid=42", "cwd=WORK", "line=ls -l\nrm x"],
  },
  {
    name: "a line that is empty",
    args: ["line", "zsh", "42", "--", ""],
    fields: ["kind=line", "shell=zsh", "pid=42", "cwd=WORK", "line="],
  },
  {
    name: "a line that looks like an option",
    args: ["line", "fish", "42", "--", "--prelude"],
    fields: ["kind=line", "shell=fish", "pid=42", "cwd=WORK", "line=--prelude"],
  },
  {
    name: "a typed line with definitions, some of which are missing",
    args: ["line", "zsh", "7", "--interactive", "--prelude", "ll() { ls; }", "--incomplete", "--", "ll"],
    fields: [
      "kind=line",
      "shell=zsh",
      "pid=7",
      "cwd=WORK",
      "interactive=yes",
      "prelude=ll() { ls; }",
      "incomplete=yes",
      "line=ll",
    ],
  },
  {
    name: "a prelude that is called --",
    args: ["line", "zsh", "7", "--prelude", "--", "--", "ll"],
    fields: ["kind=line", "shell=zsh", "pid=7", "cwd=WORK", "prelude=--", "line=ll"],
  },
  {
    name: "a script with arguments",
    args: ["script", "bash", "7", "--", "./deploy.sh", "--", "a b"],
    fields: [
      "kind=script",
      "shell=bash",
      "pid=7",
      "cwd=WORK",
      "path=./deploy.sh",
      "arg=./deploy.sh",
      "arg=--",
      "arg=a b",
    ],
  },
  {
    name: "a shell that reads stdin",
    args: ["stdin", "sh", "7", "--", "bash", "x=y"],
    fields: ["kind=stdin", "shell=sh", "pid=7", "cwd=WORK", "arg=bash", "arg=x=y"],
  },
  {
    name: "a shell that reads stdin, without arguments",
    args: ["stdin", "bash", "7", "--"],
    fields: ["kind=stdin", "shell=bash", "pid=7", "cwd=WORK"],
  },
];

const WRONG_CALLS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ["no words at all", []],
  ["an unknown kind", ["argv", "bash", "1", "--", "ls"]],
  ["help", ["--help"]],
  ["a line without a line", ["line", "bash", "1", "--"]],
  ["a line without --", ["line", "bash", "1", "ls"]],
  ["a line in two words", ["line", "bash", "1", "--", "ls", "-l"]],
  ["an unknown option", ["line", "bash", "1", "--loud", "--", "ls"]],
  ["a prelude without text", ["line", "bash", "1", "--prelude"]],
  ["a script without a file", ["script", "bash", "1", "--"]],
  ["a script without --", ["script", "bash", "1", "x.sh"]],
  ["stdin without --", ["stdin", "bash", "1"]],
  ["a note with too many words", ["start", "bash", "1", "2"]],
  ["a prompt with too many words", ["prompt", "bash", "1", "2", "3"]],
  ["a note without a pid", ["prompt", "bash"]],
];

const clients = buildClients();

describe.each(clients.all)("the hooks' questions: $name", (client) => {
  test.for(CHECKS)("asks about $name", async ({ args, fields }) => {
    const session = await startSession(client);
    const ran = await run([session.ask, ...args], { cwd: session.work });
    expect(ran).toEqual({ status: 0, signal: null, stdout: "", stderr: "" });
    const head = ["guard=1", "op=check", "id=1", "layer=hook"];
    expect(lastAsked(session)).toEqual([
      ...head,
      ...fields.map((field) => field.replace("WORK", session.work)),
    ]);
    await session.end();
  });

  test("sends the functions that bash hands down, and says when some cannot be sent", async () => {
    const session = await startSession(client);
    const args = ["line", "bash", "42", "--exported-functions", "--", "ll"];
    const functions = { "BASH_FUNC_ll%%": "() {  ls -l\n}", "BASH_FUNC_odd%%": "no function", LL: "x" };
    await run([session.ask, ...args], { cwd: session.work, env: functions });
    expect(lastAsked(session)).toContain("prelude=ll () {  ls -l\n}\n");
    expect(lastAsked(session)).not.toContain("incomplete=yes");
    const strange = {
      "BASH_FUNC_a;b%%": "() {  :\n}",
      "BASH_FUNC_big%%": `() {  : ${"x".repeat(70_000)}\n}`,
    };
    await run([session.ask, ...args], { cwd: session.work, env: strange });
    expect(lastAsked(session)).toContain("incomplete=yes");
    expect(lastAsked(session).some((field) => field.startsWith("prelude="))).toBe(false);
    await session.end();
  });

  test.for(["start", "prompt"])("tells about a %s", async (op) => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "noted" });
    const ran = await run([session.ask, op, "bash", "9"]);
    expect(ran).toEqual({ status: 0, signal: null, stdout: "", stderr: "" });
    expect(lastAsked(session)).toEqual(["guard=1", `op=${op}`, "id=1", "shell=bash", "pid=9"]);
    await session.end();
  });

  test("tells how the line before a prompt ended", async () => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "noted" });
    await run([session.ask, "prompt", "bash", "9", "130"]);
    expect(lastAsked(session)).toEqual(["guard=1", "op=prompt", "id=1", "shell=bash", "pid=9", "status=130"]);
    await session.end();
  });

  test.for(WRONG_CALLS)("denies a wrong call without asking: %s", async ([, args]) => {
    const session = await startSession(client);
    const ran = await run([session.ask, ...args]);
    expect(ran.status).toBe(126);
    expect(ran.stderr).toMatch(/^guard: denied: wrong call; .*\[rule guard\.bad-question\]\n$/u);
    expect(session.socket.asked).toHaveLength(0);
    await session.end();
  });

  test("denies when the current folder is gone", async () => {
    const session = await startSession(client);
    const inGoneFolder = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const gone = join(session.work, "gone");
    session.addProgram("work/gone", "x", "");
    await run(["/bin/rm", join(gone, "x")]);
    const line = [session.ask, "line", "bash", "1", "--", "ls"];
    const ran = await run(["/bin/sh", "-c", inGoneFolder, "sh", gone, ...line]);
    expect(ran.status).toBe(126);
    expect(ran.stderr).toContain("[rule guard.no-folder]");
    expect(() => rmdirSync(gone)).toThrow("ENOENT");
    await session.end();
  });
});

describe("bytes that are not UTF-8", () => {
  test.for(clients.compiled)("arrive as they are: $name", async (client) => {
    const session = await startSession(client);
    const ran = await run([
      "/bin/sh",
      "-c",
      `exec "$1" line sh 1 -- "$(printf 'a\\377\\200=b')"`,
      "sh",
      session.ask,
    ]);
    expect(ran.status).toBe(0);
    const line = session.socket.asked.at(-1)?.fields.find(([key]) => key === "line")?.[1];
    expect(line?.toString("latin1")).toBe("a\xff\x80=b");
    await session.end();
  });

  test("are denied by the fallback, which would ask about others", async () => {
    const session = await startSession(clients.fallback);
    const ran = await run(["/bin/sh", "-c", `exec "$1" line sh 1 -- "$(printf '\\377')"`, "sh", session.ask]);
    expect(ran.status).toBe(126);
    expect(ran.stderr).toContain("not UTF-8");
    expect(session.socket.asked).toHaveLength(0);
    await session.end();
  });
});
