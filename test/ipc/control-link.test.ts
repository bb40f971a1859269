/** A kept connection: requests find their answers, events come in order, and its end is told once. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ControlLink, openControlLink } from "../../src/ipc/control-link.ts";
import { type Connection, listenForFrames } from "../../src/ipc/listen.ts";
import { makeSessionFolder } from "../../src/ipc/session-folder.ts";
import type { ControlEvent } from "../../src/protocol/control-events.ts";
import { until } from "../helpers/until.ts";
import { makeRuntime, startFakeDaemon } from "../tui/fake-daemon.ts";

interface Heard {
  readonly events: ControlEvent[];
  readonly closed: string[];
}

async function open(folder: string): Promise<{ readonly link: ControlLink; readonly heard: Heard }> {
  const heard: Heard = { events: [], closed: [] };
  const opened = await openControlLink(folder, {
    onEvent: (event) => void heard.events.push(event),
    onClosed: (why) => void heard.closed.push(why),
  });
  if (opened.kind === "gone") throw new Error(opened.reason);
  onTestFinished(() => opened.link.end());
  return { link: opened.link, heard };
}

test("requests find their answers, however many are open", async () => {
  const daemon = await startFakeDaemon(makeRuntime().runtime);
  const question = daemon.ask();
  const { link } = await open(daemon.folder);
  const [status, card, pending] = await Promise.all([
    link.request({ op: "status" }),
    link.request({ op: "card", check: question.id }),
    link.request({ op: "pending" }),
  ]);
  expect(status).toMatchObject({
    ask: { op: "status" },
    answer: { reply: { status: { session: daemon.session } } },
  });
  expect(card).toMatchObject({ answer: { reply: { card: { check: question.id } } } });
  expect(pending).toMatchObject({ answer: { reply: { pending: [{ id: question.id }] } } });
});

test("events come in the order in which they were sent", async () => {
  const daemon = await startFakeDaemon(makeRuntime().runtime);
  const { link, heard } = await open(daemon.folder);
  await link.request({ op: "subscribe", as: "console" });
  const asked = Array.from({ length: 50 }, () => daemon.ask().id);
  await until("all events", () => (heard.events.length === 50 ? true : undefined));
  expect(heard.events.map((event) => (event.event === "question" ? event.question.id : ""))).toEqual(asked);
});

test("the session's end: told once, open requests end as gone, later ones too", async () => {
  const daemon = await startFakeDaemon(makeRuntime().runtime);
  const { link, heard } = await open(daemon.folder);
  await link.request({ op: "subscribe", as: "console" });
  await daemon.end();
  await until("the end", () => heard.closed[0]);
  expect((await link.request({ op: "status" })).answer.kind).toBe("gone");
  expect(heard.events).toEqual([{ event: "ended", why: "the agent exited" }]);
  expect(heard.closed).toHaveLength(1);
});

describe("nobody to talk to", () => {
  test("no token", async () => {
    const { folder } = makeSessionFolder(makeRuntime().runtime);
    const listener = { onEvent: () => undefined, onClosed: () => undefined };
    expect(await openControlLink(folder, listener)).toMatchObject({
      kind: "gone",
      reason: expect.stringContaining("token"),
    });
  });

  test("no socket", async () => {
    const { folder } = makeSessionFolder(makeRuntime().runtime);
    writeFileSync(join(folder, "control/token"), "x");
    const listener = { onEvent: () => undefined, onClosed: () => undefined };
    expect(await openControlLink(folder, listener)).toEqual({
      kind: "gone",
      reason: "nobody answers (ENOENT)",
    });
  });
});

describe("a daemon that says something else", () => {
  async function answerWith(text: string): Promise<{ readonly link: ControlLink; readonly heard: Heard }> {
    const { folder } = makeSessionFolder(makeRuntime().runtime);
    writeFileSync(join(folder, "control/token"), "x");
    const path = join(folder, "control/control.sock");
    const accept = (connection: Connection) => ({
      onFrame: (payload: Buffer) => void (payload.includes("status") && connection.send(Buffer.from(text))),
      onBroken: () => undefined,
      onClose: () => undefined,
    });
    const server = await listenForFrames({ path, limitBytes: 1_000_000, maxConnections: 5, accept });
    onTestFinished(() => {
      server.close();
      rmSync(path, { force: true });
    });
    return open(folder);
  }

  test("a reply of another shape is broken, and the link goes on", async () => {
    const { link, heard } = await answerWith('{"id":1,"ok":true,"status":7}');
    expect((await link.request({ op: "status" })).answer).toMatchObject({ kind: "broken" });
    expect(heard.closed).toEqual([]);
  });

  test.for([
    ["an unknown event", '{"event":"surprise"}'],
    ["not JSON", "hello"],
  ] as const)("%s ends the link", async ([, text]) => {
    const { link, heard } = await answerWith(text);
    expect((await link.request({ op: "status" })).answer.kind).toBe("gone");
    expect(heard.closed).toHaveLength(1);
    expect(heard.events).toEqual([]);
  });
});
