/** Keys, by what is open. What is not listed does nothing. */
import type { Key } from "./key.ts";
import { pressOnAlert } from "./keys-alert.ts";
import { goBack, pressAnywhere, SCROLLS, scrolled, stay } from "./keys-anywhere.ts";
import { pressInBulk } from "./keys-bulk.ts";
import { pressOnQuestion } from "./keys-card.ts";
import { typeConfirm, typeReason } from "./keys-input.ts";
import { pressInLadder } from "./keys-ladder.ts";
import { pressInMode } from "./keys-mode.ts";
import type { State, Updated } from "./model.ts";

/** One word for each key: a letter itself, or a name; undefined for what is never a key. */
export function pressOf(key: Key): string | undefined {
  if (key.kind === "letter") return key.letter;
  return key.kind === "named" ? key.name : undefined;
}

export function takeKey(state: State, key: Key): Updated {
  if (key.kind === "named" && key.name === "interrupt") return { state, actions: [{ kind: "quit" }] };
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
