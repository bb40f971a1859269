/**
 * An allowed line's cover for the programs that it starts (DESIGN section 5). A lease belongs to a process, and to what is
 * below it; it never covers a deny, and a confirm only if the line itself was answered for it.
 */
import { isForetold } from "../decide/foretold.ts";
import type { CheckResult } from "../decide/result.ts";
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import type { RunFiles } from "./run-files.ts";

export interface Lease extends ProcessStamp {
  readonly check: string;
  /** `shell`: what it starts itself must have been foretold. `program`: it was allowed with what it starts. */
  readonly holder: "shell" | "program";
  readonly result: CheckResult;
  /** `named`: only what the line itself names. `below`: also what those programs start. */
  readonly reach: "named" | "below";
  /** The files that it would run, as they were when it was allowed. */
  readonly files: RunFiles;
  /** `prompt`: ends at the shell's next prompt. `shell`: it started work in the background. `end`: with its process. */
  readonly until: "prompt" | "shell" | "end";
}

export type Cover =
  | { readonly kind: "none" }
  /** The line did not say so: the shell itself starts it, or a program that should only read. */
  | { readonly kind: "unforeseen"; readonly lease: Lease }
  | { readonly kind: "implied"; readonly lease: Lease }
  /** Started by a program that the line started. */
  | { readonly kind: "below"; readonly lease: Lease };

export interface Leases {
  give(lease: Lease): void;
  /** A shell that takes lines from a person or a pipe: what it starts is not what started it. */
  bar(shell: ProcessStamp): void;
  endAtPrompt(pid: number): void;
  /** `results`: ways to read the same check; one that was foretold is enough. */
  coverFor(results: readonly CheckResult[], chain: readonly ChainLink[]): Cover;
  readonly size: number;
}

const PRUNE_ABOVE = 512;

export function createLeases(): Leases {
  const byPid = new Map<number, Lease[]>();
  const bars = new Map<number, number>();
  let pruneAt = PRUNE_ABOVE;

  function prune(): void {
    for (const [pid, [first]] of byPid)
      if (first === undefined || findProcess(pid)?.startTicks !== first.startTicks) byPid.delete(pid);
    for (const [pid, startTicks] of bars) if (findProcess(pid)?.startTicks !== startTicks) bars.delete(pid);
    pruneAt = Math.max(PRUNE_ABOVE, (byPid.size + bars.size) * 2);
  }

  return {
    give(lease) {
      const { startTicks } = lease;
      const before = (byPid.get(lease.pid) ?? []).filter(
        (other) => other.startTicks === startTicks && other.until !== "prompt",
      );
      // A process that execs along (bash -c, then its line) needs the last few; the map must not grow without end.
      byPid.set(lease.pid, [...before.slice(-7), lease]);
      if (byPid.size + bars.size > pruneAt) prune();
    },
    bar({ pid, startTicks }) {
      bars.set(pid, startTicks);
      if (byPid.size + bars.size > pruneAt) prune();
    },
    endAtPrompt(pid) {
      const left = (byPid.get(pid) ?? []).filter((lease) => lease.until === "shell");
      if (left.length > 0) byPid.set(pid, left);
      else byPid.delete(pid);
    },
    coverFor: (results, chain) =>
      findCover(results, chain, {
        leasesAt: (link) => leasesOf(link, byPid),
        isBarred: ({ pid, startTicks }) => bars.get(pid) === startTicks,
      }),
    get size() {
      return byPid.size;
    },
  };
}

function leasesOf(
  { pid, startTicks }: ChainLink,
  byPid: ReadonlyMap<number, readonly Lease[]>,
): readonly Lease[] {
  return (byPid.get(pid) ?? []).filter((lease) => lease.startTicks === startTicks);
}

interface Tree {
  leasesAt(link: ChainLink): readonly Lease[];
  isBarred(link: ChainLink): boolean;
}

/** The nearest holder above decides; behind a bar only what a line foretold is covered. */
function findCover(results: readonly CheckResult[], chain: readonly ChainLink[], tree: Tree): Cover {
  let barred = false;
  for (const [index, link] of chain.entries()) {
    const leases = tree.leasesAt(link);
    const last = leases.at(-1);
    if (last === undefined) {
      barred ||= tree.isBarred(link);
      continue;
    }
    const foretelling = leases.findLast((lease) =>
      results.some((result) => isForetold(result, lease.result)),
    );
    if (foretelling) return { kind: "implied", lease: foretelling };
    if (barred || isUnforeseen(chain, index, leases)) return { kind: "unforeseen", lease: last };
    return { kind: "below", lease: last };
  }
  return { kind: "none" };
}

function isUnforeseen(chain: readonly ChainLink[], index: number, leases: readonly Lease[]): boolean {
  const byShell = leases.every(({ holder }) => holder === "shell") && isStartedBy(chain, index);
  return byShell || leases.every(({ reach }) => reach === "named");
}

/** By the shell at this place itself: in its own process, as its child, or by a fork of it. */
function isStartedBy(chain: readonly ChainLink[], shellIndex: number): boolean {
  const shell = chain[shellIndex];
  if (shell === undefined) return false;
  // Index 0 is the process that is asked about; those between it and the shell must be the shell's forks.
  return chain.slice(1, shellIndex).every((link) => isSubshell(link, shell));
}
