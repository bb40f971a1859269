/** The shell that the user started and that reads its stdin: a script is the user's own, a terminal without a line editor is refused. */
import { type ChildProcess, spawn } from "node:child_process";
import { type IPty, spawn as spawnInTerminal } from "@lydell/node-pty";
import { afterEach, beforeEach, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { STATUS_REPLY } from "../../src/protocol/control-messages.ts";
import { type Fields, lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
let terminal: IPty | undefined;
let piped: ChildProcess | undefined;
beforeEach(async () => {
  daemon = new TestDaemon();
  await daemon.start({ agent: ["zsh", "+Z"], program: "/usr/bin/zsh" });
});
afterEach(async () => {
  terminal?.kill("SIGKILL");
  piped?.kill("SIGKILL");
  await daemon.stop();
});

/** As the hook of the shell with this pid, which the user has started. */
async function askAbout(pid: number): Promise<Fields> {
  daemon.send({ op: "agent-started", pid });
  await until("the agent is known", async () => {
    const answer = await askControl(daemon.folder, { op: "status" }, STATUS_REPLY);
    return (answer.kind === "reply" && answer.reply.ok && answer.reply.status.agentPid === pid) || undefined;
  });
  const { line: _, ...rest } = lineCheck("", daemon.project, { kind: "stdin", pid: String(pid) });
  const connection = await daemon.connect();
  const answer = await connection.ask({ ...rest, shell: "zsh" }, ["zsh"]);
  connection.close();
  return answer;
}

check("a terminal", async () => {
  terminal = spawnInTerminal("/bin/sleep", ["1000"], {});
  expect(await askAbout(terminal.pid)).toMatchObject({
    verdict: "deny",
    rule: "guard.no-line-editor",
    instead: expect.stringContaining("TERM"),
  });
});

check("a pipe", async () => {
  piped = spawn("/bin/sleep", ["1000"], { stdio: ["pipe", "ignore", "ignore"] });
  expect(await askAbout(piped.pid ?? 0)).toMatchObject({ verdict: "allow" });
});

check("nothing", async () => {
  piped = spawn("/bin/sleep", ["1000"], { stdio: "ignore" });
  expect(await askAbout(piped.pid ?? 0)).toMatchObject({ verdict: "allow" });
});
