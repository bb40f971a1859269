/**
 * The console as linear text, for screen readers and dumb terminals: nothing is drawn, nothing moves. Words become the same
 * keys as on the screen, so the same rules hold; an answer counts only for the question that was read out last.
 */
import { makeVisible } from "../core/visible.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Approver } from "./approver.ts";
import { frontQuestion, keyOf, questionsOf, sessionOf } from "./front.ts";
import type { KeyName } from "./key.ts";
import { stillListed } from "./keys-bulk.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import type { Drawn, Note, State } from "./model.ts";
import { ladderTexts, PLAIN_HELP, questionTexts } from "./plain-texts.ts";
import { MODE_MEANS } from "./render-alert.ts";
import { shortRisk } from "./risk.ts";

export interface PlainPorts {
  readonly columns: number;
  print(row: string): void;
}

export class PlainConsole {
  readonly #ports: PlainPorts;
  readonly #numbers = new Map<string, number>();
  /** The question that was read out and not answered yet. */
  #current: string | undefined;
  /** The next one may be read out by itself: the person has just answered. */
  #readsOn = true;
  #lastNote: Note | undefined;
  #told = "";

  constructor(ports: PlainPorts) {
    this.#ports = ports;
  }

  /** In the place of a drawing: says what is new. */
  announce(state: State): Drawn | undefined {
    this.#sayNotes(state);
    this.#numberNew(state);
    this.#sayAlerts(state);
    const question = frontQuestion(state);
    const key = state.front ? keyOf(state.front) : undefined;
    if (!question || !key || !state.front) {
      if (this.#current !== undefined) this.#say("nothing waits now");
      this.#current = undefined;
      this.#readsOn = true;
      return undefined;
    }
    if (this.#current !== key) this.#moveTo(state, key);
    if (this.#current !== key) return undefined;
    this.#sayOpen(state);
    const listed = state.open.kind === "bulk" ? stillListed(state, state.open).map(({ check }) => check) : [];
    return { front: key, open: state.open.kind, from: 0, to: 1, total: 1, commandEnd: 1, listed };
  }

  /** A question that comes while another is read must not take the place of it unheard. */
  #moveTo(state: State, key: string): void {
    const question = frontQuestion(state);
    if (!question) return;
    const number = this.#numberOf(question.asked.id);
    if (this.#readsOn || state.front?.by === "hand") {
      this.#current = key;
      this.#readsOn = false;
      for (const row of questionTexts(question, number, this.#ports.columns, state.nowMs)) this.#say(row);
      return;
    }
    if (this.#told === key) return;
    this.#told = key;
    this.#current = undefined;
    this.#say(`question ${number} waits; type next to hear it`);
  }

  /** One line that the person typed. */
  hear(line: string, approver: Approver): void {
    const words = line.trim().split(/\s+/);
    const [first = "", second = ""] = words;
    const { open } = approver.state;
    if (first === "") return;
    if (open.kind === "confirm") return this.#hearConfirm(line.trim(), approver);
    if (open.kind === "ladder") return this.#hearLadder(first, second, approver);
    if (open.kind === "bulk")
      return first === "yes" ? this.#press(approver, "y") : this.#back(approver, "nothing was answered");
    if (this.#hearAbout(first.toLowerCase(), second, approver) === "done") return;
    this.#hearAnswer(first.toLowerCase(), line.trim().slice(first.length).trim(), approver);
  }

  #hearAbout(first: string, second: string, approver: Approver): "done" | "not-mine" {
    switch (first) {
      case "help":
        for (const row of PLAIN_HELP) this.#say(row);
        return "done";
      case "quit":
        approver.press({ kind: "named", name: "interrupt" });
        return "done";
      case "list":
        this.#sayList(approver.state);
        return "done";
      case "next":
        this.#next(approver);
        return "done";
      case "show":
        this.#show(second, approver);
        return "done";
      case "undo":
        this.#press(approver, "u");
        return "done";
      case "mode":
        this.#mode(second, approver);
        return "done";
      default:
        return "not-mine";
    }
  }

  #hearAnswer(first: string, rest: string, approver: Approver): void {
    const { front } = approver.state;
    if (!front || front.kind !== "question")
      return this.#say("nothing waits for an answer; help lists the words");
    if (keyOf(front) !== this.#current)
      return this.#say("another question is in front now; type next to hear it. Nothing was answered");
    const letters: Readonly<Record<string, string>> = {
      once: "a",
      session: "s",
      hour: "t",
      always: "p",
      confirm: "c",
    };
    const letter = letters[first];
    if (letter !== undefined) return this.#answer(approver, letter);
    if (first === "all") return this.#all(rest, approver);
    if (first !== "deny") return this.#say(`${makeVisible(first)} is not a word here; help lists them`);
    if (rest === "") return this.#answer(approver, "d");
    if (rest === "session") return this.#answer(approver, "D");
    this.#press(approver, "r");
    approver.press({ kind: "paste", text: rest });
    this.#answer(approver, "enter");
  }

  #answer(approver: Approver, press: string): void {
    this.#readsOn = true;
    this.#press(approver, press);
  }

  #all(what: string, approver: Approver): void {
    const letters: Readonly<Record<string, string>> = { session: "A", always: "S", deny: "X" };
    const letter = letters[what];
    if (letter === undefined) return this.#say("all session, all always or all deny");
    this.#answer(approver, letter);
  }

  #hearConfirm(line: string, approver: Approver): void {
    const { open } = approver.state;
    const lengths: Readonly<Record<string, string>> = { once: "o", session: "s", always: "p" };
    if (open.kind === "confirm" && open.text === CONFIRM_WORD) {
      const letter = lengths[line];
      return letter === undefined
        ? this.#back(approver, "nothing was answered")
        : this.#answer(approver, letter);
    }
    if (line !== CONFIRM_WORD) return this.#back(approver, "that was not the word; nothing was answered");
    for (const letter of CONFIRM_WORD) approver.press({ kind: "letter", letter });
    approver.drawNow();
    this.#say("for how long? once, session or always; anything else goes back");
  }

  #hearLadder(first: string, second: string, approver: Approver): void {
    if (!/^[1-4]$/.test(first)) return this.#back(approver, "nothing was answered");
    this.#press(approver, first);
    if (second === "user" || second === "project") this.#press(approver, second === "user" ? "u" : "j");
    this.#answer(approver, "enter");
  }

  #mode(mode: string, approver: Approver): void {
    if (!(mode in MODE_MEANS)) return this.#say(`a mode is one of ${Object.keys(MODE_MEANS).join(", ")}`);
    const session = approver.state.front?.session ?? approver.state.sessions[0]?.name;
    if (session === undefined) return this.#say("no session runs");
    this.#press(approver, "m");
    this.#press(approver, mode[0] ?? "");
  }

