/** Keys that mean the same whatever is in front. */
import { isTooQuick } from "./answer.ts";
import { stepFront } from "./front.ts";
import type { State, Updated } from "./model.ts";

export function pressAnywhere(state: State, press: string | undefined): Updated {
  switch (press) {
    case "q":
      return { state, actions: [{ kind: "quit" }] };
    case "h":
    case "?":
      return { state: { ...state, open: { kind: "help" }, scroll: 0 }, actions: [] };
    case "tab":
    case "n":
      return stay(stepFront(state, 1));
    case "back-tab":
    case "b":
      return stay(stepFront(state, -1));
    case "m":
      return openMode(state);
    case "u":
      return takeBack(state);
    default:
      return stay(scrolled(state, press));
  }
}

function openMode(state: State): Updated {
  const session = state.front?.session ?? state.sessions[0]?.name;
  return stay(session === undefined ? state : { ...state, open: { kind: "mode", session }, scroll: 0 });
}

function takeBack(state: State): Updated {
  const grants = state.lastGiven?.grants ?? [];
  // In the list of rules that was there a moment ago u means something else.
  if (grants.length === 0 || isTooQuick(state)) return stay(state);
  return {
    state,
    actions: grants.map(({ session, grant }) => ({
      kind: "request",
      session,
      ask: { op: "revoke", grant },
    })),
  };
}

export const SCROLLS: readonly string[] = ["up", "down", "page-up", "page-down"];

/** Where the last screen says that there is more. */
export function scrolled(state: State, press: string | undefined): State {
  const { drawn, scroll } = state;
  if (!drawn || press === undefined || !SCROLLS.includes(press)) return state;
  const page = drawn.to - drawn.from;
  const step = press.startsWith("page") ? Math.max(1, page - 1) : 1;
  const wanted = press.endsWith("up") ? scroll - step : scroll + step;
  const next = Math.max(0, Math.min(wanted, drawn.total - page));
  return next === scroll ? state : { ...state, scroll: next };
}

/** What lies under it is where it was, if it was on the screen. */
export function goBack(state: State): Updated {
  const kept = state.open.kind === "reason" || state.open.kind === "confirm" ? state.scroll : 0;
  return stay({ ...state, open: { kind: "card" }, scroll: kept });
}

export function stay(state: State): Updated {
  return { state, actions: [] };
}
