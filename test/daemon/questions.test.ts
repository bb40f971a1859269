/** Questions of the real daemon, answered over its control socket. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectForFrames } from "../../src/ipc/connect.ts";
import type { Ask } from "../../src/ipc/control-client.ts";
import { askControl } from "../../src/ipc/control-client.ts";
import {
  MODE_REPLY,
  PENDING_REPLY,
  RESOLVE_REPLY,
  STATUS_REPLY,
} from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
beforeEach(async () => {
  daemon = new TestDaemon();
  await daemon.start({ console: "wait" });
});
afterEach(() => daemon.stop());

async function pending(): Promise<Pending[]> {
  const answer = await askControl(daemon.folder, { op: "pending" }, PENDING_REPLY);
  if (answer.kind !== "reply" || !answer.reply.ok) throw new Error(JSON.stringify(answer));
  return answer.reply.pending;
}
const waitFor = (count: number) =>
  until(`${count} questions`, async () => {
    const all = await pending();
    return all.length === count ? all : undefined;
  });
const resolve = (check: string, decision: Extract<Ask, { op: "resolve" }>["decision"], reason?: string) =>
  askControl(
    daemon.folder,
    { op: "resolve", check, decision, ...(reason === undefined ? {} : { reason }) },
    RESOLVE_REPLY,
  );

check("once allows this check and asks again for the next", async () => {
  const first = daemon.line("npm install left-pad");
  const [question] = await waitFor(1);
  expect(question).toMatchObject({
    line: "npm install left-pad",
    session: "abcdefgh",
    cwd: daemon.project,
  });
  await resolve(question?.id ?? "", "once");
  expect(await first).toMatchObject({ verdict: "allow", check: question?.id });
  const second = daemon.line("npm install left-pad");
  const [again] = await waitFor(1);
  await resolve(again?.id ?? "", "deny", "use the one we have");
  expect(await second).toMatchObject({ verdict: "deny", reason: "a person said no: use the one we have" });
});

check("session answers the same line in the same folder, and no other", async () => {
  const first = daemon.line("npm install left-pad");
  const [question] = await waitFor(1);
  await resolve(question?.id ?? "", "session");
  await first;
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
  const other = daemon.line("npm install left-pad", { cwd: daemon.home });
  const [elsewhere] = await waitFor(1);
  await resolve(elsewhere?.id ?? "", "deny");
  expect(await other).toMatchObject({ verdict: "deny" });
});

check("deny-session answers the same line in the same folder, with the reason, and no other", async () => {
  const first = daemon.line("npm install left-pad");
  const [question] = await waitFor(1);
  await resolve(question?.id ?? "", "deny-session", "we have one");
  await first;
  expect(await daemon.line("npm install left-pad")).toMatchObject({
    verdict: "deny",
    reason: "a person said no to this for the whole session: we have one",
  });
  const other = daemon.line("npm install right-pad");
  const [another] = await waitFor(1);
  await resolve(another?.id ?? "", "once");
  expect(await other).toMatchObject({ verdict: "allow" });
});

const modes = ["plan", "full-auto"] as const;
check.for(modes)("a switch to %s answers what waits and the mode decides", async (mode) => {
  const asked = daemon.line("mkdir build");
  await waitFor(1);
  await askControl(daemon.folder, { op: "mode", mode }, MODE_REPLY);
  const verdict = mode === "plan" ? "deny" : "allow";
  expect(await asked).toMatchObject({ verdict });
  expect(await pending()).toEqual([]);
  expect(daemon.records.at(-1)).toMatchObject({ verdict, decided_by: "mode" });
});

check("who allows a script that changed meanwhile hears that it was denied", async () => {
  const script = join(daemon.project, "x.sh");
  writeFileSync(script, "make\n", { mode: 0o755 });
  const asked = daemon.line("./x.sh");
  const [question] = await waitFor(1);
  writeFileSync(script, "rm -rf .\n");
  expect(await resolve(question?.id ?? "", "once")).toMatchObject({
    reply: { ok: false, code: "FAILED", message: expect.stringContaining("denied all the same") },
  });
  expect(await asked).toMatchObject({ verdict: "deny", rule: "guard.changed" });
});

check("a typed line that is given up is no question any more", async () => {
  const connection = await daemon.connect();
  connection.sendFields(lineCheck("npm install left-pad", daemon.project, { interactive: "yes" }));
  await waitFor(1);
  connection.close();
  await waitFor(0);
});

check("a denial tells what is denied, not what would be asked besides", async () => {
  const { reason } = await daemon.line("npm install left-pad; sudo ls");
  expect(reason).toContain("sudo");
  expect(reason).not.toContain("npm");
});

check("identical checks are one question with one answer for all", async () => {
  const all = [1, 2, 3].map(() => daemon.line("npm install left-pad"));
  const [question] = await until("three waiting", async () => {
    const list = await pending();
    return list[0]?.waiting === 3 ? list : undefined;
  });
  await resolve(question?.id ?? "", "once");
  expect(await Promise.all(all)).toMatchObject([
    { verdict: "allow" },
    { verdict: "allow" },
    { verdict: "allow" },
  ]);
});

check("a waiting question delays nobody else", async () => {
  const asked = daemon.line("npm install left-pad");
  await waitFor(1);
  expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
  await resolve((await pending())[0]?.id ?? "", "deny");
  await asked;
});

check("a thousand questions wait at once, and all are denied when the session ends", async () => {
  const asked = Array.from({ length: 1000 }, (_, n) => daemon.line(`npm install p${n}`));
  await waitFor(1000);
  daemon.send({ op: "end" });
  const answers = await Promise.all(asked);
  expect(answers.filter(({ verdict, closed }) => verdict === "allow" || (!verdict && !closed))).toEqual([]);
  expect(await daemon.exited).toBe(0);
});

check("an asker that gives up leaves its question, and an allow answers the next one once", async () => {
  const connection = await daemon.connect();
  connection.sendFields(lineCheck("npm install left-pad", daemon.project));
  const [question] = await waitFor(1);
  connection.close();
  await until("nobody waits", async () => ((await pending())[0]?.waiting === 0 ? true : undefined));
  await resolve(question?.id ?? "", "once");
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
});

check("an asker that is gone before its check is judged is not waited for", async () => {
  // Its content is read from the disk: meanwhile the daemon sees the end of the connection.
  writeFileSync(join(daemon.project, "x.sh"), "make\n", { mode: 0o755 });
  await daemon.line("ls");
  const connection = await daemon.connect();
  connection.sendFields(lineCheck("./x.sh", daemon.project));
  connection.socket.end();
  await until("nobody waits", async () => ((await pending())[0]?.waiting === 0 ? true : undefined));
});

check("an unknown or answered id is NOT_FOUND", async () => {
  const answer = await resolve("01a1e3c9-a798-717d-85b7-e722299a017b", "once");
  expect(answer).toMatchObject({ kind: "reply", reply: { ok: false, code: "NOT_FOUND" } });
});

check("the confirm class needs a confirmation", async () => {
  const asked = daemon.line("kubectl delete pod x");
  const [question] = await waitFor(1);
  expect(question).toMatchObject({ ruling: "confirm" });
  const plain = await resolve(question?.id ?? "", "once");
  expect(plain).toMatchObject({ reply: { ok: false, code: "NEEDS_CONFIRM" } });
  await askControl(
    daemon.folder,
    { op: "resolve", check: question?.id ?? "", decision: "once", confirm: true },
    RESOLVE_REPLY,
  );
  expect(await asked).toMatchObject({ verdict: "allow" });
});

check("the mode is shown and switched, and PLAN denies without asking", async () => {
  expect(await askControl(daemon.folder, { op: "mode" }, MODE_REPLY)).toMatchObject({
    reply: { mode: "default" },
  });
  await askControl(daemon.folder, { op: "mode", mode: "plan" }, MODE_REPLY);
  expect(await daemon.line("npm install left-pad")).toMatchObject({
    verdict: "deny",
    rule: "mode.plan",
    reason: expect.stringContaining("npm install"),
  });
  expect(daemon.records.some(({ event }) => event === "mode")).toBe(true);
});

check("without the token nothing is answered", async () => {
  const got: string[] = [];
  await new Promise<void>((done) => {
    void connectForFrames(join(daemon.folder, "control/control.sock"), 1 << 20, (connection) => {
      setImmediate(() => {
        connection.send(Buffer.from('{"v":1,"op":"hello","token":"guess"}'));
        connection.send(Buffer.from('{"v":1,"id":1,"op":"pending"}'));
      });
      return {
        onFrame: (frame) => void got.push(frame.toString()),
        onBroken: () => undefined,
        onClose: done,
      };
    });
  });
  expect(got).toHaveLength(1);
  expect(got[0]).toContain("DENIED");
});

check("who connects to the control socket and says nothing is sent away", async () => {
  await new Promise<void>((sentAway) => {
    void connectForFrames(join(daemon.folder, "control/control.sock"), 1 << 20, () => ({
      onFrame: () => undefined,
      onBroken: () => undefined,
      onClose: sentAway,
    }));
  });
});

check(
  "a policy file that appears counts from the next check on; a broken one is said and changes nothing",
  async () => {
    const file = join(daemon.home, ".config/guard/policy.yaml");
    mkdirSync(join(daemon.home, ".config/guard"), { recursive: true });
    writeFileSync(
      file,
      "version: 1\nrules:\n  - id: pads\n    ruling: allow\n    match: { program: npm }\n    because: mine\n",
    );
    await until("the new policy counts", async () => {
      const status = await askControl(daemon.folder, { op: "status" }, STATUS_REPLY);
      return JSON.stringify(status).includes("policy files changed")
        ? true
        : JSON.stringify(status).includes("refused")
          ? fail(status)
          : undefined;
    });
    expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
    writeFileSync(file, "version: 1\nrules: [[[");
    await until("the refusal is said", async () => {
      const status = await askControl(daemon.folder, { op: "status" }, STATUS_REPLY);
      return JSON.stringify(status).includes("old policy stays") ? true : undefined;
    });
    expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
    expect(readFileSync(daemon.auditFile, "utf8")).toContain("policy-refused");
  },
);

check("a project file that breaks in a running session keeps its denies, and it is said", async () => {
  const file = join(daemon.project, ".guard/policy.yaml");
  mkdirSync(join(daemon.project, ".guard"));
  const denied = { verdict: "deny", rule: expect.stringMatching(/^project\./) };
  const said = async (words: string) =>
    JSON.stringify(await askControl(daemon.folder, { op: "status" }, STATUS_REPLY)).includes(words) ||
    undefined;
  expect(await daemon.line("ls")).toMatchObject({ verdict: "allow" });
  writeFileSync(file, "version: 1\nblocked_commands: [./deploy.sh]\n");
  await until("the new policy counts", () => said("policy files changed"));
  expect(await daemon.line("./deploy.sh")).toMatchObject(denied);
  writeFileSync(file, "commands: [x");
  await until("the refusal is said", () => said("old policy stays"));
  expect(await daemon.line("./deploy.sh")).toMatchObject(denied);
});

function fail(status: unknown): never {
  throw new Error(JSON.stringify(status));
}

test.skipIf(MACHINE_HAS_ORG_POLICY)("nobody answers in time: denied, and the record says so", async () => {
  const daemon = new TestDaemon();
  await daemon.start({ console: "wait", timeoutS: 1 });
  expect(await daemon.line("npm install left-pad")).toMatchObject({
    verdict: "deny",
    reason: expect.stringContaining("nobody answered"),
  });
  expect(daemon.records.at(-1)).toMatchObject({ timeout: true, decided_by: "timeout" });
  await daemon.stop();
});
