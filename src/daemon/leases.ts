/**
 * An allowed line's cover for the programs that it starts (DESIGN section 5). A lease belongs to a process, and to what is
 * below it; it never covers a deny, and a confirm only if the line itself was answered for it.
 */
import { existsSync } from "node:fs";
import { choosesPrograms, isForetold } from "../decide/foretold.ts";
import type { CheckResult } from "../decide/result.ts";
import { findProcess, type ProcessStamp } from "../ipc/process-stamp.ts";
import { findCover } from "./find-cover.ts";
import type { Cover, Lease } from "./lease.ts";
import { type ChainLink, findChildren, readVariable } from "./process-chain.ts";

/** A lease as it is kept, with what a line in the background started: a later line of the same shell is not its business. */
interface Held {
  readonly lease: Lease;
  /** The shell's children when the line was allowed: those are other lines'. */
  readonly before: readonly ProcessStamp[];
  /** Left out while the line itself runs. Then what it left running, without what has ended since. */
  readonly jobs?: readonly ProcessStamp[];
}

/** A shell in which names may stand for other programs than the user's own. What started it has chosen what it began with. */
interface Chooser {
  readonly startTicks: number;
  readonly startedWith: readonly string[] | undefined;
}

export interface Leases {
  give(lease: Lease): void;
  /** A shell that takes lines from a person or a pipe: what it starts is not what started it. */
  bar(shell: ProcessStamp): void;
  endAtPrompt(pid: number): void;
  /** The shell of this lease has run a line that chose its own folders for programs, and was not started with this one. */
  mayHaveChosen(lease: Lease, folder: string): boolean;
  /** `results`: ways to read the same check; one that was foretold is enough. */
  coverFor(results: readonly CheckResult[], chain: readonly ChainLink[]): Cover;
  /** The last one of this process. */
  find(process: ProcessStamp): Lease | undefined;
  /** For an orphan: `server &`, whose shell was gone before it could start. Only what such a line foretold. */
  foretoldByLeft(results: readonly CheckResult[]): Lease | undefined;
  readonly size: number;
}

const PRUNE_ABOVE = 512;

/** How long a line that left its shell behind may still be starting what it said, each of its commands once. */
const LEFT_FOR_MS = 10_000;
const MOST_LEFT = 32;

export function createLeases(nowMs: () => number = performance.now.bind(performance)): Leases {
  let left: readonly { readonly lease: Lease; readonly atMs: number; uses: number }[] = [];
  const byPid = new Map<number, readonly Held[]>();
  const bars = new Map<number, number>();
  const choosers = new Map<number, Chooser>();
  let pruneAt = PRUNE_ABOVE;

  const sizeOfAll = (): number => byPid.size + bars.size + choosers.size;

  function prune(): void {
    for (const [pid, [first]] of byPid) if (first === undefined || !isThere(pid)) byPid.delete(pid);
    for (const marks of [bars, choosers])
      for (const pid of marks.keys()) if (!isThere(pid)) marks.delete(pid);
    pruneAt = Math.max(PRUNE_ABOVE, sizeOfAll() * 2);
  }

  return {
    give(lease) {
      const { pid, startTicks, until } = lease;
      const older = (byPid.get(pid) ?? []).filter((held) => held.lease.startTicks === startTicks);
      // A process that execs along (bash -c, then its line) needs the last few; the map must not grow without end.
      const kept = (until === "end" ? older.filter(outlastsPrompt) : afterLine(older, pid)).slice(-7);
      byPid.set(pid, [...kept, { lease, before: until === "end" ? [] : findChildren(pid) }]);
      if (choosesPrograms(lease.result) && choosers.get(pid)?.startTicks !== startTicks)
        choosers.set(pid, { startTicks, startedWith: readVariable(pid, "PATH")?.split(":") });
      if (lease.result.background)
        left = [...left, { lease, atMs: nowMs(), uses: lease.result.commands.length }].slice(-MOST_LEFT);
      if (sizeOfAll() > pruneAt) prune();
    },
    bar({ pid, startTicks }) {
      bars.set(pid, startTicks);
      // By exec it has become something else than what these were given to; its own lines' jobs go on.
      const lines = (byPid.get(pid) ?? []).filter(({ lease }) => lease.until !== "end");
      if (lines.length > 0) byPid.set(pid, lines);
      else byPid.delete(pid);
      if (sizeOfAll() > pruneAt) prune();
    },
    endAtPrompt(pid) {
      const left = afterLine(byPid.get(pid) ?? [], pid);
      if (left.length > 0) byPid.set(pid, left);
      else byPid.delete(pid);
    },
    mayHaveChosen({ pid, startTicks }, folder) {
      const chooser = choosers.get(pid);
      return chooser?.startTicks === startTicks && chooser.startedWith?.includes(folder) === false;
    },
    coverFor: (results, chain) =>
      findCover(results, chain, {
        leasesAt: (index) => leasesFor(chain, index, byPid),
        isBarred: ({ pid, startTicks }) => bars.get(pid) === startTicks,
      }),
    find: ({ pid, startTicks }) =>
      byPid.get(pid)?.findLast(({ lease }) => lease.startTicks === startTicks)?.lease,
    foretoldByLeft(results) {
      left = left.filter(({ atMs, uses }) => uses > 0 && nowMs() - atMs < LEFT_FOR_MS);
      const found = left.findLast(
        ({ lease }) => hasLeft(lease) && results.some((result) => isForetold(result, lease.result)),
      );
      if (found) found.uses--;
      return found?.lease;
    },
    get size() {
      return byPid.size;
    },
  };
}

/** What it started may be without it by now. tmux's server is so from the beginning. */
function hasLeft(lease: Lease): boolean {
  return lease.result.background === "server" || isOver(lease);
}

/** Its process is gone, or waits only to be buried. */
function isOver({ pid, startTicks }: Lease): boolean {
  return findProcess(pid)?.startTicks !== startTicks;
}

/** Of many at once: whether it is still the same process is looked at when it matters. */
function isThere(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

function outlastsPrompt({ lease }: Held): boolean {
  return lease.until !== "prompt";
}

/** The line is over, the shell takes the next one: what is left are the jobs that still run. */
function afterLine(all: readonly Held[], pid: number): Held[] {
  const inBackground = all.filter(({ lease }) => lease.until === "jobs");
  if (inBackground.length === 0) return [];
  const running = findChildren(pid);
  return inBackground
    .map(({ lease, before, jobs }) => ({
      lease,
      before,
      jobs: running.filter((child) => (jobs ? isIn(jobs, child) : !isIn(before, child))),
    }))
    .filter(({ jobs }) => jobs.length > 0);
}

function isIn(stamps: readonly ProcessStamp[], { pid, startTicks }: ProcessStamp): boolean {
  return stamps.some((stamp) => stamp.pid === pid && stamp.startTicks === startTicks);
}

/** Of the process at this place, for its child on the way down: a job has its own line's lease, and no other child has that. */
function leasesFor(
  chain: readonly ChainLink[],
  index: number,
  byPid: ReadonlyMap<number, readonly Held[]>,
): readonly Lease[] {
  const link = chain[index];
  const child = index > 0 ? chain[index - 1] : undefined;
  const held = byPid.get(link?.pid ?? 0) ?? [];
  return held
    .filter(({ lease, before, jobs }) => {
      if (lease.startTicks !== link?.startTicks) return false;
      return child === undefined ? jobs === undefined : jobs ? isIn(jobs, child) : !isIn(before, child);
    })
    .map(({ lease }) => lease);
}
