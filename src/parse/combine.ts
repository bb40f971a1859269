/** Combining possibilities, with a bound: what grows beyond it is too complex to judge one by one. */
import { TooComplex } from "./walk-state.ts";

const MAX_ALTERNATIVES = 64;

/** All combinations. */
export function cross<A, B, C>(left: readonly A[], right: readonly B[], join: (a: A, b: B) => C): C[] {
  if (left.length * right.length > MAX_ALTERNATIVES) throw new TooComplex("has too many possible readings");
  const out: C[] = [];
  for (const a of left) for (const b of right) out.push(join(a, b));
  return out;
}
