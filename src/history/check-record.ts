/** One record against the one before it: whether its text is the one that its hash was made of. `guard log verify` looks at all of them. */
import { hashRecord, NO_HEAD } from "../audit/chain.ts";
import type { Found, History } from "./history.ts";

/** `unknown`: the record before it is not there, so nothing can be said of this one alone. */
export type RecordState = "as-written" | "changed" | "unknown";

export function checkRecord(history: History, { seq, body, hash }: Found): RecordState {
  const before = seq === 1 ? NO_HEAD.hash : history.read(seq - 1)?.hash;
  if (before === undefined) return "unknown";
  return hashRecord(before, body).equals(hash) ? "as-written" : "changed";
}
