/** What is known of agents' own ways, compiled from policy/agents/*.yaml. */
import type { Mode } from "./ruling.ts";

export interface KnownAgents {
  readonly wrappers: readonly AgentWrapper[];
  readonly texts: readonly AgentText[];
  readonly agents: readonly KnownAgent[];
}

/** What an agent puts around a line, by the commands that the parser finds in it. */
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

/** A text that an agent hands to a shell, known whole but for the line inside it. Sources of regular expressions. */
export type AgentText =
  /** Every line before the inner one is one of these; `inner` is the rest, with the group `line` or `quoted` (by single quotes). */
  | {
      readonly agent: string;
      readonly lines: readonly string[];
      /** Left out: there is no line inside, the text only looks after the agent itself. */
      readonly inner?: string;
      /**
       * What the text runs behind the line, in the same shell, where the line could turn it: it must be sure to write the group
       * `writes` and nothing else, with the group `before` in front of the line.
       */
      readonly after?: string;
    }
  | { readonly agent: string; readonly sha256: string };

export interface KnownAgent {
  readonly agent: string;
  /** Names by which users start it. */
  readonly programs: readonly string[];
  /** Its further programs, from the folder of packages that holds it. `*` stands for text without a slash. */
  readonly own: readonly string[];
  /** Its program is also other programs: `bfs` means find, with some words of the agent's own in front. */
  readonly names: readonly {
    readonly name: string;
    readonly means: string;
    readonly drops: readonly string[];
  }[];
  /** What it runs for itself, as patterns of words; `...` stands for any words. With what those start. */
  readonly starts: readonly (readonly string[])[];
  /** `NAME=VALUE` of variables that bring code, which it gives to what it starts for itself. Patterns of one word each. */
  readonly sets: readonly string[];
  /** Programs of the system by which it starts itself again (its own sandbox): a part of the agent. */
  readonly passes: readonly (readonly string[])[];
  /** A mode that it asks for: the user is told, and chooses. */
  readonly wants?: Mode;
}
