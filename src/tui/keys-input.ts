/** Typed text: a reason for the agent, or the word CONFIRM. */
import { makeVisible } from "../core/visible.ts";
import { giveAnswer } from "./answer.ts";
import { frontQuestion } from "./front.ts";
import type { Key } from "./key.ts";
import { goBack, scrolled, stay } from "./keys-anywhere.ts";
import { openLadder } from "./keys-card.ts";
import type { Open, State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

/** As the protocol has it. */
export const LONGEST_REASON = 2_000;
export const CONFIRM_WORD = "CONFIRM";
/** Room to see what one typed in its place. */
const LONGEST_WORD = 20;

type Input = Extract<Open, { text: string }>;

export function typeReason(state: State, open: Extract<Open, { kind: "reason" }>, key: Key): Updated {
  if (key.kind === "named" && key.name === "enter")
    return giveAnswer(state, { decision: "deny", reason: open.text.trim(), confirmed: "no" });
  // One line, and what cannot be seen is not sent unseen.
  const pasted = key.kind === "paste" ? makeVisible(key.text.replace(/\s+/g, " ")) : undefined;
  return typed(state, open, pasted === undefined ? key : pasted, LONGEST_REASON);
}

/** Allowed by the whole word and then a letter; Enter on the empty line denies, on half a word does nothing. */
export function typeConfirm(state: State, open: Extract<Open, { kind: "confirm" }>, key: Key): Updated {
  const isWhole = open.text === CONFIRM_WORD;
  if (key.kind === "named" && key.name === "enter") {
    if (open.text === "") return giveAnswer(state, { decision: "deny", confirmed: "no" });
    const text = isWhole ? "s, p or o: for how long?" : "type CONFIRM in capital letters (Esc clears)";
    return stay(withNote(state, { ...noteOf("warning", text), about: "input" }));
  }
  if (isWhole && key.kind === "letter") return chooseLength(state, key.letter);
  return typed(state, open, key, LONGEST_WORD);
}

function chooseLength(state: State, letter: string): Updated {
  const question = frontQuestion(state);
  if (!question) return stay(state);
  switch (letter) {
    case "o":
      return giveAnswer(state, { decision: "once", confirmed: "yes" });
    case "s":
      return giveAnswer(state, { decision: "session", confirmed: "yes" });
    case "p":
      return openLadder(state, question, "yes");
    default:
      return stay(state);
  }
}

/** `key` as text: it was pasted, and this input takes it. */
function typed(state: State, open: Input, key: Key | string, longest: number): Updated {
  const put = (text: string): Updated =>
    stay({ ...state, open: { ...open, text: Array.from(text).slice(0, longest).join("") } });
  if (typeof key === "string") return put(`${open.text}${key}`);
  if (key.kind === "letter") return put(`${open.text}${key.letter}`);
  if (key.kind !== "named") return stay(state);
  switch (key.name) {
    case "escape":
      return goBack(state);
    case "backspace":
      return put(Array.from(open.text).slice(0, -1).join(""));
    case "clear-line":
      return put("");
    default:
      return stay(scrolled(state, key.name));
  }
}
