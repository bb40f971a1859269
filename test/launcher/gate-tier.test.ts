/** `guard run --gate on`: every program is seen, whatever starts it, and a line that was answered is not asked again. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { GUARD, isBuilt, Machine, ROOT } from "./guard-run.ts";
import { agentScript, canUseTerminal, hasProgram, openUserTerminal, readOr } from "./user-terminal.ts";

const probe = spawnSync(join(ROOT, "dist/native/guard-seat"), ["--probe-gate"], { encoding: "utf8" });
const works = isBuilt && probe.status === 0;
if (!works)
  process.stderr.write(`tests with the exec gate are skipped: ${probe.stdout ?? "no guard-seat"}\n`);

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

interface Entry {
  readonly event?: string;
  readonly layer?: string;
  readonly command?: unknown;
  readonly verdict?: string;
  readonly decided_by?: string;
}

const audit = (): Entry[] =>
  readOr(join(machine.folder, "home/state/guard/audit/permissions.jsonl"), "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Entry);
const asked = () => audit().filter(({ event }) => event === "asked").length;
const guard = (...args: readonly string[]) =>
  spawnSync(GUARD, args, { env: machine.env, cwd: machine.work, encoding: "utf8" }).stdout;

/** Allows the next question; what it was about. */
async function allowNext(): Promise<string> {
  const { id, line } = await until("a question", async () => (await machine.pending())[0]);
  guard("resolve", id, "--decision", "once");
  return line;
}

/** Confined where bubblewrap works. */
const TIER = /^gate\+(?:confined\+)?hooks$/;

