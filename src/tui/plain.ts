/**
 * The console as linear text, for screen readers and dumb terminals: nothing is drawn, nothing moves. Words become the same
 * keys as on the screen, so the same rules hold; an answer counts only for what was read out last.
 */
import { makeVisible } from "../core/visible.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Approver } from "./approver.ts";
import { frontQuestion, keyOf, questionsOf, sessionOf } from "./front.ts";
import type { Key } from "./key.ts";
import { stillListed } from "./keys-bulk.ts";
import type { Drawn, Note, State } from "./model.ts";
import { CARD_WAIT_MS, isCardToCome } from "./next-draw.ts";
import { listTexts, loopTexts, openTexts, suggestionTexts } from "./plain-cards.ts";
import { PLAIN_HELP, questionTexts } from "./plain-texts.ts";
import { readPlainLine } from "./plain-words.ts";
import { shortRisk } from "./risk.ts";

export interface PlainPorts {
  readonly columns: number;
  print(row: string): void;
}

/** The last word on a list: what becomes of each is told later. */
function isLast(keys: readonly Key[]): boolean {
  return keys.some((key) => key.kind === "letter" && key.letter === "y");
}

export class PlainConsole {
  readonly #ports: PlainPorts;
  readonly #numbers = new Map<string, number>();
  /** What was read out and is still in front. */
  #current: string | undefined;
  /** `yes`: the person has just answered or asked for it, so the next one is read out by itself. */
  #readsOn: "yes" | "no" = "yes";
  #lastNote: Note | undefined;
  #lastOpen = "";
  #lastHint = "";
  #awaited: { readonly key: string; readonly sinceMs: number } | undefined;

  constructor(ports: PlainPorts) {
    this.#ports = ports;
  }

  /** In the place of a drawing: says what is new, and that this much was heard. */
  announce(state: State): Drawn {
    this.#sayNotes(state);
    this.#numberNew(state);
    const key = state.front ? keyOf(state.front) : undefined;
    if (key === undefined) this.#sayNothingWaits();
    else if (key !== this.#current && !this.#awaitsCard(state, key)) this.#moveTo(state, key);
    const isHeard = key !== undefined && key === this.#current;
    const { open } = state;
    // A mode is about no question, so it is said whatever is in front.
    if (isHeard || open.kind === "full-auto") this.#sayOpen(state);
    else this.#lastOpen = "";
    const listed = open.kind === "bulk" ? stillListed(state, open).map(({ check }) => check) : [];
    const front = isHeard ? key : "";
    return { front, open: open.kind, from: 0, to: 1, total: 1, commandEnd: 1, listed };
  }

  /** One line that the person typed. */
  hear(line: string, approver: Approver): void {
    const said = readPlainLine(line, approver.state.open);
    switch (said.kind) {
      case "nothing":
        return;
      case "help":
        return this.#say(PLAIN_HELP);
      case "list":
        return this.#say(listTexts(approver.state, this.#numbers, this.#ports.columns));
      case "quit":
        return approver.press({ kind: "named", name: "interrupt" }, "words");
      case "next":
        return this.#next(approver);
      case "show":
        return this.#show(said.number, approver);
      case "back":
        this.#press(approver, [{ kind: "named", name: "escape" }]);
        return this.#say(["back; nothing was answered"]);
      case "press":
        return this.#press(approver, said.keys);
      case "answer":
        return this.#answer(approver, said.keys);
      case "unknown":
        return this.#say([makeVisible(said.text)]);
    }
  }

  #answer(approver: Approver, keys: readonly Key[]): void {
    const { front } = approver.state;
    if (!front) return this.#say(["nothing waits for an answer; help lists the words"]);
    if (keyOf(front) !== this.#current)
      return this.#say(["nothing was answered: another one is in front now; type next to hear it"]);
    this.#press(approver, keys);
    // It was refused, or there is more to choose: the next one must not come unheard.
    const isOpen = frontQuestion(approver.state)?.sent === undefined && !isLast(keys);
    this.#readsOn = isOpen && approver.state.front?.kind === "question" ? "no" : "yes";
  }

  #next(approver: Approver): void {
    const { front } = approver.state;
    this.#readsOn = "yes";
    if (front && keyOf(front) !== this.#current) return approver.drawNow();
    this.#press(approver, [{ kind: "letter", letter: "n" }]);
  }

  #show(number: string, approver: Approver): void {
    const wanted = [...this.#numbers].find(([, one]) => String(one) === number)?.[0];
    const items = questionsOf(approver.state);
    if (!items.some(({ id }) => id === wanted))
      return this.#say([`no question ${makeVisible(number)} waits`]);
    this.#current = undefined;
    this.#readsOn = "yes";
    for (const _item of [...items, ...approver.state.sessions])
      if (approver.state.front?.id !== wanted) approver.press({ kind: "named", name: "tab" }, "words");
    approver.drawNow();
  }

  #press(approver: Approver, keys: readonly Key[]): void {
    for (const key of keys) {
      approver.press(key, "words");
      approver.drawNow();
    }
  }

