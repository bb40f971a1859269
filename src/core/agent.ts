/** What is known of agents' own ways, compiled from policy/agents/*.yaml. */

export interface AgentWrapper {
  readonly agent: string;
  /** Where the agent's own line stands. */
  readonly inner: "eval" | "subshell";
  /** The first is what only this agent writes. Word patterns of the commands around it; `*` stands for text without a slash, `~` for the home folder. */
  readonly parts: readonly (readonly string[])[];
  /** Shell variables that it sets. */
  readonly variables: readonly string[];
  /** Files that its redirections write. */
  readonly writes: readonly string[];
}
