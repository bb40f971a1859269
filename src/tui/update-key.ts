/** Keys, by what is open. What is not listed does nothing. */
import type { Key } from "./key.ts";
import { pressOnAlert } from "./keys-alert.ts";
import { goBack, pressAnywhere, SCROLLS, scrolled, stay } from "./keys-anywhere.ts";
import { pressInBulk } from "./keys-bulk.ts";
import { pressOnQuestion } from "./keys-card.ts";
import { typeConfirm, typeReason } from "./keys-input.ts";
import { pressInLadder } from "./keys-ladder.ts";
import { pressInFullAuto, pressInMode } from "./keys-mode.ts";
import type { State, Updated } from "./model.ts";
import { isTextInput, takeSeveral, takeUnlessStray } from "./stray.ts";

/** One word for each key: a letter itself, or a name; undefined for what is never a key. */
export function pressOf(key: Key): string | undefined {
  if (key.kind === "letter") return key.letter;
  return key.kind === "named" ? key.name : undefined;
}

export function takeKey(state: State, key: Key, from: "keyboard" | "words"): Updated {
  if (isInterrupt(key) || (key.kind === "several" && key.keys.some(isInterrupt)))
    return { state, actions: [{ kind: "quit" }] };
  if (key.kind === "several") return takeSeveral(state, key.keys, takeOne);
  const isTyped = from === "words" || isTextInput(state) || state.open.kind === "broken-off";
  return isTyped ? takeOne(state, key) : takeUnlessStray(state, key, takeOne);
}

function isInterrupt(key: Key): boolean {
  return key.kind === "named" && key.name === "interrupt";
}

function takeOne(state: State, key: Key): Updated {
  const { open } = state;
  switch (open.kind) {
    case "reason":
      return typeReason(state, open, key);
    case "confirm":
      return typeConfirm(state, open, key);
    case "broken-off":
      return pressOf(key) === "escape" ? goBack(state) : stay(state);
    case "help":
      return key.kind === "letter" || key.kind === "named" ? helpKey(state, pressOf(key) ?? "") : stay(state);
    case "ladder":
      return pressInLadder(state, open, pressOf(key));
    case "bulk":
      return pressInBulk(state, open, pressOf(key));
    case "mode":
      return pressInMode(state, open, pressOf(key));
    case "full-auto":
      return pressInFullAuto(state, open, pressOf(key));
    case "card":
      return pressOnFront(state, pressOf(key));
  }
}

function pressOnFront(state: State, press: string | undefined): Updated {
  switch (state.front?.kind) {
    case "question":
      return pressOnQuestion(state, press);
    case "loop":
    case "suggestion":
      return pressOnAlert(state, press);
    case undefined:
      return pressAnywhere(state, press);
  }
}

/** Any key closes it, but those that scroll. */
function helpKey(state: State, press: string): Updated {
  return SCROLLS.includes(press) ? stay(scrolled(state, press)) : goBack(state);
}
