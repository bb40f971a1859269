/** The agent while it runs, with or without a pty of its own. */
export interface AgentRun {
  /** Of the process that was started: the seat, or the agent where there is no seat. */
  readonly pid: number;
  /** That process ended. */
  readonly ended: Promise<ProcessEnd>;
  /** After the agent's end: brings everything that was written onto the user's terminal. */
  flush(): void;
  /** Gives the user's terminal back as it was; `resume` takes it again. */
  release(): void;
  resume(): void;
}

export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: number }
  | { readonly kind: "not-started"; readonly reason: string };
