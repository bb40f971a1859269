/** What consoles hear of the real daemon, and what they can do with several questions at once. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { TestApprover } from "../helpers/approver.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
let console: TestApprover;
beforeEach(async () => {
  daemon = new TestDaemon();
  await daemon.start({ console: "wait" });
  console = await TestApprover.open(daemon.folder);
});
afterEach(async () => {
  console.close();
  await daemon.stop();
});

const question = (fits: (one: Pending) => boolean, of = console) =>
  of.find((event) => (event.event === "question" && fits(event.question) ? event.question : undefined));
const over = (id: string, of = console) =>
  of.find((event) => (event.event === "over" && event.check === id ? event.how : undefined));

check(
  "a question, its answer and the verdict reach every console, and the second answer finds nothing",
  async () => {
    const other = await TestApprover.open(daemon.folder);
    const asked = daemon.line("npm install left-pad");
    const mine = await question(({ line }) => line === "npm install left-pad");
    const theirs = await question(({ id }) => id === mine.id, other);
    expect(theirs).toEqual(mine);
    const [first, second] = await Promise.all([
      console.ask({ op: "resolve", check: mine.id, decision: "once" }),
      other.ask({ op: "resolve", check: mine.id, decision: "deny" }),
    ]);
    expect(first.ok).toBe(true);
    expect(second).toMatchObject({ ok: false, code: "NOT_FOUND" });
    expect(await asked).toMatchObject({ verdict: "allow" });
    expect(await over(mine.id, other)).toBe("allowed");
    const recent = await other.find((event) => (event.event === "recent" ? event.recent : undefined));
    expect(recent).toMatchObject({ check: mine.id, verdict: "allow", by: "person" });
    other.close();
  },
);

check("only what is in front of somebody has a clock that runs", async () => {
  const first = daemon.line("npm install a");
  const a = await question(({ line, clock }) => line.endsWith(" a") && clock === "runs");
  const lines = [first, daemon.line("npm install b")];
  const b = await question(({ line, clock }) => line.endsWith(" b") && clock === "waits");
  await console.ask({ op: "focus", check: b.id });
  await question(({ id, clock }) => id === b.id && clock === "runs");
  await question(({ id, clock }) => id === a.id && clock === "waits");
  // Whoever leaves looks at nothing: the oldest goes on.
  const other = await TestApprover.open(daemon.folder);
  console.close();
  await question(({ id, clock }) => id === a.id && clock === "runs", other);
  await other.ask({ op: "resolve-all", checks: [a.id, b.id], decision: "deny" });
  for (const answer of await Promise.all(lines)) expect(answer).toMatchObject({ verdict: "deny" });
  other.close();
});

check("one answer for all that were listed leaves out what needs CONFIRM, and what came later", async () => {
  const listed = ["npm install a", "kubectl delete pod x"].map((line) => daemon.line(line));
  const npm = await question(({ line }) => line === "npm install a");
  const kubectl = await question(({ line }) => line === "kubectl delete pod x");
  expect(kubectl.ruling).toBe("confirm");
  const later = daemon.line("npm install later");
  const last = await question(({ line }) => line === "npm install later");
  const reply = await console.ask({
    op: "resolve-all",
    checks: [npm.id, kubectl.id, "nobody"],
    decision: "session",
  });
  expect(reply).toMatchObject({
    ok: true,
    results: [
      { check: npm.id, done: "yes" },
      { check: kubectl.id, done: "no" },
      { check: "nobody", done: "no" },
    ],
  });
  expect(await listed[0]).toMatchObject({ verdict: "allow" });
  expect(await daemon.line("npm install a")).toMatchObject({ verdict: "allow" });
  await console.ask({
    op: "resolve-all",
    checks: [kubectl.id, last.id],
    decision: "deny",
    reason: "not now",
  });
  for (const answer of [await listed[1], await later])
    expect(answer).toMatchObject({ verdict: "deny", reason: "a person said no: not now" });
});

check("the card of guard run talks over its own pipe, without a token", async () => {
  const control = (request: unknown) => daemon.send({ op: "control", request });
  control({ v: 1, id: 1, op: "subscribe", as: "card" });
  expect((await daemon.next("control")).message).toMatchObject({ id: 1, ok: true, pending: [] });
  const asked = daemon.line("npm install left-pad");
  let shown: unknown;
  while (shown === undefined) {
    const { message } = await daemon.next("control");
    shown = (message as { question?: { id: string } }).question?.id;
  }
  control({ v: 1, id: 2, op: "resolve", check: shown, decision: "deny", reason: "no" });
  expect(await asked).toMatchObject({ verdict: "deny", reason: "a person said no: no" });
  control("nonsense");
  let refused: unknown;
  while (refused === undefined) {
    const { message } = await daemon.next("control");
    refused = (message as { code?: string }).code;
  }
  expect(refused).toBe("BAD_REQUEST");
});

check("a console that never reads is dropped, and the session goes on", async () => {
  const deaf = await TestApprover.open(daemon.folder);
  deaf.socket.pause();
  const gone = new Promise((done) => deaf.socket.once("close", done));
  const lines = ["a", "b"].map((name) => `npm install ${name.repeat(200_000)}`);
  const asked = lines.map((line) => daemon.line(line));
  const ids: string[] = [];
  for (const line of lines) ids.push((await question((one) => one.line === line)).id);
  // Each look is two messages with a whole line.
  for (let look = 0; look < 80; look++) await console.ask({ op: "focus", check: ids[look % 2] });
  deaf.socket.resume();
  await gone;
  await console.ask({ op: "resolve-all", checks: ids, decision: "deny" });
  await Promise.all(asked);
  expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
});
