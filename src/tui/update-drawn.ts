/** What the screen shows now: only this counts as seen. */
import { keyOf } from "./front.ts";
import type { Drawn, Front, Open, State } from "./model.ts";

export function takeDrawn(state: State, drawn: Drawn): State {
  const { front } = state;
  const shown =
    front !== undefined && drawn.front === keyOf(front) ? seeFront(front, state, drawn) : undefined;
  return {
    ...state,
    ...(shown ? { front: shown } : {}),
    open: seeBulk(state.open, drawn),
    scroll: drawn.from,
    drawn,
  };
}

function seeFront(front: Front, { nowMs }: State, drawn: Drawn): Front {
  if (!SHOWS_CARD.includes(drawn.open)) return front;
  return { ...front, sinceMs: front.sinceMs ?? nowMs, seen: seenAfter(front.seen, drawn) };
}

/** Without a gap: whoever jumps over rows has not seen them. */
function seenAfter(seen: Front["seen"], { from, to, commandEnd }: Drawn): Front["seen"] {
  if (seen === "all") return seen;
  const reached = from <= seen ? Math.max(seen, to) : seen;
  return reached >= commandEnd ? "all" : reached;
}

/** Where the card's own rows are on the screen. */
const SHOWS_CARD: readonly Open["kind"][] = ["card", "reason", "confirm", "broken-off"];

function seeBulk(open: Open, drawn: Drawn): Open {
  if (open.kind !== "bulk" || drawn.open !== "bulk") return open;
  const isNew = open.entries.some(({ check, seen }) => seen === "no" && drawn.listed.includes(check));
  if (!isNew) return open;
  return {
    ...open,
    entries: open.entries.map((entry) =>
      drawn.listed.includes(entry.check) ? { ...entry, seen: "yes" as const } : entry,
    ),
  };
}
