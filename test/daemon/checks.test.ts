/** The real daemon over its real sockets: verdicts, records, and what broken askers get. */
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = new TestDaemon();
  await daemon.start();
});
afterAll(() => daemon.stop());

check("what only reads is allowed", async () => {
  expect(await daemon.line("ls -la")).toMatchObject({ id: "1", verdict: "allow" });
});
check("the floor denies, with its rule", async () => {
  expect(await daemon.line("rm -rf ~")).toMatchObject({
    verdict: "deny",
    rule: expect.stringMatching(/^floor\./),
  });
});
check("a question is denied at once and names the way to be asked", async () => {
  const answer = await daemon.line("npm install left-pad");
  expect(answer).toMatchObject({
    verdict: "deny",
    instead: expect.stringContaining("guard run --console wait"),
  });
  expect(answer["reason"]).toContain("nobody is there to be asked");
});
check("every verdict is in the record before it is told", async () => {
  const answer = await daemon.line("rm -rf /");
  expect(daemon.records.at(-1)).toMatchObject({
    request_id: answer["check"],
    verdict: "deny",
    approved: false,
    command: "rm -rf /",
    decided_by: "rule",
  });
});
check("a script is judged by its text", async () => {
  const script = join(daemon.project, "x.sh");
  writeFileSync(script, "#!/bin/bash\necho begin\nrm -rf ~\n");
  const { line: _, ...rest } = lineCheck("", daemon.project);
  const connection = await daemon.connect();
  const answer = await connection.ask({ ...rest, kind: "script", path: "x.sh" }, ["x.sh"]);
  connection.close();
  expect(answer).toMatchObject({ verdict: "deny", rule: expect.stringMatching(/^floor\./) });
});
check("hundreds of checks at once are all answered", async () => {
  const answers = await Promise.all(Array.from({ length: 400 }, (_, n) => daemon.line(`echo ${n}`)));
  expect(answers.filter(({ verdict }) => verdict !== "allow")).toEqual([]);
});

describe("broken askers", () => {
  const raw: readonly [name: string, bytes: Buffer][] = [
    ["garbage", Buffer.concat([Buffer.of(0xff), randomBytes(64)])],
    ["an oversize frame", Buffer.from([0x7f, 0xff, 0xff, 0xff, 1, 2, 3])],
    ["an empty frame", Buffer.from([0, 0, 0, 0])],
    ["a web request", Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n")],
  ];
  check.for(raw)("%s gets a deny and a closed connection", async ([, bytes]) => {
    const connection = await daemon.connect();
    connection.socket.write(bytes);
    const answer = await connection.answer();
    expect(answer["verdict"]).not.toBe("allow");
    expect(await connection.answer()).toEqual({ closed: "yes" });
    expect(JSON.stringify(daemon.records)).toContain("guard.bad-message");
    expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
  });
  check("half a frame and then nothing changes nothing for others", async () => {
    const connection = await daemon.connect();
    connection.socket.write(Buffer.from([0, 0, 1, 0, 103]));
    expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
    connection.close();
  });
  check("fields that are no message get a deny on the same connection", async () => {
    const connection = await daemon.connect();
    const bad = await connection.ask({ op: "approve", id: "5" });
    expect(bad).toMatchObject({ id: "5", verdict: "deny", rule: "guard.bad-message" });
    expect(await connection.ask(lineCheck("ls", daemon.project))).toMatchObject({ verdict: "allow" });
    connection.close();
  });
  check("who sends nothing else is closed out after some, each of them recorded", async () => {
    const bad = () => daemon.records.filter((record) => JSON.stringify(record).includes("guard.bad-message"));
    const before = bad().length;
    const connection = await daemon.connect();
    for (let n = 0; n < 100; n++) connection.sendFields({ op: "approve", id: String(n) });
    for (let n = 0; n < 16; n++)
      expect(await connection.answer()).toMatchObject({ id: String(n), verdict: "deny" });
    expect(await connection.answer()).toEqual({ closed: "yes" });
    expect(bad().length - before).toBe(16);
    expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
  });
});

test("when the launcher is gone, nothing of the session is left", async () => {
  const daemon = new TestDaemon();
  await daemon.start();
  daemon.hangUp();
  expect(await daemon.exited).toBe(0);
  expect(existsSync(daemon.folder)).toBe(false);
  expect(daemon.records.at(-1)).toMatchObject({ event: "session-end" });
  await daemon.stop();
});
