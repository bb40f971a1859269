/** What a shim starts after an allow: the program, as if there were no shim. */
import { mkdirSync, renameSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ALLOW_FIELDS, frameOf } from "./answering-socket.ts";
import { buildCompiled } from "./clients.ts";
import { lastAsked, run, type Session, start, startSession, until } from "./session.ts";

const SHOW = '#!/bin/sh\nprintf "%s:" "ran $0" "$@"\n';

const clients = buildCompiled();

const inBin = (session: Session) => ({ env: { PATH: `${join(session.root, "bin")}:/usr/bin:/bin` } });

describe.each(clients.compiled)("what a shim starts: $name", (client) => {
  test.for([
    ["one that names something else is kept", "bash", "any thing", "any thing"],
    ["a login shell's is kept", "bash", "-bash", "-bash"],
    ["the bare name of a program that shows it is kept", "bash", "bash", "bash"],
    ["the bare name of another program becomes its path", "tool", "tool", "ROOT/bin/tool"],
    ["the shim's path becomes the program's", "bash", "ROOT/agent/shims/bash", "ROOT/bin/bash"],
  ] as const)("argv[0]: %s", async ([, name, given, seen]) => {
    const session = await startSession(client);
    for (const each of ["bash", "tool"]) symlinkSync("/bin/bash", join(session.root, "bin", each));
    const argv0 = given.replace("ROOT", session.root);
    const ran = await run([session.shim(name), "-c", "echo $0"], { ...inBin(session), argv0 });
    expect(ran.stdout).toBe(`${seen.replace("ROOT", session.root)}\n`);
    expect(lastAsked(session)).toContain(`arg=${argv0}`);
    await session.end();
  });

  test("an argv[0] that is empty is kept, as when argv itself is", async () => {
    const session = await startSession(client);
    const ran = await run([session.shim("bash"), "-c", 'echo "<$0>"'], { ...inBin(session), argv0: "" });
    expect(ran.stdout).toBe("<>\n");
    expect(lastAsked(session)).toContain("arg=");
    await session.end();
  });

  test("arguments that are not UTF-8 stay as they are", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", SHOW);
    const script = `exec "$1" "$(printf '\\377\\200')"`;
    const ran = await run(["/bin/sh", "-c", script, "sh", session.shim("tool")], inBin(session));
    expect(ran.stdout).toContain(":\xff\x80:");
    const asked = session.socket.asked.at(-1)?.fields.at(-1)?.[1];
    expect(asked?.toString("latin1")).toBe("\xff\x80");
    await session.end();
  });

  test("status, folder and environment are the program's own", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", '#!/bin/sh\npwd; echo "$MARK"; exit 42\n');
    const env = { ...inBin(session).env, MARK: "as it was" };
    const ran = await run([session.shim("tool")], { cwd: session.work, env });
    expect(ran).toMatchObject({ status: 42, stdout: `${session.work}\nas it was\n`, stderr: "" });
    await session.end();
  });

  test.skipIf(process.platform !== "linux")("no descriptor leaks into the program", async () => {
    const session = await startSession(client);
    const program = session.addProgram("bin", "tool", "#!/bin/bash\ncd /proc/$$/fd && echo *\n");
    const ran = await run([session.shim("tool")], inBin(session));
    expect(ran.status).toBe(0);
    expect(ran.stdout).toBe((await run([program], inBin(session))).stdout);
    await session.end();
  });

  test("signals that are ignored stay ignored", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", "#!/bin/sh\nkill -PIPE $$; kill -HUP $$; echo alive\n");
    const ran = await run(
      ["/bin/sh", "-c", 'trap "" HUP PIPE; exec "$1"', "sh", session.shim("tool")],
      inBin(session),
    );
    expect(ran.stdout).toBe("alive\n");
    const other = await run(["/bin/sh", "-c", 'exec "$1"', "sh", session.shim("tool")], inBin(session));
    expect(other.signal ?? other.stdout).not.toBe("alive\n");
    await session.end();
  });
});

