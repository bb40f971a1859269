/** Who started a process: read from the kernel, never told by the asker. Empty where there is no /proc. */
import { readFileSync, readlinkSync } from "node:fs";
import { findProcess, type ProcessFacts } from "../ipc/process-stamp.ts";

export interface ChainLink extends ProcessFacts {
  /** Its arguments, read when first asked for. */
  readonly args: readonly string[];
  readonly program: string | undefined;
}

/** Deeper trees than this are not followed: the check then stands for itself. */
const MAX_DEPTH = 64;

/** The process itself first, then its parents. */
export function findChain(pid: number): ChainLink[] {
  const chain: ChainLink[] = [];
  for (let next = pid; next > 1 && chain.length < MAX_DEPTH; ) {
    const facts = findProcess(next);
    if (facts === undefined) break;
    chain.push(withDetails(facts));
    next = facts.parentPid;
  }
  return chain;
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
