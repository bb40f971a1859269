/** From one list to the other with the fewest changes (Myers), as long as they are not too many: it takes length x changes. */

export type Step = "same" | "added" | "removed";

/** `reach`: for each diagonal (place in the old list minus place in the new one), how far one gets in the old list. */
interface Round {
  readonly reach: Int32Array;
  /** Where diagonal 0 stands. */
  readonly middle: number;
  readonly changes: number;
}

export function shortestWay(old: Int32Array, fresh: Int32Array, mostChanges: number): Step[] | undefined {
  const rounds: Round[] = [];
  const reach = new Int32Array(2 * mostChanges + 3);
  const middle = mostChanges + 1;
  for (let changes = 0; changes <= mostChanges; changes++) {
    // As it was before this round: the way back reads it.
    rounds.push({
      reach: reach.slice(middle - changes - 1, middle + changes + 2),
      middle: changes + 1,
      changes,
    });
    if (goOn({ reach, middle, changes }, old, fresh) === "arrived") return wayBack(rounds, old, fresh);
  }
  return undefined;
}

function goOn(
  { reach, middle, changes }: Round,
  old: Int32Array,
  fresh: Int32Array,
): "arrived" | "on the way" {
  for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
    const step = stepTo({ reach, middle, changes }, diagonal);
    let at = changes === 0 ? 0 : step.from + (step.kind === "removed" ? 1 : 0);
    while (at < old.length && at - diagonal < fresh.length && old[at] === fresh[at - diagonal]) at++;
    reach[middle + diagonal] = at;
    if (at >= old.length && at - diagonal >= fresh.length) return "arrived";
  }
  return "on the way";
}

/** The change by which this diagonal is reached, and the place in the old list from which it is made. */
function stepTo({ reach, middle, changes }: Round, diagonal: number): { kind: Step; from: number } {
  const byAdding = reach[middle + diagonal + 1] ?? 0;
  const byRemoving = reach[middle + diagonal - 1] ?? 0;
  const adds = diagonal === -changes || (diagonal !== changes && byRemoving < byAdding);
  return adds ? { kind: "added", from: byAdding } : { kind: "removed", from: byRemoving };
}

function wayBack(rounds: readonly Round[], old: Int32Array, fresh: Int32Array): Step[] {
  const steps: Step[] = [];
  const same = (count: number) => {
    for (let done = 0; done < count; done++) steps.push("same");
  };
  let at = old.length;
  let diagonal = old.length - fresh.length;
  for (const round of rounds.slice(1).reverse()) {
    const { kind, from } = stepTo(round, diagonal);
    same(at - from - (kind === "removed" ? 1 : 0));
    steps.push(kind);
    at = from;
    diagonal += kind === "added" ? 1 : -1;
  }
  same(at);
  return steps.reverse();
}
