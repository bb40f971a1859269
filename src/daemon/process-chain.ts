/** Who started a process: read from the kernel, never told by the asker. Empty where there is no /proc. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { findProcess, type ProcessFacts, type ProcessStamp } from "../ipc/process-stamp.ts";

export interface ChainLink extends ProcessFacts {
  /** Its arguments, read when first asked for. */
  readonly args: readonly string[];
  readonly program: string | undefined;
  /** For people; left out where nobody told it. */
  readonly shown?: string;
  /** What it was started with; later changes do not show. */
  variable(name: string): string | undefined;
  /** All their names; none where they may not be read. */
  variableNames(): readonly string[];
}

/** Deeper trees than this are not followed: the check then stands for itself. */
const MAX_DEPTH = 64;

/** What the gate told of a process when it was loaded. */
export interface ToldProcess extends ProcessStamp {
  readonly program: string;
  readonly args: readonly string[];
  /** For people. */
  readonly shown: string;
}

/** Where the session's tree ends: the agent is its top; seat and launcher are above it. */
export interface TreeTop {
  readonly agentPid: number | undefined;
  readonly seatPid: number | undefined;
  readonly launcherPid: number;
  /** What is known of this very process: then the kernel need not be asked for it. */
  toldOf?(process: ProcessStamp): ToldProcess | undefined;
}

/**
 * The process itself first, then its parents, up to the agent. Empty when it does not lead there: what is above the agent is
 * the user's own, and nothing that runs there may speak for what runs here. `itself`: what the kernel has just told of it.
 */
export function findChain(pid: number, top: TreeTop, itself?: ProcessFacts): ChainLink[] {
  const chain: ChainLink[] = [];
  let facts = itself ?? findProcess(pid);
  while (facts !== undefined && chain.length < MAX_DEPTH) {
    if (facts.pid === top.seatPid || facts.pid === top.launcherPid) return chain;
    const told = top.toldOf?.(facts);
    const link = told ? withTold(facts, told) : withDetails(facts);
    chain.push(link);
    if (facts.pid === top.agentPid) return chain;
    facts = findParent(link);
  }
  return [];
}

/** A parent that has just died has left its children to another, who is read in its place. */
function findParent({ pid, parentPid }: ChainLink): ProcessFacts | undefined {
  if (parentPid <= 1) return undefined;
  const parent = findProcess(parentPid);
  if (parent !== undefined) return parent;
  const newParentPid = findProcess(pid)?.parentPid ?? 0;
  return newParentPid <= 1 || newParentPid === parentPid ? undefined : findProcess(newParentPid);
}

/** A fork that runs on with its parent's program: `( … )`, one side of a pipe, `$( … )`. */
export function isSubshell(link: ChainLink, parent: ChainLink): boolean {
  return (
    link.program !== undefined &&
    link.program === parent.program &&
    link.args.length === parent.args.length &&
    link.args.every((arg, index) => arg === parent.args[index])
  );
}

/** The processes that it has started itself and that still run. Empty where the kernel does not tell. */
export function findChildren(pid: number): ProcessStamp[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" "))
      .flatMap((child) => findProcess(Number(child)) ?? []);
  } catch {
    return [];
  }
}

function withTold(facts: ProcessFacts, { args, program, shown }: ToldProcess): ChainLink {
  return { ...facts, args, program, shown, ...variablesOf(facts.pid) };
}

function withDetails(facts: ProcessFacts): ChainLink {
  let args: readonly string[] | undefined;
  return {
    ...facts,
    get args() {
      args ??= readArgs(facts.pid);
      return args;
    },
    get program() {
      return readProgram(facts.pid);
    },
    ...variablesOf(facts.pid),
  };
}

function readArgs(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  } catch {
    return [];
  }
}

function readProgram(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return undefined;
  }
}

/** What it was started with; later changes do not show. */
export function readVariable(pid: number, name: string): string | undefined {
  return variablesOf(pid).variable(name);
}

/** Whoever asks for one asks for more. */
function variablesOf(pid: number): Pick<ChainLink, "variable" | "variableNames"> {
  let text: string | undefined;
  const read = () => (text ??= readEnviron(pid));
  return {
    variable(name) {
      const start = read().indexOf(`\0${name}=`);
      return start < 0
        ? undefined
        : read()
            .slice(start + name.length + 2)
            .split("\0", 1)[0];
    },
    variableNames: () => [...read().matchAll(/\0([^=\0]+)=/g)].map(([, name = ""]) => name),
  };
}

function readEnviron(pid: number): string {
  try {
    return `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`;
  } catch {
    return "";
  }
}
