/** One allowed line's cover for a process and what is below it, and how far it reaches for a check. */
import type { CheckResult } from "../decide/result.ts";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import type { RunFiles } from "./run-files.ts";

export interface Lease extends ProcessStamp {
  readonly check: string;
  /** `shell`: what it starts itself must have been foretold. `program`: it was allowed with what it starts. */
  readonly holder: "shell" | "program";
  readonly result: CheckResult;
  /** `named`: only what the line itself names. `below`: also what those programs start. */
  readonly reach: "named" | "below";
  /** The files that it would run, as they were when it was allowed. `too-many`: it covers none of them. Not waited for: few ask. */
  readonly files: Promise<RunFiles | "too-many">;
  /** `prompt`: ends at the shell's next prompt. `jobs`: then goes on for its background jobs only. `end`: with its process. */
  readonly until: "prompt" | "jobs" | "end";
}

export type Cover =
  | { readonly kind: "none" }
  /** The line did not say so: the shell itself starts it, or a program that should only read. */
  | { readonly kind: "unforeseen"; readonly lease: Lease }
  /** `also`: it would be covered without having been said, too, and so is what it starts. */
  | { readonly kind: "implied"; readonly lease: Lease; readonly also?: "below" }
  /** Started by a program that the line started. */
  | { readonly kind: "below"; readonly lease: Lease };
