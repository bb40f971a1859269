/** Who started what, for people: `claude > bash > make > cc`. Names come from files, not from what a process calls itself. */
import { basename } from "node:path";
import { makeVisible } from "../core/visible.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import type { SessionState } from "./session-state.ts";

/**
 * The agent first, by the name that the user gave it. `started`: what the asked process is about to become; left out where a
 * shell asks for a line of its own.
 */
export function shownChain(
  chain: readonly ChainLink[],
  { root, agentPid }: Pick<SessionState, "root" | "agentPid">,
  started?: string,
): string[] {
  const links = chain.filter((link, index) => {
    const parent = chain[index + 1];
    // A fork of a shell is that shell.
    return parent === undefined || index === 0 || !isSubshell(link, parent);
  });
  return links
    .map((link) => {
      if (link === chain[0] && started !== undefined) return started;
      if (link.pid === agentPid) return basename(root.argv[0] ?? "");
      return link.shown ?? basename(link.program ?? link.name);
    })
    .map(makeVisible)
    .toReversed();
}
