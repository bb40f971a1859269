/** Valgrind over a few ways through the client; a build with the plain compiler, which valgrind knows best. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Reply } from "./answering-socket.ts";
import { type Client, HAS_COMPILER, make } from "./clients.ts";
import { run, startSession } from "./session.ts";

const VALGRIND = "/usr/bin/valgrind";
const usable = HAS_COMPILER && existsSync(VALGRIND);
if (!usable) process.stdout.write("test/native: valgrind rows are skipped: apt-get install valgrind\n");

const native = mkdtempSync(join(tmpdir(), "guard-valgrind-"));
afterAll(() => rmSync(native, { recursive: true }));

const LINE = ["guard-ask", "line", "bash", "1", "--prelude", "x", "--", "ls"];
const ROWS: readonly (readonly [name: string, reply: Reply, command: readonly string[], status: number])[] = [
  ["an allowed line", { kind: "allow" }, LINE, 0],
  ["a denied line", { kind: "deny", fields: ["instead=x"] }, LINE, 126],
  ["a long denial", { kind: "deny", fields: [`instead=${"x".repeat(50_000)}`] }, LINE, 126],
  ["garbage", { kind: "bytes", bytes: Buffer.from("\0\0\0\x05guard") }, LINE, 126],
  ["half an answer", { kind: "bytes", bytes: Buffer.from("\0\0\0\x09guard") }, LINE, 126],
  ["a wrong call", { kind: "allow" }, ["guard-ask", "line"], 126],
  ["a denied program", { kind: "deny" }, ["shims/tool", "a"], 126],
  ["a program that is not there", { kind: "deny" }, ["shims/nothing", "a"], 127],
];

describe.skipIf(!usable)("valgrind finds nothing", () => {
  const client: Client = { name: "dynamic", native };
  if (usable) {
    make([`OUT=${native}`, "KIND=dynamic", join(native, "guard-ask")]);
    mkdirSync(join(native, "shims"));
    for (const name of ["tool", "nothing"]) symlinkSync("../guard-ask", join(native, "shims", name));
  }

  test.for(ROWS)("%s", async ([, reply, [program = "", ...args], status]) => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", "#!/bin/sh\n");
    session.socket.answerWith(reply);
    const options = ["-q", "--error-exitcode=99", "--leak-check=full", "--track-fds=no"];
    const env = { PATH: join(session.root, "bin") };
    const ran = await run([VALGRIND, ...options, join(session.agent, program), ...args], { env });
    expect(ran.stderr).not.toContain("==");
    expect(ran.status).toBe(status);
    await session.end();
  });
});
