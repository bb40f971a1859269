/** Which lease above a process covers what it is asked about. It never covers a deny: that is for the caller to hold. */
import { isForetold, isSameCommand, knewMore } from "../decide/foretold.ts";
import type { CheckResult } from "../decide/result.ts";
import type { Cover, Lease } from "./lease.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";

export interface Tree {
  /** Of the process at this place of the chain. */
  leasesAt(index: number): readonly Lease[];
  isBarred(link: ChainLink): boolean;
}

/** The nearest holder above decides; behind a bar only what a line foretold is covered. */
export function findCover(results: readonly CheckResult[], chain: readonly ChainLink[], tree: Tree): Cover {
  let barred = false;
  for (const [index, link] of chain.entries()) {
    const leases = tree.leasesAt(index);
    const last = leases.at(-1);
    if (last === undefined) {
      barred ||= tree.isBarred(link);
      continue;
    }
    const direct = isStartedBy(chain, index);
    const foretelling = leases.findLast((lease) =>
      results.some((result) => foretells(lease.result, result, direct ? "itself" : "below")),
    );
    const isOpen = !barred && !isUnforeseen(chain, index, last);
    if (foretelling) return { kind: "implied", lease: foretelling, ...(isOpen ? { also: "below" } : {}) };
    if (!isOpen) return { kind: "unforeseen", lease: last };
    return { kind: "below", lease: last };
  }
  return { kind: "none" };
}

/** `itself`: the line's own shell starts it. */
function foretells(line: CheckResult, result: CheckResult, by: "itself" | "below"): boolean {
  if (by === "itself" && isSameCommand(result, line)) return true;
  return isForetold(result, line) && (by === "itself" || !knewMore(result, line));
}

/** The last lease of a process is for what it is now: a shell that became `less` by exec covers what less does. */
function isUnforeseen(chain: readonly ChainLink[], index: number, { holder, reach }: Lease): boolean {
  return reach === "named" || (holder === "shell" && isStartedBy(chain, index));
}

/** By the shell at this place itself: in its own process, as its child, or by a fork of it. */
function isStartedBy(chain: readonly ChainLink[], shellIndex: number): boolean {
  const shell = chain[shellIndex];
  if (shell === undefined) return false;
  // Index 0 is the process that is asked about; those between it and the shell must be the shell's forks.
  return chain.slice(1, shellIndex).every((link) => isSubshell(link, shell));
}
