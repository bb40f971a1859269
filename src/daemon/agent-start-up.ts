/** What known agents run for themselves, as data (policy/agents): nobody is asked about that. */
import type { KnownAgent } from "../core/agent.ts";
import type { OpenCheck } from "./open-check.ts";
import type { Own } from "./own-programs.ts";
import { type ChainLink, isSubshell } from "./process-chain.ts";
import { matchesWords, type PatternPlaces } from "./word-pattern.ts";

export interface AgentStartUp {
  /** With what it starts in turn. */
  includes(check: OpenCheck): boolean;
  /** Another agent, started below this one: what it does was not asked for with its start. */
  isAgent(name: string): boolean;
}

export function createAgentStartUp(
  own: Own,
  places: PatternPlaces,
  loadAgents: () => readonly KnownAgent[],
): AgentStartUp {
  return {
    includes({ from, input, chain }) {
      const { agent } = own;
      if (agent === undefined || from.stamp === undefined || input.what.kind !== "argv") return false;
      const { argv } = input.what;
      return (
        isStartedByItself(chain, own) && agent.starts.some((pattern) => matchesWords(pattern, argv, places))
      );
    },
    isAgent: (name) => loadAgents().some(({ programs }) => programs.includes(name)),
  };
}

/** By the agent's own processes, and no shell or tool between. */
function isStartedByItself(chain: readonly ChainLink[], own: Own): boolean {
  const above = chain.slice(1);
  return (
    above.length > 0 &&
    above.every((link, index) => {
      const parent = above[index + 1];
      return own.isProcess(link) || (parent !== undefined && isSubshell(link, parent));
    })
  );
}
