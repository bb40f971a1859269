/** Leases, with real processes: what an allowed line covers, and what not. */
import { type ChildProcess, spawn } from "node:child_process";
import { readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY, RESOLVE_REPLY, STATUS_REPLY } from "../../src/protocol/control-messages.ts";
import { type Fields, lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

/** A real bash that does what it is told and tells the pids of what it starts. */
class Shell {
  readonly child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(hooked: string, args: readonly string[]) {
    // A group of its own, so that all of it can be ended.
    this.child = spawn("/bin/bash", args, {
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: process.env["PATH"], HOME: daemon.home, BASH_ENV: hooked },
    });
    const { stdout } = this.child;
    if (!stdout) throw new Error("no stdout");
    this.#lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  get pid(): string {
    return String(this.child.pid);
  }

  /** A process that the shell started, new each time: one that was allowed has a lease of its own. */
  async startChild(): Promise<string> {
    const pid = await this.pidFrom("sleep 1000 & echo $!");
    // Until then it is a fork of this bash, which stands in for guard's shim.
    await until("the child is sleep", () => readlinkSync(`/proc/${pid}/exe`).endsWith("/sleep") || undefined);
    return pid;
  }

  /** Runs a line that prints one pid. */
  async pidFrom(line: string): Promise<string> {
    this.child.stdin?.write(`${line}\n`);
    const { value } = (await this.#lines.next()) as { value: string };
    return value.trim();
  }
}

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
const shells: Shell[] = [];
beforeAll(async () => {
  daemon = new TestDaemon();
  // A shim is this program while it asks; here a bash stands in for it.
  symlinkSync("/bin/bash", join(daemon.folder, "agent/guard-ask"));
  await daemon.start({ console: "wait", timeoutS: 1, agent: ["bash"], program: "/bin/bash" });
});
afterEach(() => {
  for (const { child } of shells.splice(0)) process.kill(-(child.pid ?? 0), "SIGKILL");
});
afterAll(() => daemon.stop());

/** A login shell with a line, which does what it is told all the same. */
const LOGIN = ["-lc", 'while read -r line; do eval "$line"; done'];
const shell = (args: readonly string[] = ["--norc"]): Shell => {
  const made = new Shell(join(daemon.folder, "agent/hook.bash"), args);
  shells.push(made);
  return made;
};
/** A person allows what is asked next. */
async function allowed(asked: Promise<Fields>, decision: "once" | "session" = "once"): Promise<Fields> {
  const question = await until("a question", async () => {
    const answer = await askControl(daemon.folder, { op: "pending" }, PENDING_REPLY);
    return answer.kind === "reply" && answer.reply.ok ? answer.reply.pending[0] : undefined;
  });
  await askControl(daemon.folder, { op: "resolve", check: question.id, decision }, RESOLVE_REPLY);
  return asked;
}
const line = (text: string, pid: string, more: Fields = {}) => daemon.line(text, { pid, ...more });
async function argv(words: readonly string[], pid: string): Promise<Fields> {
  const { line: _, shell: __, ...rest } = lineCheck("", daemon.project, { pid });
  const connection = await daemon.connect();
  const answer = await connection.ask(
    { ...rest, layer: "shim", kind: "argv", path: `/usr/bin/${words[0]}` },
    words,
  );
  connection.close();
  return answer;
}

check("covers the program that the line named, in the shell's child", async () => {
  const bash = shell();
  expect(await allowed(line("rm -rf build && touch done", bash.pid))).toMatchObject({ verdict: "allow" });
  expect(await argv(["rm", "-rf", "build"], await bash.startChild())).toMatchObject({ verdict: "allow" });
  expect(await argv(["touch", "done"], await bash.startChild())).toMatchObject({ verdict: "allow" });
});

check("does not cover another target, nor another program, that the shell itself starts", async () => {
  const bash = shell();
  await allowed(line("rm -rf build", bash.pid));
  expect(await argv(["rm", "-rf", "src"], await bash.startChild())).toMatchObject({ verdict: "deny" });
  expect(await argv(["npm", "install"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

check("covers what a program below starts, but never a deny", async () => {
  const bash = shell();
  await allowed(line("make all", bash.pid));
  // A perl that forks: a program between the shell and what is asked about.
  const grandchild = () =>
    bash.pidFrom(`perl -e '$| = 1; if ($p = fork) { print "$p\\n"; sleep 1000 } else { sleep 1000 }' &`);
  expect(await argv(["gcc", "-c", "x.c"], await grandchild())).toMatchObject({ verdict: "allow" });
  expect(await argv(["rm", "-rf", "/"], await grandchild())).toMatchObject({
    verdict: "deny",
    rule: expect.stringMatching(/^floor/),
  });
  expect(await argv(["kubectl", "delete", "pod", "x"], await grandchild())).toMatchObject({
    verdict: "deny",
  });
});

check("a subshell is the shell itself", async () => {
  const bash = shell();
  await allowed(line("(rm -rf build)", bash.pid));
  const inSubshell = () => bash.pidFrom("( sleep 1000 & echo $!; wait ) &");
  expect(await argv(["rm", "-rf", "build"], await inSubshell())).toMatchObject({ verdict: "allow" });
  expect(await argv(["npm", "install"], await inSubshell())).toMatchObject({ verdict: "deny" });
});

check("bash -c by the shim and the same line by the hook are one question", async () => {
  const bash = shell();
  expect(await allowed(argv(["bash", "-c", "npm install left-pad"], bash.pid))).toMatchObject({
    verdict: "allow",
  });
  expect(await line("npm install left-pad", bash.pid)).toMatchObject({ verdict: "allow" });
  expect(await line("npm install right-pad", bash.pid)).toMatchObject({ verdict: "deny" });
});

check("ends at the prompt of an interactive shell", async () => {
  const bash = shell();
  await daemon.ask({ op: "start", id: "1", shell: "bash", pid: bash.pid });
  await daemon.ask({ op: "prompt", id: "1", shell: "bash", pid: bash.pid });
  await allowed(line("rm -rf build", bash.pid, { interactive: "yes" }));
  expect(await argv(["rm", "-rf", "build"], await bash.startChild())).toMatchObject({ verdict: "allow" });
  await daemon.ask({ op: "prompt", id: "1", shell: "bash", pid: bash.pid });
  expect(await argv(["rm", "-rf", "build"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

/** A perl that forks: a program between the shell and what is asked about. */
const startBelow = (bash: Shell) =>
  bash.pidFrom(`perl -e '$| = 1; if ($p = fork) { print "$p\\n"; sleep 1000 } else { sleep 1000 }' &`);
const typed = { interactive: "yes" };
const prompt = (bash: Shell) => daemon.ask({ op: "prompt", id: "1", shell: "bash", pid: bash.pid });

check("a background job keeps its line's lease when the prompt is there again", async () => {
  const bash = shell();
  await prompt(bash);
  await allowed(line("make all &", bash.pid, typed));
  const job = await startBelow(bash);
  await prompt(bash);
  expect(await argv(["gcc", "-c", "x.c"], job)).toMatchObject({ verdict: "allow" });
  // The prompt's own doing is not the job's.
  expect(await argv(["make", "all"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

check("a background job's lease covers nothing of a later line", async () => {
  const bash = shell();
  await prompt(bash);
  await allowed(line("make all &", bash.pid, typed));
  await startBelow(bash);
  await prompt(bash);
  expect(await line("less big", bash.pid, typed)).toMatchObject({ verdict: "allow" });
  expect(await argv(["rm", "-f", "important"], await startBelow(bash))).toMatchObject({ verdict: "deny" });
  expect(await argv(["make", "all"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

check("nor does a later line's lease cover the job", async () => {
  const bash = shell();
  await prompt(bash);
  await allowed(line("touch a &", bash.pid, typed));
  const job = await bash.pidFrom("( sleep 1000 & echo $!; wait ) &");
  await prompt(bash);
  await allowed(line("rm -rf build", bash.pid, typed));
  expect(await argv(["rm", "-rf", "build"], job)).toMatchObject({ verdict: "deny" });
  expect(await argv(["rm", "-rf", "build"], await bash.startChild())).toMatchObject({ verdict: "allow" });
});

check("what a process is now counts: a shell that became a pager covers no more than the pager", async () => {
  const bash = shell();
  await allowed(line("touch a; exec less big", bash.pid));
  expect(await argv(["less", "big"], bash.pid)).toMatchObject({ verdict: "allow" });
  expect(await argv(["rm", "-f", "important"], await startBelow(bash))).toMatchObject({ verdict: "deny" });
});

/** The daemon takes it for the agent that the user started. */
async function makeRoot({ child }: Shell): Promise<void> {
  daemon.send({ op: "agent-started", pid: child.pid ?? 0 });
  await until("the agent is known", async () => {
    const answer = await askControl(daemon.folder, { op: "status" }, STATUS_REPLY);
    const known = answer.kind === "reply" && answer.reply.ok && answer.reply.status.agentPid === child.pid;
    return known ? true : undefined;
  });
}

check("a note of start-up from any other shell changes nothing", async () => {
  const bash = shell();
  await daemon.ask({ op: "start", id: "1", shell: "bash", pid: bash.pid });
  expect(await argv(["mkdir", "-p", "cache"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

check("a line typed in a shell below is a question of its own", async () => {
  const bash = shell();
  await allowed(line("bash", bash.pid));
  const inner = await bash.startChild();
  await argv(["bash"], inner);
  expect(await line("npm install x", inner, { interactive: "yes" })).toMatchObject({ verdict: "deny" });
});

check("a shell that reads its stdin covers nothing that it starts", async () => {
  const bash = shell();
  await allowed(line("cat x | bash; make", bash.pid));
  const inner = await bash.pidFrom(`perl -e '$| = 1; print "$$\n"; sleep 1000' &`);
  const { line: _, ...rest } = lineCheck("", daemon.project, { pid: inner });
  const connection = await daemon.connect();
  const asked = await connection.ask({ ...rest, kind: "stdin" }, ["bash"]);
  connection.close();
  expect(asked).toMatchObject({ verdict: "allow" });
  expect(await argv(["npm", "install"], inner)).toMatchObject({ verdict: "deny" });
});

check("a script that the line named is covered, but not what the floor denies in it", async () => {
  const bash = shell();
  writeFileSync(join(daemon.project, "go.sh"), "#!/bin/bash\nmkdir -p out\n", { mode: 0o755 });
  await allowed(line("./go.sh all", bash.pid));
  const { line: _, ...rest } = lineCheck("", daemon.project, { kind: "script", path: "./go.sh" });
  const ask = async () => {
    const connection = await daemon.connect();
    const answer = await connection.ask({ ...rest, pid: await bash.startChild() }, ["./go.sh", "all"]);
    connection.close();
    return answer;
  };
  expect(await ask()).toMatchObject({ verdict: "allow" });
  writeFileSync(join(daemon.project, "go.sh"), "#!/bin/bash\nrm -rf ~\n");
  expect(await ask()).toMatchObject({ verdict: "deny" });
});

check("the interpreter that a file's first line names is not asked about by itself", async () => {
  const bash = shell();
  writeFileSync(join(daemon.project, "tool"), "#!/usr/bin/env node\n", { mode: 0o755 });
  await allowed(line("./tool --fast", bash.pid));
  expect(await argv(["node", "./tool", "--fast"], await bash.startChild())).toMatchObject({
    verdict: "allow",
  });
  expect(await argv(["node", "./tool", "--slow"], await bash.startChild())).toMatchObject({
    verdict: "deny",
  });
  expect(await argv(["node", "-e", "0", "./tool"], await bash.startChild())).toMatchObject({
    verdict: "deny",
  });
});

check("start-up files run unasked but not unjudged; at the prompt only what reads passes", async () => {
  const bash = shell();
  await makeRoot(bash);
  await daemon.ask({ op: "start", id: "1", shell: "bash", pid: bash.pid });
  expect(await argv(["mkdir", "-p", "cache"], await bash.startChild())).toMatchObject({ verdict: "allow" });
  expect(await argv(["rm", "-rf", "/"], await bash.startChild())).toMatchObject({ verdict: "deny" });
  await daemon.ask({ op: "prompt", id: "1", shell: "bash", pid: bash.pid });
  expect(await argv(["git", "rev-parse", "HEAD"], await bash.startChild())).toMatchObject({
    verdict: "allow",
  });
  expect(await argv(["mkdir", "-p", "cache"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});

check("a subshell of a login shell that has asked is past its profile too", async () => {
  const bash = shell(LOGIN);
  await line("ls", bash.pid);
  const inSubshell = await bash.pidFrom("( sleep 1000 & echo $!; wait ) &");
  expect(await argv(["mkdir", "-p", "cache"], inSubshell)).toMatchObject({ verdict: "deny" });
});

check("a login shell that no hook sees is not taken to be starting", async () => {
  const posix = shell(["--posix", "-l"]);
  expect(await argv(["mkdir", "-p", "cache"], await posix.startChild())).toMatchObject({ verdict: "deny" });
});

check("what is above the agent does not count", async () => {
  const user = shell(LOGIN);
  // It tells its pid itself: what the shell has only just forked is still that shell.
  const agent = await user.pidFrom(`perl -e '$| = 1; print "$$\\n"; sleep 1000' &`);
  daemon.send({ op: "agent-started", pid: Number(agent) });
  await until("the agent is known", async () => {
    const answer = await askControl(daemon.folder, { op: "status" }, STATUS_REPLY);
    const known =
      answer.kind === "reply" && answer.reply.ok && answer.reply.status.agentPid === Number(agent);
    return known ? true : undefined;
  });
  expect(await argv(["mkdir", "-p", "cache"], agent)).toMatchObject({ verdict: "deny" });
});

check("a lied pid gets no lease", async () => {
  const bash = shell();
  const liar = await bash.startChild();
  await allowed(argv(["mkdir", "made"], liar));
  expect(await argv(["rm", "victim"], liar)).toMatchObject({ verdict: "deny" });
});

check("the program that was found counts, not what it is told to be", async () => {
  const bash = shell();
  const { line: _, shell: __, ...rest } = lineCheck("", daemon.project, { pid: await bash.startChild() });
  const connection = await daemon.connect();
  const answer = await connection.ask({ ...rest, layer: "shim", kind: "argv", path: "/usr/bin/rm" }, [
    "ls",
    "victim",
  ]);
  connection.close();
  expect(answer).toMatchObject({ verdict: "deny" });
});

check("a session's answer to a script holds for its content", async () => {
  const script = join(daemon.project, "bound.sh");
  writeFileSync(script, "#!/bin/bash\nmkdir -p out\n", { mode: 0o755 });
  const ask = () => daemon.line("./bound.sh");
  expect(await allowed(ask(), "session")).toMatchObject({ verdict: "allow" });
  expect(await ask()).toMatchObject({ verdict: "allow" });
  writeFileSync(script, "#!/bin/bash\nrm -f victim\n");
  expect(await ask()).toMatchObject({ verdict: "deny" });
});

check("a login shell's profile runs unasked until the shell asks for its own line", async () => {
  const bash = shell(LOGIN);
  expect(await argv(["mkdir", "-p", "cache"], await bash.startChild())).toMatchObject({ verdict: "allow" });
  expect(await line("ls", bash.pid)).toMatchObject({ verdict: "allow" });
  expect(await argv(["mkdir", "-p", "cache"], await bash.startChild())).toMatchObject({ verdict: "deny" });
});
