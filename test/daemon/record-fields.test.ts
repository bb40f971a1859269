/** What the real daemon writes down besides the verdict: who asked, who answered, how long it took, how it ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { MODE_REPLY, PENDING_REPLY, RESOLVE_REPLY } from "../../src/protocol/control-messages.ts";
import { TestApprover } from "../helpers/approver.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);
const ME = userInfo().username;

let daemon: TestDaemon;
let shell: ChildProcess | undefined;
beforeEach(() => {
  daemon = new TestDaemon();
});
afterEach(async () => {
  shell?.kill("SIGKILL");
  await daemon.stop();
});
const start = (more: Parameters<TestDaemon["start"]>[0] = {}) =>
  daemon.start({ session: "recfield", console: "wait", ...more });

const question = () =>
  until("a question", async () => {
    const answer = await askControl(daemon.folder, { op: "pending" }, PENDING_REPLY);
    return answer.kind === "reply" && answer.reply.ok ? answer.reply.pending[0]?.id : undefined;
  });
const find = (event: string) => daemon.records.find((record) => record["event"] === event);

describe("who ran it", () => {
  const agents: readonly [name: string, agent: readonly string[], program: string, said: string][] = [
    ["a known agent", ["claude", "-p", "x"], "/usr/bin/claude", "claude"],
    ["a known agent behind another program", ["timeout", "60", "codex"], "/usr/bin/timeout", "codex"],
    ["any other program", ["./tools/my-agent.sh"], "/home/me/tools/my-agent.sh", "my-agent.sh"],
  ];
  check.for(agents)("%s", async ([, agent, program, said]) => {
    await start({ agent: [...agent], program });
    await daemon.line("ls -la");
    expect(daemon.records.at(-1)).toMatchObject({ agent: said, project: daemon.project });
    expect(find("session-start")).toMatchObject({ details: { name: said, project: daemon.project } });
  });
});

check("a plain record says what it did, and leaves out what says nothing", async () => {
  await start();
  await daemon.line("ls -la");
  const record = daemon.records.at(-1);
  expect(record).toMatchObject({ effects: [`list:${daemon.project}`], timeout: false });
  for (const absent of ["rulings", "person", "asked_ms", "chain", "programs"])
    expect(record).not.toHaveProperty(absent);
  const { seq: _, hash: __, ...own } = record ?? {};
  expect(JSON.stringify(own).length - 3 * daemon.project.length).toBeLessThan(500);
});

check("where a secret is hidden, the programs are told by the engine's word", async () => {
  await start();
  await daemon.line("DB_PASSWORD=Zx9Qw4Er7Ty2Ui5O true; X=shutdown; $X now");
  const record = daemon.records.at(-1);
  expect(record?.["command"]).toContain("«redacted:assignment»");
  expect(record).toMatchObject({ verdict: "deny", programs: ["true", "shutdown"] });
});

check("rules of two layers are told", async () => {
  const config = join(daemon.home, ".config/guard");
  mkdirSync(config, { recursive: true });
  const rule = "{id: make, match: {program: make}, ruling: allow, because: test}";
  writeFileSync(join(config, "policy.yaml"), `version: 1\nrules: [${rule}]\n`);
  mkdirSync(join(daemon.project, ".guard"));
  const stricter = "{id: make, match: {program: make}, ruling: deny, because: test}";
  writeFileSync(join(daemon.project, ".guard/policy.yaml"), `version: 1\nrules: [${stricter}]\n`);
  await start();
  await daemon.line("ls && make all");
  expect(daemon.records.at(-1)).toMatchObject({
    rulings: ["user:allow:user.make", "project:deny:project.make"],
    rule: "project.make",
    decided_by: "rule",
  });
});

describe("who answered", () => {
  const doors: readonly [door: string, answer: (id: string) => Promise<unknown>][] = [
    [
      "resolve",
      (id) => askControl(daemon.folder, { op: "resolve", check: id, decision: "once" }, RESOLVE_REPLY),
    ],
    [
      "console",
      async (id) => {
        const console = await TestApprover.open(daemon.folder);
        await console.ask({ op: "resolve", check: id, decision: "once" });
        console.close();
      },
    ],
    [
      "card",
      async (id) => {
        const request = { v: 1, id: 1, op: "resolve", check: id, decision: "once" };
        daemon.send({ op: "control", request });
        await daemon.next("control");
      },
    ],
  ];
  check.for(doors)("by %s", async ([door, answer]) => {
    await start();
    const asked = daemon.line("mkdir build");
    const id = await question();
    await new Promise((done) => setTimeout(done, 30));
    await answer(id);
    expect(await asked).toMatchObject({ verdict: "allow" });
    const person = `${door}:${ME}`;
    const record = daemon.records.findLast((one) => one["request_id"] === id && "verdict" in one);
    expect(record).toMatchObject({
      person,
      decided_by: "person",
      rulings: ["mode:ask:mode.default", "person:allow:person"],
    });
    const waitedMs = record?.["asked_ms"];
    expect(waitedMs).toSatisfy(Number.isInteger);
    expect(waitedMs).toBeGreaterThanOrEqual(25);
    expect(waitedMs).toBeLessThanOrEqual(Number(record?.["latency_ms"]) + 1);
    expect(find("answered")).toMatchObject({ request_id: id, details: { decision: "once", person } });
  });

  check("a grant is told by the check that it was given for, and nobody was asked", async () => {
    await start();
    const first = daemon.line("mkdir build");
    const id = await question();
    await askControl(daemon.folder, { op: "resolve", check: id, decision: "session" }, RESOLVE_REPLY);
    await first;
    await daemon.line("mkdir build");
    const record = daemon.records.at(-1);
    expect(record).toMatchObject({
      decided_by: "grant",
      rulings: ["mode:ask:mode.default", `grant:allow:${id}`],
    });
    expect(record).not.toHaveProperty("asked_ms");
  });

  check("nobody: how long it waited", async () => {
    await start({ timeoutS: 1 });
    await daemon.line("mkdir build");
    const record = daemon.records.at(-1);
    expect(record).toMatchObject({ decided_by: "timeout", timeout: true });
    expect(record?.["asked_ms"]).toBeGreaterThanOrEqual(950);
    expect(record).not.toHaveProperty("person");
  });

  check("who switched the mode", async () => {
    await start();
    await askControl(daemon.folder, { op: "mode", mode: "plan" }, MODE_REPLY);
    expect(find("mode")).toMatchObject({ details: { from: "default", to: "plan", person: `mode:${ME}` } });
  });
});

describe("how it ended", () => {
  const exits = () => daemon.records.filter((record) => record["event"] === "exit");
  /** The pid of a real bash: only shells hold what is typed at them. */
  const startShell = (): string => {
    shell = spawn("/bin/bash", ["--norc"], { stdio: ["pipe", "ignore", "ignore"] });
    return String(shell.pid);
  };
  const prompt = (pid: string, status?: string) =>
    daemon.ask({ op: "prompt", id: "1", shell: "bash", pid, ...(status === undefined ? {} : { status }) });

  check("a typed line, by what its shell says at the next prompt, once", async () => {
    await start();
    const pid = startShell();
    await prompt(pid, "0");
    const { check: id } = await daemon.line("ls nothing", { pid, interactive: "yes" });
    await prompt(pid, "2");
    await prompt(pid, "130");
    await daemon.line("ls");
    expect(exits()).toEqual([
      expect.objectContaining({ session: "recfield", request_id: id, details: { exit_code: 2 } }),
    ]);
  });

  const nothing: readonly [name: string, line: string, status: string | undefined][] = [
    ["a denied line has none", "rm -rf /", "126"],
    ["a hook that tells none", "ls", undefined],
    ["what is no number", "ls", "2; rm"],
  ];
  check.for(nothing)("%s", async ([, line, status]) => {
    await start();
    const pid = startShell();
    await daemon.line(line, { pid, interactive: "yes" });
    expect(await prompt(pid, status)).toMatchObject({ noted: "yes" });
    await daemon.line("ls");
    expect(exits()).toEqual([]);
  });

  const ends: readonly [told: string, details: object][] = [
    ["exited 3", { exit_code: 3 }],
    ["killed 9", { signal: "SIGKILL" }],
  ];
  check.for(ends)("the agent: %s", async ([told, details]) => {
    await start();
    const seat = createConnection(join(daemon.folder, "control/seat.sock"));
    seat.on("error", () => undefined);
    seat.on("data", (words) => {
      if (words.includes("go")) seat.write(`${told}\n`);
      if (words.includes("end")) seat.end("empty\n");
    });
    seat.write(`agent ${process.pid}\n`);
    await daemon.next(told.startsWith("exited") ? "exited" : "killed");
    daemon.send({ op: "end" });
    await daemon.next("tree-ended");
    expect(find("session-end")).toMatchObject({ details: { why: "the agent ended", ...details } });
  });
});
