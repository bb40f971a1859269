/** What known agents run for themselves, as data (policy/agents): nobody is asked about that. */
import type { KnownAgent } from "../core/agent.ts";
import type { OpenCheck } from "./open-check.ts";
import type { Own } from "./own-programs.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import { viewOf } from "./same-view.ts";
import { findOnPath } from "./script-start.ts";
import { type UserPath, wasThere } from "./user-path.ts";
import { matchesWords, type PatternPlaces } from "./word-pattern.ts";

export interface AgentStartUp {
  /** What it starts in turn counts only where the agent's data name it too. */
  includes(check: OpenCheck): boolean;
  /** Another agent, started below this one: what it does was not asked for with its start. */
  isAgent(name: string): boolean;
}

export function createAgentStartUp(
  own: Own,
  places: PatternPlaces,
  loadAgents: () => readonly KnownAgent[],
  path: UserPath,
): AgentStartUp {
  const begun = new Map<number, number>();
  return {
    includes({ from, input, chain, result }) {
      const { agent } = own;
      if (agent === undefined || from.stamp === undefined || input.what.kind !== "argv") return false;
      const { argv } = input.what;
      const fits =
        isStartedByItself(chain, own, begun) &&
        agent.starts.some((pattern) => matchesWords(pattern, argv, places)) &&
        result.commands.every(({ program = "" }) => program === "" || isUsers(program, places, path)) &&
        // With a library of somebody else's in it, a program is not what its name says.
        viewOf(from.stamp.pid).hasOurSystem;
      if (fits) begun.set(from.stamp.pid, from.stamp.startTicks);
      if (begun.size > MOST_BEGUN) begun.delete(begun.keys().next().value ?? 0);
      return fits;
    },
    isAgent: (name) => loadAgents().some(({ programs }) => programs.includes(name)),
  };
}

const MOST_BEGUN = 256;

/** What the name means, also inside a text for a shell, is not something that came with the project, or since the start. */
function isUsers(program: string, { home, project }: PatternPlaces, path: UserPath): boolean {
  const found = findOnPath(program, path);
  if (found === undefined) return true;
  // Who works in the home folder itself has all of his programs there.
  const isOfProject =
    project !== home && [found.file, found.real].some((file) => file.startsWith(`${project}/`));
  return !isOfProject && wasThere(found.file, path);
}

/** By the agent's own processes, or by what they started so; no shell or tool between. */
function isStartedByItself(
  chain: readonly ChainLink[],
  own: Own,
  begun: ReadonlyMap<number, number>,
): boolean {
  const above = chain.slice(1);
  return (
    above.length > 0 &&
    above.every((link, index) => {
      const parent = above[index + 1];
      const isItsOwn = own.isProcess(link) || begun.get(link.pid) === link.startTicks;
      return isItsOwn || (parent !== undefined && isSubshell(link, parent));
    })
  );
}
