/**
 * What counts as the agent itself: the program that the user named, what leads to it (an interpreter, `env`, a version manager),
 * and its starts of itself. Everything else is a check like any other.
 */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { KnownAgent } from "../core/agent.ts";
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";
import type { GateExec } from "../protocol/gate-messages.ts";
import { isAgentsOwnFile, listOwnFiles, NO_FILES, type OwnFiles, stampOfFile } from "./agent-files.ts";
import { createSnapshots, type Snapshots } from "./agent-snapshots.ts";
import type { Loaded } from "./loaded-program.ts";
import { isGivenProgram, isManagersStart, isStarter } from "./on-the-way.ts";
import { writtenPath } from "./own-view.ts";
import { findRootScript, isManaged, type RootAgent, startedScript, startsScript } from "./root.ts";
import { readShebang } from "./script-start.ts";
import { isOfTheSystem } from "./system-files.ts";
import { matchesWords, type PatternPlaces } from "./word-pattern.ts";

export interface OwnPorts {
  readonly root: RootAgent;
  readonly cwd: string;
  readonly places: PatternPlaces;
  /** A known agent of this name. */
  findAgent(program: string): KnownAgent | undefined;
}

export interface Own {
  readonly agent: KnownAgent | undefined;
  /** The program that the user meant runs; before, what starts may be on the way to it. */
  readonly isThere: boolean;
  isProcess(process: ProcessStamp): boolean;
  /** One of the agent's own processes is its parent. */
  hasStarted(exec: GateExec): boolean;
  readonly snapshots: Snapshots;
  /** What the agent's own program is when it is told another name: `bfs` is find. Undefined: none of these. */
  argvOf(exec: GateExec): readonly string[] | undefined;
  /** `pid`: the process that the seat became the agent in. To be asked once for each program, when it is loaded. */
  isOwn(exec: GateExec, loaded: Loaded, pid: number | undefined): boolean;
}

export class OwnPrograms implements Own {
  readonly #root: RootAgent;
  readonly #places: PatternPlaces;
  readonly #findAgent: OwnPorts["findAgent"];
  readonly snapshots = createSnapshots();
  /** What the user started, if it is a script. */
  readonly #script: string | undefined;
  /** As it was before the agent ran. */
  readonly #scriptStamp: string | undefined;
  /** Of the agent's script; known once it runs. */
  #interpreter: string | undefined;
  /** As they were when they first ran: device and inode -> the time of the last change. */
  readonly #files = new Map<string, bigint>();
  readonly #processes = new Map<number, number>();
  /** In the agent's process: what the user wrote, then perhaps what leads to the program, then the program itself. */
  #stage: "first" | "on-the-way" | "there" = "first";
  #agent: KnownAgent | undefined;
  #packages: OwnFiles;
  /** A program that was given a file to run is an interpreter, under whatever name. */
  readonly #mayAddFile: boolean;

  constructor({ root, cwd, places, findAgent }: OwnPorts) {
    this.#root = root;
    this.#places = places;
    this.#findAgent = findAgent;
    this.#script = findRootScript(root, cwd);
    this.#scriptStamp = stampOfFile(this.#script);
    this.#agent = findAgent(root.program);
    this.#packages = this.#agent === undefined ? NO_FILES : listOwnFiles(root.program, this.#agent);
    this.#mayAddFile = this.#agent !== undefined || !runsFile(root, cwd);
  }

  get agent(): KnownAgent | undefined {
    return this.#agent;
  }

  get isThere(): boolean {
    return this.#stage === "there";
  }

  isProcess({ pid, startTicks }: ProcessStamp): boolean {
    return this.#processes.get(pid) === startTicks;
  }

  hasStarted({ parent }: GateExec): boolean {
    const since = this.#processes.get(Number(parent));
    return since !== undefined && findProcess(Number(parent))?.startTicks === since;
  }

