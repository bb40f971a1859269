/** A user's machine in small: a home, a repository with one commit, a runtime folder; and guard with an agent in it. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PendingQuestion } from "../../src/approval/question.ts";
import type { EventRecord, VerdictRecord } from "../../src/audit/record.ts";
import { GUARD, Run } from "../launcher/guard-run.ts";
import { processesWith } from "../launcher/processes.ts";
import type { Agent } from "./agent.ts";
import type { JsonObject } from "./dialect.ts";
import { nodeOf, programOf } from "./installed-agents.ts";
import { ScriptedModel, type Step } from "./scripted-model.ts";

/** Nobody listens there: an agent that looks for its maker's servers finds none, and soon. */
const NO_PROXY_THERE = "http://127.0.0.1:9";
const MARK = "GUARD_TEST_MARK";

interface RunOptions {
  readonly gate?: "on" | "off";
  readonly confine?: "auto" | "off";
  readonly console?: "none" | "wait";
}

export type Script = readonly (Step | string)[];

export class Workplace {
  // Not below /tmp: codex does not trust a home there. Short: socket paths have a limit.
  readonly folder = realpathSync(mkdtempSync("/var/tmp/ga-"));
  readonly work = join(this.folder, "work");
  readonly home = join(this.folder, "home");
  readonly model: ScriptedModel;
  readonly #agent: Agent;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(agent: Agent, model: ScriptedModel) {
    this.#agent = agent;
    this.model = model;
    const runtime = join(this.folder, "r");
    for (const folder of [this.work, this.home, runtime]) mkdirSync(folder, { mode: 0o700 });
    this.#env = {
      PATH: `${nodeOf(agent)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
      HOME: this.home,
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      XDG_RUNTIME_DIR: runtime,
      XDG_STATE_HOME: join(this.home, "state"),
      HTTPS_PROXY: NO_PROXY_THERE,
      https_proxy: NO_PROXY_THERE,
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
      [MARK]: this.folder,
      ...agent.configure(this.home, model.url),
    };
  }

  /** Ready for the agent, and cleared away when the test is over. A text is a call of its shell. */
  static async open(agent: Agent, script: Script | ((place: Workplace) => Script)): Promise<Workplace> {
    const model = await ScriptedModel.start();
    const place = new Workplace(agent, model);
    const steps = typeof script === "function" ? script(place) : script;
    model.script = steps.map((step) => (typeof step === "string" ? shellStep(agent, step) : step));
    onTestFinished(() => place.#close());
    place.#git("init", "--quiet");
    place.#git(
      "-c",
      "user.name=Test",
      "-c",
      "user.email=test@example.com",
      "commit",
      "--quiet",
      "--allow-empty",
      "-m",
      FIRST_COMMIT,
    );
    return place;
  }

  runGuarded(options: RunOptions = {}, args: readonly string[] = this.#agent.args): Run {
    const { gate = "on", confine = "auto", console = "none" } = options;
    const guard = ["run", "--gate", gate, "--confine", confine, "--console", console];
    // By the node of the tests: the agent may have another one.
    return this.#spawn(process.execPath, [GUARD, ...guard, "--", programOf(this.#agent), ...args]);
  }

  runPlain(args: readonly string[]): Run {
    return this.#spawn(programOf(this.#agent), args);
  }

  has(name: string): boolean {
    return existsSync(join(this.work, name));
  }

  /** Of one session: others may come and go on this machine. */
  pending(session: string): readonly PendingQuestion[] {
    return JSON.parse(this.#guard("pending", "--json", session)) as PendingQuestion[];
  }

  resolve(id: string, decision: "once" | "session" = "once"): void {
    this.#guard("resolve", id, "--decision", decision);
  }

  get verdicts(): readonly VerdictRecord[] {
    return this.#records.filter((record) => "verdict" in record);
  }

  get events(): readonly EventRecord[] {
    return this.#records.filter((record) => "event" in record);
  }

  get #records(): readonly (VerdictRecord | EventRecord)[] {
    const file = join(this.home, "state/guard/audit/permissions.jsonl");
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    return lines.map((line) => JSON.parse(line) as VerdictRecord | EventRecord);
  }

  #spawn(file: string, args: readonly string[]): Run {
    return new Run(spawn(file, args, { cwd: this.work, env: this.#env, stdio: ["ignore", "pipe", "pipe"] }));
  }

  #guard(...args: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [GUARD, ...args], {
      env: this.#env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`guard ${args.join(" ")} exits ${status}: ${stderr}`);
    return stdout;
  }

  #git(...args: readonly string[]): void {
    execFileSync("git", ["-C", this.work, ...args], { env: this.#env });
  }

  #close(): void {
    this.model.stop();
    for (const pid of processesWith(`${MARK}=${this.folder}`)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Gone meanwhile.
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A call of the agent's shell, with more arguments as the model may choose them. */
export function shellStep({ shell }: Agent, command: string, more: JsonObject = {}): Step {
  return { name: shell.name, args: { ...shell.args(command), ...more } };
}

/** A call of the tool by which the agent itself reads a file. */
export function readStep({ name, read }: Agent, path: string): Step {
  if (read === undefined) throw new Error(`${name} has no tool for files`);
  return { name: read.name, args: read.args(path) };
}

export const FIRST_COMMIT = "the first commit of the test";
