/** A question may wait for long: what happens to the client meanwhile. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ALLOW_FIELDS, frameOf } from "./answering-socket.ts";
import { buildClients } from "./clients.ts";
import { type Session, type Started, start, startSession, until } from "./session.ts";

const clients = buildClients();

const WAITS = "guard: waits for an answer: guard console (in another terminal); Ctrl-C gives up";

interface Waiting extends Started {
  readonly session: Session;
}

describe.each(clients.all)("while a question waits: $name", (client) => {
  async function startWaiting(): Promise<Waiting> {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "wait" });
    const started = start([session.ask, "line", "bash", "1", "--", "ls"]);
    await until("the question arrives", () => session.socket.asked.length === 1);
    return { session, ...started };
  }

  test("who typed the line is told once, after a while; nobody else is", async () => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "wait" });
    const others = ["line", "script", "stdin"].map((kind) =>
      start([session.ask, kind, "bash", "1", "--", "ls"], { detached: true }),
    );
    const typed = start([session.ask, "line", "bash", "1", "--interactive", "--", "ls"], { detached: true });
    const told = new Promise((resolve) => typed.child.stderr?.once("data", resolve));
    await until("the questions arrive", () => session.socket.asked.length === 4);
    await told;
    for (const { connection } of session.socket.asked) connection.write(frameOf(ALLOW_FIELDS));
    expect(await typed.ended).toMatchObject({ status: 0, stderr: `${WAITS}\n` });
    for (const { ended } of others) expect(await ended).toMatchObject({ status: 0, stderr: "" });
    await session.end();
  });

  test("a late answer counts", async () => {
    const { session, ended } = await startWaiting();
    session.socket.asked[0]?.connection.write(frameOf(ALLOW_FIELDS));
    expect((await ended).status).toBe(0);
    await session.end();
  });

  test("Ctrl-C ends the client, and the daemon sees the end of the connection", async () => {
    const { session, child, ended } = await startWaiting();
    let closed = false;
    session.socket.asked[0]?.connection.on("close", () => {
      closed = true;
    });
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ status: null, signal: "SIGINT", stderr: "" });
    await until("the connection is closed", () => closed);
    await session.end();
  });

  test("the end of the daemon is a deny at once", async () => {
    const { session, ended } = await startWaiting();
    session.socket.asked[0]?.connection.destroy();
    const ran = await ended;
    expect(ran.status).toBe(126);
    expect(ran.stderr).toContain("[rule guard.no-answer]");
    await session.end();
  });

  test.skipIf(process.platform !== "linux")("a stop in between changes nothing", async () => {
    const { session, child, ended } = await startWaiting();
    const state = () => readFileSync(`/proc/${child.pid}/stat`, "utf8").replace(/^.*\) /u, "")[0];
    for (let round = 0; round < 3; round += 1) {
      child.kill("SIGSTOP");
      await until("it stops", () => state() === "T");
      child.kill("SIGCONT");
      await until("it goes on", () => state() !== "T");
    }
    session.socket.asked[0]?.connection.write(frameOf(ALLOW_FIELDS));
    expect((await ended).status).toBe(0);
    await session.end();
  });
});
