/** Another mode for a session, chosen by its first letter. */
import { MODES, type Mode } from "../core/ruling.ts";
import { goBack, stay } from "./keys-anywhere.ts";
import type { Ask } from "./link.ts";
import type { Open, State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

export function modeOf(press: string | undefined): Mode | undefined {
  return press === undefined || press.length !== 1 ? undefined : MODES.find((mode) => mode.startsWith(press));
}

export function pressInMode(
  state: State,
  open: Extract<Open, { kind: "mode" }>,
  press: string | undefined,
): Updated {
  if (press === "escape" || press === "q" || press === "enter") return goBack(state);
  if (press === "tab")
    return stay({ ...state, open: { kind: "mode", session: nextSession(state, open.session) } });
  const mode = modeOf(press);
  if (mode === undefined || state.drawn?.open !== "mode") return stay(state);
  if (mode === "full-auto")
    return stay({ ...state, open: { kind: "full-auto", session: open.session }, scroll: 0 });
  return {
    state: goBack(state).state,
    actions: [{ kind: "request", session: open.session, ask: { op: "mode", mode } }],
  };
}

/** Any key but y leaves the mode as it is. */
export function pressInFullAuto(
  state: State,
  { session, suggestion }: Extract<Open, { kind: "full-auto" }>,
  press: string | undefined,
): Updated {
  // What is not on the screen yet can be neither wanted nor refused.
  if (press === undefined || state.drawn?.open !== "full-auto") return stay(state);
  const back = goBack(state).state;
  if (press !== "y") return stay(withNote(back, noteOf("plain", "the mode stays as it is")));
  const mode = "full-auto" as const;
  const ask: Ask = suggestion === undefined ? { op: "mode", mode } : { op: "suggestion", suggestion, mode };
  return { state: back, actions: [{ kind: "request", session, ask }] };
}

function nextSession({ sessions }: State, name: string): string {
  const at = sessions.findIndex((one) => one.name === name);
  return sessions[(at + 1) % Math.max(1, sessions.length)]?.name ?? name;
}
