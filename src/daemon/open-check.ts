/** A check on its way through the daemon. */
import type { Mode } from "../core/ruling.ts";
import type { CheckResult } from "../decide/result.ts";
import type { ProcessFacts } from "../ipc/process-stamp.ts";
import type { AgentCheck } from "../protocol/agent-messages.ts";
import type { PreparedCheck } from "./check-input.ts";
import type { ChainLink } from "./process-chain.ts";
import { nameOf } from "./variable-readers.ts";

/** `root` comes from the launcher, for the line that the user gave to a shell. */
export interface OpenCheck extends PreparedCheck {
  readonly id: string;
  readonly from: Pick<AgentCheck, "cwd"> & {
    readonly layer: "hook" | "shim" | "gate" | "root";
    readonly kind: AgentCheck["kind"];
    readonly pid: number;
    /** As the kernel told it; left out where the asker told its pid itself. */
    readonly stamp?: ProcessFacts;
    /** What the gate holds, by the name that people are shown. */
    readonly started?: string;
    readonly shell?: string;
    readonly text: AgentCheck["text"];
    readonly interactive?: "yes";
    /** Why nobody can know what would run: then it is never allowed unasked. */
    readonly strange?: string;
    /** Variables that bring other code into it, as NAME=VALUE, and that nobody has judged. */
    readonly foreign?: readonly string[];
    /** Variables that choose another repository for git, as NAME=VALUE: to be shown. */
    readonly repository?: readonly string[];
  };
  readonly result: CheckResult;
  readonly mode: Mode;
  /** From the asked process upwards; read only when it matters. */
  readonly chain: readonly ChainLink[];
  /** The chain, if anybody has looked at it. */
  seenChain(): readonly ChainLink[] | undefined;
  /** What else the same start may have been called in a line. */
  otherReadings(): Promise<readonly CheckResult[]>;
  /** As a line calls it that has chosen its own folders for programs; undefined: it has only the one name. */
  readByName(): Promise<CheckResult | undefined>;
  /** The same check as another mode sees it. */
  inMode(mode: Mode): Promise<CheckResult>;
  /** Calls back when nobody waits for the answer any more. */
  onGone(call: () => void): void;
}

/** Start-up files may set variables as they like: the shell was judged with those that it was started with. */
export function mayBeStartUp({ result, from }: Pick<OpenCheck, "result" | "from">): boolean {
  return result.ruling !== "confirm" && from.strange === undefined && from.text !== "mangled";
}

/** What is shown, or what would run, is not what anybody could judge. */
export function strangenessOf({ text, strange, foreign }: OpenCheck["from"]): string | undefined {
  if (text === "mangled") return "it holds bytes that are not text";
  return strange ?? (foreign && `${foreign.map(nameOf).join(", ")} brings other code into it`);
}