  argvOf({ arg: [zero = "", ...args], ...exec }: GateExec): readonly string[] | undefined {
    const known = this.#agent?.names.find(({ name }) => name === basename(zero));
    if (known === undefined || !this.#isKnownFile(exec)) return undefined;
    const { means, drops } = known;
    return drops.every((word, index) => word === args[index])
      ? [means, ...args.slice(drops.length)]
      : undefined;
  }

  isOwn(exec: GateExec, loaded: Loaded, pid: number | undefined): boolean {
    const own = this.#find(exec, loaded, pid);
    // What was the agent has become something else, or something else the agent.
    if (own) this.#processes.set(Number(exec.pid), Number(exec.start));
    else this.#processes.delete(Number(exec.pid));
    if (own && loaded.kind === "program" && this.#mayAddFile && isAgentsOwnFile(exec.path, this.#agent))
      this.#files.set(fileOf(exec), changedAt(exec) ?? -1n);
    return own;
  }

  #find(exec: GateExec, loaded: Loaded, pid: number | undefined): boolean {
    if (this.#stage === "first" && Number(exec.pid) === pid) return this.#isFirst(exec, loaded);
    if (this.#stage === "on-the-way" && isBelow(exec, pid) && this.#isOnTheWay(exec, loaded)) return true;
    // A tool's shell that starts the agent's program (as `rg`, or for an agent of its own) is a tool's shell.
    if (loaded.kind !== "program" || !this.#isByItself(exec)) return false;
    return this.#isKnownFile(exec) || this.#isSameScript(exec) || this.#isPart(exec) || this.#passes(exec);
  }

  /** Once it has ended, anybody may write into the same file. */
  #isKnownFile(exec: Pick<GateExec, "device" | "inode" | "path">): boolean {
    const known = this.#files.get(fileOf(exec));
    return known !== undefined && known === changedAt(exec);
  }

  #isFirst(exec: GateExec, loaded: Loaded): boolean {
    const byEnv = loaded.kind === "script" && basename(exec.path) === "env";
    const leadsOn = byEnv || isStarter(this.#root.program) || isManaged(this.#root.program);
    this.#stage = leadsOn ? "on-the-way" : "there";
    if (this.#script !== undefined && !leadsOn) this.#interpreter = fileOf(exec);
    return isSameFile(exec, this.#root.program);
  }

  /** From `#!/usr/bin/env node` to node, from pyenv to python: each step only once the one before was taken. */
  #isOnTheWay(exec: GateExec, loaded: Loaded): boolean {
    const root = this.#root;
    if (!isManaged(root.program) && this.#isNamedInterpreter(exec) && loaded.kind === "program") {
      this.#interpreter = fileOf(exec);
      this.#stage = "there";
      return true;
    }
    if (isManaged(root.program) && isManagersStart(exec, loaded, root)) return true;
    if (!isGivenProgram(exec, root)) return false;
    this.#agent ??= this.#findAgent(exec.file);
    // It has not run yet.
    if (this.#agent !== undefined)
      this.#packages = listOwnFiles(writtenPath(exec.cwd, exec.file), this.#agent);
    if (this.#script !== undefined) this.#interpreter = fileOf(exec);
    this.#stage = "there";
    return true;
  }

  /** What env makes of the script's first line, in the same process, by the name that stands there. */
  #isNamedInterpreter(exec: GateExec): boolean {
    if (this.#script === undefined || !startsScript(exec, this.#script)) return false;
    const [name] = readShebang(this.#script) ?? [];
    return name !== undefined && basename(exec.file) === name && this.isProcess(stampOf(exec));
  }

  #isByItself(exec: GateExec): boolean {
    return this.isProcess(stampOf(exec)) || this.hasStarted(exec);
  }

  #isSameScript(exec: GateExec): boolean {
    if (this.#script === undefined || this.#interpreter !== fileOf(exec)) return false;
    if (startsScript(exec, this.#script)) return stampOfFile(this.#script) === this.#scriptStamp;
    // Another script of the agent's package, by the same interpreter.
    const script = startedScript(exec);
    return script !== undefined && this.#isPart({ path: script });
  }

  /** Its own sandbox, which starts it again. */
  #passes({ path, arg }: GateExec): boolean {
    if (this.#agent === undefined || !isOfTheSystem(path)) return false;
    const argv = [basename(path), ...arg.slice(1)];
    if (argv.some((word) => PUTS_THINGS.test(word))) return false;
    return this.#agent.passes.some((pattern) => matchesWords(pattern, argv, this.#places));
  }

  #isPart({ path }: Pick<GateExec, "path">): boolean {
    return this.#packages.includes(path);
  }
}

/** Options of bwrap that make something on the machine itself. */
const PUTS_THINGS = /^--(?:dir|symlink|file|(?:ro-)?bind-data|chmod|lock-file|args|.*overlay.*)$/;

export function stampOf({ pid, start }: GateExec): ProcessStamp {
  return { pid: Number(pid), startTicks: Number(start) };
}

/** Of the very file that was loaded. */
function changedAt({ path, device, inode }: Pick<GateExec, "path" | "device" | "inode">): bigint | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    const isIt = found !== undefined && `${found.dev}:${found.ino}` === `${device}:${inode}`;
    return isIt ? found.ctimeNs : undefined;
  } catch {
    return undefined;
  }
}

function fileOf({ device, inode }: Pick<GateExec, "device" | "inode">): string {
  return `${device}:${inode}`;
}

function runsFile({ argv: [, ...args], program }: RootAgent, cwd: string): boolean {
  return readShebang(program) === undefined && args.some((arg) => isFile(resolve(cwd, arg)));
}

/** A prompt may be longer than any name of a file. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The agent's process, or its child: `timeout 60 claude` waits for it. */
function isBelow({ pid: rawPid, parent }: GateExec, pid: number | undefined): boolean {
  return Number(rawPid) === pid || Number(parent) === pid;
}

function isSameFile({ file, device, inode }: GateExec, program: string): boolean {
  if (file === program) return true;
  const found = statSync(program, { bigint: true, throwIfNoEntry: false });
  return found !== undefined && String(found.dev) === device && String(found.ino) === inode;
}