  #next(approver: Approver): void {
    const { front } = approver.state;
    this.#readsOn = true;
    if (front && keyOf(front) !== this.#current) return approver.drawNow();
    this.#press(approver, "n");
  }

  #show(number: string, approver: Approver): void {
    const wanted = [...this.#numbers].find(([, one]) => String(one) === number)?.[0];
    const items = questionsOf(approver.state);
    if (!items.some(({ id }) => id === wanted)) return this.#say(`no question ${makeVisible(number)} waits`);
    this.#current = undefined;
    this.#readsOn = true;
    for (const _ of items)
      if (approver.state.front?.id !== wanted) approver.press({ kind: "letter", letter: "n" });
    approver.drawNow();
  }

  #back(approver: Approver, text: string): void {
    this.#press(approver, "escape");
    this.#say(text);
  }

  #press(approver: Approver, press: string): void {
    const named: readonly KeyName[] = ["enter", "escape"];
    const name = named.find((one) => one === press);
    approver.press(name ? { kind: "named", name } : { kind: "letter", letter: press });
    approver.drawNow();
  }

  #sayOpen({ open }: State): void {
    const told = JSON.stringify([this.#current, open]);
    if (told === this.#told) return;
    this.#told = told;
    if (open.kind === "ladder" && open.ladder?.kind === "ladder")
      for (const row of ladderTexts(open.ladder, this.#ports.columns)) this.#say(row);
  }

  #sayNotes({ notes }: State): void {
    const at = this.#lastNote ? notes.indexOf(this.#lastNote) : -1;
    for (const { text } of notes.slice(at + 1))
      for (const row of wrapVisible("", text, this.#ports.columns)) this.#say(row);
    this.#lastNote = notes.at(-1);
  }

  #numberNew(state: State): void {
    for (const { id, question } of questionsOf(state)) {
      if (this.#numbers.has(id)) continue;
      this.#numbers.set(id, this.#numbers.size + 1);
      if (this.#current !== undefined && question)
        this.#say(
          `question ${this.#numberOf(id)} came, ${shortRisk(question.asked).word}; list shows what waits`,
        );
    }
  }

  #sayAlerts(_state: State): void {
    return undefined;
  }

  #sayList(state: State): void {
    const items = questionsOf(state);
    this.#say(items.length === 0 ? "nothing waits" : `${items.length} wait`);
    for (const { id, session, question } of items)
      if (question)
        for (const row of wrapVisible(
          `${this.#numberOf(id)}, ${shortRisk(question.asked).word}, session ${session}: `,
          question.asked.line.slice(0, 200),
          this.#ports.columns,
        ))
          this.#say(row);
    for (const { name } of state.sessions)
      this.#say(`session ${name}: mode ${sessionOf(state, name)?.status.mode ?? ""}`);
  }

  #numberOf(id: string): number {
    return this.#numbers.get(id) ?? 0;
  }

  #say(row: string): void {
    this.#ports.print(row);
  }
}
