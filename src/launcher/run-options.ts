/** What `guard run` was asked to do, and how it ends. */
import type { Mode } from "../core/ruling.ts";
import type { Console } from "../protocol/consoles.ts";

export interface RunOptions {
  /** As the user wrote it after `--`; never empty. */
  readonly agent: readonly [string, ...string[]];
  readonly mode?: Mode;
  readonly console: Console;
  /** Bells and notifications when a question waits. */
  readonly notices: "on" | "off";
  readonly timeoutS?: number;
  /** The exec gate. `auto`: where it can work; `on`: or nothing is started. */
  readonly gate: "auto" | "on" | "off";
  /** Confinement by bubblewrap, in the same words. */
  readonly confine: "auto" | "on" | "off";
  /** Mount namespaces of the agent's own. `auto`: for agents that are known to need them. */
  readonly sandboxes: "auto" | "allow" | "refuse";
  /** Hidden places that this agent may see, as they were given by hand. */
  readonly reveals: readonly string[];
  /** Given by hand; then nothing is offered. */
  readonly profiles: readonly string[];
  /** What becomes of the processes that the agent leaves. */
  readonly leftovers: "end" | "keep";
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** One line for the person, on stderr. */
  say(line: string): void;
}

export type RunExit =
  | { readonly kind: "code"; readonly code: number }
  /** To be raised on ourselves, so that our parent sees what it would have seen. */
  | { readonly kind: "signal"; readonly signal: number };

/** Exit codes of guard itself (DESIGN section 7). */
export const COULD_NOT_START = 125;
export const DENIED_OR_NOT_EXECUTABLE = 126;
export const NOT_FOUND = 127;
