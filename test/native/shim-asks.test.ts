/** What a shim asks, and that nothing runs without an allow. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ALLOW_FIELDS, frameOf } from "./answering-socket.ts";
import { buildCompiled } from "./clients.ts";
import { lastAsked, run, start, startSession } from "./session.ts";

const SHOW = '#!/bin/sh\nprintf "%s:" "ran $0" "$@"\n';

const clients = buildCompiled();

describe.each(clients.compiled)("what a shim asks: $name", (client) => {
  test("all fields, with its own pid and every argument", async () => {
    const session = await startSession(client);
    const program = session.addProgram("bin", "tool", SHOW);
    const { child, ended } = start([session.shim("tool"), "-x", "--", "a=b", "", "ü"], {
      cwd: session.work,
      env: { PATH: join(session.root, "bin") },
      argv0: "anything",
    });
    expect((await ended).status).toBe(0);
    expect(lastAsked(session)).toEqual([
      "guard=1",
      "op=check",
      "id=1",
      "layer=shim",
      "kind=argv",
      `pid=${child.pid}`,
      `cwd=${session.work}`,
      `path=${program}`,
      "arg=anything",
      "arg=-x",
      "arg=--",
      "arg=a=b",
      "arg=",
      "arg=ü",
    ]);
    await session.end();
  });

  test("a name that only begins like guard-ask is a shim", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "guard-askew", SHOW);
    const env = { PATH: join(session.root, "bin") };
    expect((await run([session.shim("guard-askew"), "x"], { env })).stdout).toContain(":x:");
    await session.end();
  });
});

describe.each(clients.compiled)("a shim starts nothing: $name", (client) => {
  test("with arguments over 1 MiB", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", SHOW);
    const words = Array.from({ length: 10 }, () => "x".repeat(120_000));
    const ran = await run([session.shim("tool"), ...words], { env: { PATH: join(session.root, "bin") } });
    expect(ran).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toContain("[rule guard.too-long]");
    await session.end();
  });

  test.for([
    ["deny", { kind: "deny" }, "[rule floor.home,"],
    [
      "half an answer",
      { kind: "bytes", bytes: frameOf(ALLOW_FIELDS).subarray(0, 20) },
      "[rule guard.no-answer]",
    ],
    ["the end", { kind: "bytes", bytes: Buffer.alloc(0) }, "[rule guard.no-answer]"],
    ["noted", { kind: "noted" }, "[rule guard.bad-answer]"],
  ] as const)("after %s", async ([, reply, rule]) => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", SHOW);
    session.socket.answerWith(reply);
    const ran = await run([session.shim("tool")], { env: { PATH: join(session.root, "bin") } });
    expect(ran).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toContain(rule);
    await session.end();
  });

  test("without a session", async () => {
    const session = await startSession(client);
    session.addProgram("bin", "tool", SHOW);
    mkdirSync(join(session.root, "far/away"), { recursive: true });
    symlinkSync(session.ask, join(session.root, "far/away/tool"));
    const ran = await run([join(session.root, "far/away/tool")], {
      env: { PATH: join(session.root, "bin") },
    });
    expect(ran).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toContain("[rule guard.no-session]");
    await session.end();
  });
});