describe.each(clients.compiled)("files that are no plain program: $name", (client) => {
  test("a script without #! goes to sh, as from every shell", async () => {
    const session = await startSession(client);
    const program = session.addProgram("bin", "tool", 'echo "$0:$1:$2"\n');
    expect((await run([session.shim("tool"), "a b", "c"], inBin(session))).stdout).toBe(`${program}:a b:c\n`);
    await session.end();
  });

  test("a program that cannot start says why", async () => {
    const session = await startSession(client);
    const program = session.addProgram("bin", "tool", "#!/no/such/interpreter\n");
    const ran = await run([session.shim("tool")], inBin(session));
    expect(ran).toMatchObject({ status: 127, stderr: `guard: ${program}: No such file or directory\n` });
    await session.end();
  });

  test.for<readonly [name: string, change: (program: string, other: string) => void]>([
    ["replaced", (program, other) => renameSync(other, program)],
    ["written anew in place", (program) => writeFileSync(program, "#!/bin/sh\necho something else\n")],
    ["written anew with as many bytes", (program) => writeFileSync(program, SHOW.replace("ran", "RAN"))],
    [
      "written anew with the old time",
      (program) => {
        const { atime, mtime } = statSync(program);
        writeFileSync(program, SHOW.replace("ran", "RAN"));
        utimesSync(program, atime, mtime);
      },
    ],
  ])("a program whose file is %s while the question waits does not run", async ([, change]) => {
    const session = await startSession(client);
    const program = session.addProgram("bin", "tool", SHOW);
    const other = session.addProgram("bin", "other", SHOW);
    session.socket.answerWith({ kind: "wait" });
    const { ended } = start([session.shim("tool")], inBin(session));
    await until("the question arrives", () => session.socket.asked.length === 1);
    change(program, other);
    session.socket.asked[0]?.connection.write(frameOf(ALLOW_FIELDS));
    const ran = await ended;
    expect(ran).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toContain("[rule guard.changed]");
    await session.end();
  });
});

const HAS_PYTHON = await run(["/bin/sh", "-c", "command -v python3"], {
  env: { PATH: "/usr/bin:/bin" },
}).then(({ status }) => status === 0);
if (!HAS_PYTHON) process.stdout.write("test/native: rows about python are skipped: no python3 in /usr/bin\n");

describe.skipIf(!HAS_PYTHON).each(clients.compiled)("python: $name", (client) => {
  test("finds itself, and its venv, behind the shim", async () => {
    const session = await startSession(client);
    const venv = join(session.root, "venv");
    mkdirSync(join(venv, "bin"), { recursive: true });
    symlinkSync("/usr/bin/python3", join(venv, "bin/python3"));
    session.addProgram("venv", "pyvenv.cfg", "home = /usr/bin\n", 0o644);
    const PATH = `${join(session.agent, "shims")}:${venv}/bin:/usr/bin:/bin`;
    const show = "import sys; print(sys.executable, sys.prefix)";
    const ran = await run(["/bin/sh", "-c", 'python3 -c "$1"', "sh", show], { env: { PATH } });
    expect(ran.stdout).toBe(`${venv}/bin/python3 ${venv}\n`);
    expect(lastAsked(session)).toContain("arg=python3");
    await session.end();
  });

  test("a denial is one write", async () => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "deny", fields: ["instead=something else"] });
    const script = [
      "import socket, subprocess, sys",
      "a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
      "subprocess.run(sys.argv[1:], stderr=b.fileno())",
      "b.close(); a.setblocking(False)",
      "print(a.recv(65536).decode().count(chr(10)))",
    ].join("\n");
    const ran = await run(["/usr/bin/python3", "-c", script, session.ask, "line", "sh", "1", "--", "ls"]);
    expect(ran).toMatchObject({ status: 0, stdout: "2\n" });
    await session.end();
  });
});
