/**
 * From what was seen to what is said. Pure. A canary counts as held only by evidence: guard's own record, or a call that
 * works without guard and failed inside. What merely did not work shows nothing.
 */
import type { Canary, CanaryResult, Deed, Layer, Observation, Outcome } from "./canary.ts";

interface Judged {
  readonly outcome: Outcome;
  readonly by?: Layer;
  readonly detail: string;
}

export function judgeCanary(canary: Canary, seen: readonly Observation[]): CanaryResult {
  const judged = seen.map((one, index) => judgeDeed(canary, canary.deeds[index], one));
  const worst = judged.reduce((a, b) => (BADNESS[b.outcome] > BADNESS[a.outcome] ? b : a), NOTHING);
  return { id: canary.id, about: canary.about, ...worst };
}

const NOTHING: Judged = { outcome: "absent", detail: "there was nothing to try" };
const BADNESS: Readonly<Record<Outcome, number>> = { absent: 0, held: 1, failed: 2, open: 3 };

export function absentCanary({ id, about }: Canary, detail: string): CanaryResult {
  return { id, about, outcome: "absent", detail };
}

export function failedCanary({ id, about }: Canary, detail: string): CanaryResult {
  return { id, about, outcome: "failed", detail };
}

function judgeDeed(canary: Canary, deed: Deed | undefined, seen: Observation): Judged {
  switch (deed?.kind) {
    case "exec":
    case "line":
      return judgeStart(seen);
    case "open":
      return deed.how === "create" ? judgeMade(canary, seen) : judgeCall(canary, seen);
    case "call":
      return judgeCall(canary, seen);
    case undefined:
      return NOTHING;
  }
}

/** The mark is looked for from outside: nobody's word is taken for it. */
function judgeStart({ inside, outside, marks, deniedBy }: Observation): Judged {
  if (marks.inside) return { outcome: "open", detail: "it ran" };
  if (!marks.outside) return failed(`it does not run without guard either${ending(outside)}`);
  if (deniedBy !== undefined)
    return { outcome: "held", by: deniedBy, detail: `denied before it ran${ending(inside)}` };
  return failed(inside ? `it did not run, and guard did not say why${ending(inside)}` : UNTOLD);
}

function judgeMade(canary: Canary, seen: Observation): Judged {
  if (seen.marks.inside) return { outcome: "open", detail: "the file is there" };
  return judgeCall(canary, seen);
}

function judgeCall(canary: Canary, { inside, outside }: Observation): Judged {
  if (inside === undefined) return failed(UNTOLD);
  if (inside.error === undefined && inside.file !== outside?.file)
    return { outcome: "held", by: "confinement", detail: "another file stands in its place" };
  if (inside.error === undefined) return { outcome: "open", detail: "it worked" };
  if (outside === undefined) return failed("the same could not be tried without guard");
  if (outside.error !== undefined)
    return REFUSALS.includes(outside.error)
      ? {
          outcome: "held",
          by: canary.refusedOutsideBy ?? "kernel",
          detail: `${outside.error}, outside of sessions too`,
        }
      : failed(`it does not work without guard either (${outside.error})`);
  return { outcome: "held", by: canary.stoppedBy?.[inside.error] ?? "unknown", detail: inside.error };
}

/** What a kernel says that does not let it. Anything else means that there was nothing to reach. */
const REFUSALS = ["EPERM", "EACCES", "EIO", "EROFS"];

const UNTOLD = "the driver ended before it told anything";

function failed(detail: string): Judged {
  return { outcome: "failed", detail };
}

function ending(told: Observation["inside"]): string {
  if (told?.error !== undefined) return ` (${told.error})`;
  return told?.status === undefined ? "" : ` (exit ${told.status})`;
}
