/** Another mode for a session, chosen by its first letter. */
import { MODES, type Mode } from "../core/ruling.ts";
import { goBack, stay } from "./keys-anywhere.ts";
import type { Open, State, Updated } from "./model.ts";

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
  return {
    state: goBack(state).state,
    actions: [{ kind: "request", session: open.session, ask: { op: "mode", mode } }],
  };
}

function nextSession({ sessions }: State, name: string): string {
  const at = sessions.findIndex((one) => one.name === name);
  return sessions[(at + 1) % Math.max(1, sessions.length)]?.name ?? name;
}