  /** One that comes by itself does not take the place of another unheard: whoever types would answer the wrong one. */
  #moveTo(state: State, key: string): void {
    if (this.#readsOn === "yes" || state.front?.by === "hand") {
      this.#current = key;
      this.#readsOn = "no";
      this.#lastOpen = "";
      const waiting = questionsOf(state).length;
      return this.#say([...this.#frontTexts(state), ...(waiting > 1 ? [`${waiting} wait in all`] : [])]);
    }
    this.#current = undefined;
    if (this.#lastHint === key) return;
    this.#lastHint = key;
    const number = this.#numbers.get(state.front?.id ?? "");
    this.#say([
      `${number === undefined ? "a card" : `question ${number}`} is in front now; type next to hear it`,
    ]);
  }

  /** What it does and which script it runs come a moment later: read out with the rest, not after it. */
  #awaitsCard(state: State, key: string): boolean {
    const question = frontQuestion(state);
    const isRead = this.#readsOn === "yes" || state.front?.by === "hand";
    if (!question || !isRead || !isCardToCome(question)) return false;
    if (this.#awaited?.key !== key) this.#awaited = { key, sinceMs: state.nowMs };
    this.#current = undefined;
    return state.nowMs - this.#awaited.sinceMs < CARD_WAIT_MS;
  }

  #frontTexts(state: State): string[] {
    const question = frontQuestion(state);
    const { columns } = this.#ports;
    if (question)
      return questionTexts(question, this.#numbers.get(question.asked.id) ?? 0, columns, state.nowMs);
    const status = sessionOf(state, state.front?.session ?? "")?.status;
    const loop = status?.loops.find(({ id }) => id === state.front?.id);
    if (loop) return loopTexts(loop, columns);
    return status?.suggestion ? suggestionTexts(status, status.suggestion, columns) : [];
  }

  #sayNothingWaits(): void {
    if (this.#current !== undefined) this.#say(["nothing waits now"]);
    this.#current = undefined;
    this.#readsOn = "yes";
  }

  #sayOpen(state: State): void {
    const texts = openTexts(state, this.#ports.columns);
    const said = texts.join("\n");
    if (said !== this.#lastOpen) this.#say(texts);
    this.#lastOpen = said;
  }

  #sayNotes({ notes }: State): void {
    const at = this.#lastNote ? notes.indexOf(this.#lastNote) : -1;
    for (const { text } of notes.slice(at + 1)) this.#say(wrapVisible("", text, this.#ports.columns));
    this.#lastNote = notes.at(-1);
  }

  #numberNew(state: State): void {
    for (const { id, question } of questionsOf(state)) {
      if (this.#numbers.has(id)) continue;
      const number = this.#numbers.size + 1;
      this.#numbers.set(id, number);
      if (this.#current !== undefined && question)
        this.#say([`question ${number} came: ${shortRisk(question.asked).word}; list tells what waits`]);
    }
  }

  #say(rows: readonly string[]): void {
    for (const row of rows) this.#ports.print(row);
  }
}