describe.skipIf(!works)("the tier", () => {
  test("is on the start line, which has no other beside it, and in guard sessions", async () => {
    const run = machine.runGated(["--", agentScript(machine, "a", "echo up; read -r x; exit 3")], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    await run.shows("up");
    expect(run.stderr).toMatch(
      /^guard: session [a-z0-9]{8}, DEFAULT, gate\+(?:confined\+)?hooks, asks: nobody, denies\n$/,
    );
    // Others of this user's may run as well.
    const session = /session ([a-z0-9]{8})/.exec(run.stderr)?.[1];
    expect(JSON.parse(guard("sessions", "--json"))).toContainEqual(
      expect.objectContaining({ session, tier: expect.stringMatching(TIER) }),
    );
    expect(guard("sessions")).toMatch(/gate\+(?:confined\+)?hooks; /);
    run.child.stdin?.end("x\n");
    expect((await run.closed).code).toBe(3);
    await machine.leavesNothing();
  });

  test("auto is the gate where it works", async () => {
    const run = machine.spawn(GUARD, ["run", "--", "true"]);
    expect((await run.closed).code).toBe(0);
    expect(run.stderr).toMatch(/, gate\+(?:confined\+)?hooks, /);
  });

  test("the agent's variables are the user's, but for hooks of shells that are typed to", async () => {
    const env: NodeJS.ProcessEnv = { ...machine.env, BASH_ENV: "/my/env" };
    const run = machine.runGated(["--", "env", "-0"], { env });
    await run.closed;
    const names = (text: string) => text.split("\0").map((line) => line.slice(0, line.indexOf("=")));
    const added = names(run.stdout).filter((name) => name !== "" && env[name] === undefined);
    expect(added.sort()).toEqual(
      ["GUARD_AGENT_SOCKET", "GUARD_SESSION", "PROMPT_COMMAND", "XDG_DATA_DIRS", "ZDOTDIR"].filter(
        (name) => env[name] === undefined,
      ),
    );
    const lines = run.stdout.split("\0");
    expect(lines).toEqual(expect.arrayContaining(["BASH_ENV=/my/env", `PATH=${machine.env["PATH"]}`]));
  });

  test("the agent's folder has no shims, and says that there is a gate", async () => {
    const run = machine.runGated(["--", agentScript(machine, "a", "echo $GUARD_AGENT_SOCKET; read -r x")], {
      stdio: ["pipe", "pipe", "pipe"],
    });
    await run.shows("agent.sock");
    const names = readdirSync(join(run.stdout.trim(), ".."));
    expect(names).toContain("gated");
    expect(names).not.toContain("shims");
    run.child.stdin?.end();
    await run.closed;
    await machine.leavesNothing();
  });
});

describe.skipIf(!works)("guard's own processes", () => {
  test.for(["daemon", "launcher"] as const)("the %s cannot be ended from below", async (who) => {
    const agent = agentScript(machine, "a", "echo up; read -r pid; kill -9 $pid; echo status $?");
    const run = machine.runGated(["--", agent], { stdio: ["pipe", "pipe", "pipe"] });
    await run.shows("up");
    const [session = ""] = machine.sessions;
    const record = readFileSync(join(machine.runtime, "guard", session, "control/session.json"), "utf8");
    run.child.stdin?.end(`${JSON.parse(record)[who].pid}\n`);
    expect((await run.closed).code).toBe(0);
    expect(run.stdout).toBe("up\nstatus 1\n");
  });
});

const SHELLS = ["bash", "zsh", "fish"].filter((shell) => hasProgram(shell));

describe.skipIf(!works)("a shell with a line, below the agent", () => {
  test.for(
    [...SHELLS, "dash"].flatMap(
      (shell) =>
        [
          [shell, `${shell} -c`],
          [shell, `/usr/bin/env -i /usr/bin/${shell} -c`],
        ] as const,
    ),
  )("%s: one question, and none for its programs (%s)", async ([, start]) => {
    const run = machine.runGated([
      "--console",
      "wait",
      "--",
      agentScript(machine, "a", `${start} 'touch one; touch two'`),
    ]);
    expect(await allowNext()).toContain("touch one; touch two");
    expect((await run.closed).code).toBe(0);
    expect(readdirSync(machine.work).sort()).toEqual(["one", "two"]);
    expect(asked()).toBe(1);
    await machine.leavesNothing();
  });

  test.for([...SHELLS, "dash"])("%s: a denied one runs no part of itself", async (shell) => {
    const line = "touch ran; /usr/bin/sudo -n true";
    const run = machine.runGated([
      "--",
      agentScript(machine, "a", `/usr/bin/${shell} -c '${line}'; echo "status $?"`),
    ]);
    await run.closed;
    expect(run.stdout).toBe("status 126\n");
    expect(run.stderr).toMatch(/^guard: denied: .+ \[rule \S+, check [0-9a-f-]{36}\]$/m);
    expect(run.stderr.match(/guard: denied/g)).toHaveLength(1);
    expect(readdirSync(machine.work)).toEqual([]);
  });
});

const PROMPTS = {
  ".bashrc": "PS1='in> '\n",
  ".zshrc": "PS1='in> '\n",
  "config/fish/config.fish": "function fish_prompt; echo -n 'in> '; end; function fish_greeting; end\n",
  // Else the first fish of a home makes it in the background.
  ".local/share/fish/generated_completions/none": "",
};

async function openShell(shell: string) {
  for (const [name, text] of Object.entries(PROMPTS)) {
    mkdirSync(join(machine.folder, "home", name, ".."), { recursive: true });
    writeFileSync(join(machine.folder, "home", name), text);
  }
  const user = await openUserTerminal(machine, "nothing");
  await user.enter(`${GUARD} run --gate on -- ${shell}`);
  const prompts = (screen: string) => screen.match(/^in>/gm)?.length ?? 0;
  await user.waitFor((screen) => prompts(screen) === 1, "the shell's prompt");
  return {
    ...user,
    /** Types it, and does not wait. */
    async line(text: string) {
      await user.type(text);
      await user.press("Enter");
    },
    prompt: (count: number) => user.waitFor((screen) => prompts(screen) >= count, `prompt ${count}`),
  };
}

describe.skipIf(!works || !canUseTerminal)("a shell that is typed to", () => {
  test.for(SHELLS)("%s: each line is one question, its programs and shells none", async (shell) => {
    const { line, prompt, status, kill } = await openShell(shell);
    try {
      expect(asked()).toBe(0);
      await line("touch one; bash -c 'touch two; touch three'");
      expect(await allowNext()).toBe("touch one; bash -c 'touch two; touch three'");
      await prompt(2);
      expect(readdirSync(machine.work).sort()).toEqual(["one", "three", "two"]);
      expect(asked()).toBe(1);
      await line("ls | cat");
      await prompt(3);
      expect(asked()).toBe(1);
      await line("touch four; /usr/bin/sudo -n true");
      expect(await prompt(4)).toContain("guard: denied: ");
      expect(existsSync(join(machine.work, "four"))).toBe(false);
      await line("exit 7");
      expect(await status()).toBe("7");
    } finally {
      await kill();
    }
    expect(audit().filter(({ verdict }) => verdict === "deny")).toHaveLength(1);
    await machine.leavesNothing();
  });

  test.for(SHELLS)("%s: a text of several lines is one question", async (shell) => {
    const { line, prompt, status, kill } = await openShell(shell);
    const loop =
      shell === "fish" ? ["for i in a b", "touch $i", "end"] : ["for i in a b", "do touch $i", "done"];
    try {
      for (const text of loop) await line(text);
      const shown = (await allowNext()).split("\n").map((row) => row.trim());
      expect(shown).toEqual(loop);
      await prompt(2);
      expect(readdirSync(machine.work).sort()).toEqual(["a", "b"]);
      expect(asked()).toBe(1);
      await line("exit 0");
      expect(await status()).toBe("0");
    } finally {
      await kill();
    }
    await machine.leavesNothing();
  });

  test.skipIf(!SHELLS.includes("bash"))("bash: a line that is written in an editor", async () => {
    writeFileSync(join(machine.folder, "editor"), 'read -r text <"$1"; echo "$text edited" >"$1"\n');
    machine.env["EDITOR"] = `sh ${machine.folder}/editor`;
    const { type, press, prompt, kill, line, status } = await openShell("bash");
    try {
      await type("echo");
      await press("C-x", "C-e");
      expect(await allowNext()).toMatch(/^sh \S+\/editor (\S+bash-fc\.\d+); rm -f -- \1$/);
      expect(await prompt(2)).toMatch(/^edited$/m);
      expect(asked()).toBe(1);
      await line("exit 0");
      expect(await status()).toBe("0");
    } finally {
      await kill();
    }
  });
});
