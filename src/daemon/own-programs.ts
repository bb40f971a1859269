/**
 * What counts as the agent itself: the program that the user named, on the way to it (an interpreter, `env`, a version manager),
 * its starts of itself, and what a known agent runs for itself. Everything else is a check like any other.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { KnownAgent } from "../core/agent.ts";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import type { Loaded } from "./loaded-program.ts";
import { isGivenProgram, isManagersStart, isStarter } from "./on-the-way.ts";
import type { OpenCheck } from "./open-check.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import { findRootScript, isManaged, type RootAgent, startsScript } from "./root.ts";
import { matchesWords, type PatternPlaces } from "./word-pattern.ts";

export interface OwnPrograms {
  /** The program that the user meant runs; before, what starts may be on the way to it. */
  readonly isThere: boolean;
  /** `pid`: the process that the seat became the agent in. */
  isOwn(exec: GateExec, loaded: Loaded, pid: number | undefined): boolean;
  /** `yes`: with what it starts. `passes`: what it starts is judged for itself. */
  startUpOf(check: OpenCheck): "yes" | "passes" | "no";
  /** Another agent, started below this one: what it does was not asked for with its start. */
  isAgent(name: string): boolean;
}

export interface OwnPorts {
  readonly root: RootAgent;
  readonly cwd: string;
  readonly places: PatternPlaces;
  loadAgents(): readonly KnownAgent[];
}

export function createOwnPrograms({ root, cwd, places, loadAgents }: OwnPorts): OwnPrograms {
  const script = findRootScript(root, cwd);
  const files = new Set<string>();
  const processes = new Map<number, number>();
  let agent = findAgent(root.program);
  /** Of the agent's script; known once it runs. */
  let interpreter: string | undefined;
  /** In the agent's process: what the user wrote, then perhaps what leads to the program, then the program itself. */
  let stage: "first" | "on-the-way" | "there" = "first";

  function findAgent(program: string): KnownAgent | undefined {
    return loadAgents().find(({ programs }) => programs.includes(basename(program)));
  }

  function note(exec: GateExec, loaded: Loaded): true {
    processes.set(Number(exec.pid), Number(exec.start));
    if (loaded.kind === "program" && isAgentsOwnFile(exec.path, agent)) files.add(fileOf(exec));
    return true;
  }

  /** From `#!/usr/bin/env node` to node, from pyenv to python: each step only once the one before was taken. */
  function isOnTheWay(exec: GateExec, loaded: Loaded): boolean {
    if (!isManaged(root.program) && script !== undefined && startsScript(exec, script)) {
      interpreter = fileOf(exec);
      stage = "there";
      return true;
    }
    if (isManaged(root.program) && isManagersStart(exec, loaded, root)) return true;
    if (!isGivenProgram(exec, root)) return false;
    agent ??= findAgent(exec.file);
    if (script !== undefined) interpreter = fileOf(exec);
    stage = "there";
    return true;
  }

  function isFirst(exec: GateExec, loaded: Loaded): boolean {
    stage = leadsOn(loaded, root) ? "on-the-way" : "there";
    if (loaded.kind === "script" && basename(exec.path) !== "env") interpreter = fileOf(exec);
    return isSameFile(exec, root.program);
  }

  function isPartOfAgent({ path }: GateExec): boolean {
    return agent !== undefined && isOwnFile(path, root.program, agent);
  }

  function isSameScript(exec: GateExec): boolean {
    return script !== undefined && interpreter === fileOf(exec) && startsScript(exec, script);
  }

  function isOwn(exec: GateExec, loaded: Loaded, pid: number | undefined): boolean {
    if (stage === "first" && Number(exec.pid) === pid) return isFirst(exec, loaded);
    if (files.has(fileOf(exec)) || isSameScript(exec)) return true;
    return (stage === "on-the-way" && isBelow(exec, pid) && isOnTheWay(exec, loaded)) || isPartOfAgent(exec);
  }

  return {
    get isThere() {
      return stage === "there";
    },
    isOwn: (exec, loaded, pid) => isOwn(exec, loaded, pid) && note(exec, loaded),
    startUpOf({ from, input, chain }) {
      if (agent === undefined || from.layer !== "gate" || input.what.kind !== "argv") return "no";
      const { argv } = input.what;
      if (!isStartedBy(chain, processes)) return "no";
      const fits = (pattern: readonly string[]) => matchesWords(pattern, argv, places);
      if (agent.passes.some(fits)) return "passes";
      return agent.starts.some(fits) ? "yes" : "no";
    },
    isAgent: (name) => loadAgents().some(({ programs }) => programs.includes(name)),
  };
}

/** By the agent's own processes, and no shell or tool between. */
function isStartedBy(chain: readonly ChainLink[], processes: ReadonlyMap<number, number>): boolean {
  const above = chain.slice(1);
  return (
    above.length > 0 &&
    above.every((link, index) => {
      const parent = above[index + 1];
      return isKnown(link, processes) || (parent !== undefined && isSubshell(link, parent));
    })
  );
}

function isKnown({ pid, startTicks }: ProcessStamp, processes: ReadonlyMap<number, number>): boolean {
  return processes.get(pid) === startTicks;
}

/** A tool of the system, a shell or an interpreter is not the agent, whatever it is started with. */
function isAgentsOwnFile(path: string, agent: KnownAgent | undefined): boolean {
  const name = basename(path);
  if (GENERAL.test(name)) return false;
  return agent?.programs.includes(name) === true || !DISTRIBUTION.test(path);
}

const DISTRIBUTION = /^\/(?:usr\/)?(?:s?bin|lib(?:exec|64)?)\//;
const GENERAL =
  /^(?:(?:ba|da|z|fi|k|mk|a|c|tc)?sh|(?:python|pypy|perl|ruby|php|lua|tclsh)[\d.]*|node|nodejs|bun|deno|java|env|npx?|npm|pnpm|yarn|uvx?|pipx|busybox|make|git|docker|ssh|tmux|screen)$/;

/** Is there another program behind it? */
function leadsOn(loaded: Loaded, { program }: RootAgent): boolean {
  return loaded.kind === "script" || isStarter(program);
}

function fileOf({ device, inode }: GateExec): string {
  return `${device}:${inode}`;
}

/** The agent's process, or its child: `timeout 60 claude` waits for it. */
function isBelow({ pid: rawPid, parent }: GateExec, pid: number | undefined): boolean {
  return Number(rawPid) === pid || Number(parent) === pid;
}

/** In the folder of packages that holds the agent: …/node_modules. */
function isOwnFile(path: string, program: string, { own }: KnownAgent): boolean {
  const packages = own.length === 0 || !path.includes("/node_modules/") ? undefined : packagesOf(program);
  if (packages === undefined || !path.startsWith(`${packages}/`)) return false;
  const place = [path.slice(packages.length + 1)];
  return own.some((pattern) => matchesWords([pattern], place, NO_PLACES));
}

const NO_PLACES: PatternPlaces = { home: "", project: "", data: "" };

function packagesOf(program: string): string | undefined {
  try {
    return /^(.*?\/node_modules)\//.exec(`${dirname(realpathSync.native(program))}/`)?.[1];
  } catch {
    return undefined;
  }
}

function isSameFile({ file, device, inode }: GateExec, program: string): boolean {
  if (file === program) return true;
  const found = statSync(program, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && String(found.dev) === device && String(found.ino) === inode;
}
