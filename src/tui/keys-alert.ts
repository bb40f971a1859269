/** Keys on the cards that nobody waits for: another mode is suggested, the agent tries the same again and again. */
import { isTooQuick } from "./answer.ts";
import { keyOf, sessionOf } from "./front.ts";
import { pressAnywhere, stay } from "./keys-anywhere.ts";
import { modeOf } from "./keys-mode.ts";
import type { AskOf } from "./link.ts";
import type { State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

export function pressOnAlert(state: State, press: string | undefined): Updated {
  const ask = state.front?.kind === "loop" ? loopAsk(state, press) : suggestionAsk(state, press);
  if (!ask || !state.front) return pressAnywhere(state, press);
  if (state.drawn?.front !== keyOf(state.front) || isTooQuick(state))
    // Said, also because a key that means something is not stray.
    return stay(
      withNote(state, noteOf("warning", "that was quick: this card has just come; look at it first")),
    );
  const { session } = state.front;
  if (ask.op === "suggestion" && ask.mode === "full-auto")
    return stay({ ...state, open: { kind: "full-auto", session, suggestion: ask.suggestion }, scroll: 0 });
  return { state, actions: [{ kind: "request", session, ask }] };
}

function loopAsk({ front }: State, press: string | undefined): AskOf<"loop"> | undefined {
  const loop = front?.id ?? "";
  if (press === "a") return { op: "loop", loop, answer: "ask-again" };
  return press === "d" || press === "enter" ? { op: "loop", loop, answer: "seen" } : undefined;
}

function suggestionAsk(state: State, press: string | undefined): AskOf<"suggestion"> | undefined {
  const { front } = state;
  const suggestion = front ? sessionOf(state, front.session)?.status.suggestion : undefined;
  if (!suggestion) return undefined;
  if (press === "n" || press === "escape") return { op: "suggestion", suggestion: suggestion.id };
  const mode = modeOf(press);
  return mode !== undefined && suggestion.modes.includes(mode)
    ? { op: "suggestion", suggestion: suggestion.id, mode }
    : undefined;
}
