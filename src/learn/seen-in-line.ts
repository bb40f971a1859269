/**
 * What ran as a part of a line that people allowed, and only so: beside that line it is no news. It must be the very same words in the
 * same folder, and whole: what somebody looked at there.
 */
import { partKey, type Unallowed } from "./asked-part.ts";
import type { Seen } from "./seen.ts";

/** By which isSeenIn() knows the parts of these lines. */
export function partsOf(lines: readonly Unallowed[]): ReadonlySet<string> {
  const whole = lines.filter(({ seen }) => seen.text === "whole");
  return new Set(whole.flatMap(({ parts }) => parts.flatMap(({ key }) => key ?? [])));
}

export function isSeenIn(inLines: ReadonlySet<string>, { seen, ruling, parts }: Unallowed): boolean {
  const { what, cwd } = seen;
  if (ruling !== "ask") return false;
  // A wrapper (`env npm test`) is more than the part in it.
  if (what.kind !== "argv" || !inLines.has(partKey(cwd, what.argv))) return false;
  return ranOnlyAsPart(seen) && parts.every(({ key }) => key !== undefined && inLines.has(key));
}

function ranOnlyAsPart({ count, outcomes, refused, text }: Seen): boolean {
  return count > 0 && outcomes.part === count && refused === "no" && text === "whole";
}
