/** Typing that was meant for somebody else: it must never answer. Told by letters that mean nothing where they are typed. */
import type { Key } from "./key.ts";
import { stay } from "./keys-anywhere.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import type { State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

/** Whoever types is quicker than this, whoever decides is not. */
export const STRAY_MS = 400;

const LOOKS_LIKE_TYPING = "that looks like typing: nothing was done; pause a moment, then press the key";
const SEVERAL = "several keys at once answer nothing: press one after the other";
const PASTED = "a paste answers nothing: press the key, or type the word";

/** There letters are text. The whole word CONFIRM is followed by a choice, which is none. */
export function isTextInput({ open }: State): boolean {
  return open.kind === "reason" || (open.kind === "confirm" && open.text !== CONFIRM_WORD);
}

/** One key where keys decide: nothing right after a stray letter, which this one may turn out to be. */
export function takeUnlessStray(state: State, key: Key, take: (state: State, key: Key) => Updated): Updated {
  const isLetter = key.kind === "letter";
  const isEnter = key.kind === "named" && key.name === "enter";
  if ((isLetter || isEnter) && isAmongStray(state)) {
    const still = isLetter ? strayNow(state) : state;
    return stay(withNote(still, noteOf("warning", LOOKS_LIKE_TYPING)));
  }
  if (key.kind === "paste") return stay(withNote(strayNow(state), noteOf("warning", PASTED)));
  const updated = take(state, key);
  const isStray = isLetter && updated.state === state && updated.actions.length === 0;
  return isStray ? stay(strayNow(state)) : updated;
}

/** Text goes where text goes, up to the key that closes the input; elsewhere none of them counts. */
export function takeSeveral(
  state: State,
  keys: readonly Key[],
  take: (state: State, key: Key) => Updated,
): Updated {
  if (!isTextInput(state)) return stay(withNote(strayNow(state), noteOf("warning", SEVERAL)));
  let updated = stay(state);
  for (const key of keys) {
    if (!isTextInput(updated.state)) break;
    const { state: next, actions } = take(updated.state, key);
    updated = { state: next, actions: [...updated.actions, ...actions] };
  }
  return updated;
}

function isAmongStray({ strayAtMs, nowMs }: State): boolean {
  return strayAtMs !== undefined && nowMs - strayAtMs < STRAY_MS;
}

function strayNow(state: State): State {
  return { ...state, strayAtMs: state.nowMs };
}
