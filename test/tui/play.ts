/** A console without a terminal: things happen, keys are pressed, rows are drawn, and what it asks for is kept. */

import type { ControlEvent } from "../../src/protocol/control-events.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import type { Status } from "../../src/protocol/status-message.ts";
import type { Size } from "../../src/tui/frame.ts";
import type { Key, KeyName } from "../../src/tui/key.ts";
import type { Ask } from "../../src/tui/link.ts";
import { chooseLook, type Look } from "../../src/tui/look.ts";
import type { Action, Drawn, Happening, State } from "../../src/tui/model.ts";
import { paintRow } from "../../src/tui/paint.ts";
import { renderScreen } from "../../src/tui/render.ts";
import { EMPTY, update } from "../../src/tui/update.ts";
import { pendingOf, statusOf } from "./questions.ts";

export const COLOURED: Look = chooseLook({ LANG: "C.UTF-8", TERM: "xterm-256color" }, "as-the-terminal-can");
export const PLAIN: Look = chooseLook({ LANG: "C.UTF-8", TERM: "xterm-256color" }, "no-colour");
export const ASCII: Look = chooseLook({ LANG: "C", TERM: "dumb" }, "no-colour");

export const SMALL: Size = { columns: 80, rows: 24 };
export const SESSION = "k3j9ab2c";

const NAMED: readonly KeyName[] = [
  "enter",
  "escape",
  "tab",
  "back-tab",
  "up",
  "down",
  "page-up",
  "page-down",
  "backspace",
  "clear-line",
  "interrupt",
];

export function keyFor(press: string): Key {
  const name = NAMED.find((one) => one === press);
  return name ? { kind: "named", name } : { kind: "letter", letter: press };
}

type Undated<One> = One extends Happening ? Omit<One, "nowMs"> : never;

export interface Play {
  state: State;
  nowMs: number;
  readonly actions: Action[];
  happen(happening: Undated<Happening>): void;
  tell(event: ControlEvent, session?: string): void;
  /** Draws first, as the real one does before a person can press anything. */
  press(...presses: readonly string[]): void;
  type(text: string): void;
  draw(size?: Size, look?: Look): string[];
  /** Draws and lets the time pass in which quick keys allow nothing. */
  look(): string[];
  /** What was asked of the daemon, without focus and card. */
  asks(): Ask[];
  note(): string | undefined;
}

export function play(pending: readonly Pending[] = [], status: Partial<Status> = {}): Play {
  const one: Play = {
    state: EMPTY,
    nowMs: 1_000_000,
    actions: [],
    happen(happening) {
      const { state, actions } = update(one.state, { ...happening, nowMs: one.nowMs } as Happening);
      one.state = state;
      one.actions.push(...actions);
    },
    tell: (event, session = SESSION) => one.happen({ kind: "told", session, event }),
    press(...presses) {
      for (const press of presses) {
        one.draw();
        one.happen({ kind: "key", key: keyFor(press) });
      }
    },
    type: (text) => one.press(...text),
    draw(size = SMALL, look = PLAIN) {
      const { rows, drawn } = renderScreen(one.state, size, look);
      one.happen({ kind: "drawn", drawn: drawn satisfies Drawn });
      return rows.map((row) => paintRow(row, look));
    },
    look() {
      const rows = one.draw();
      one.nowMs += 1_000;
      return rows;
    },
    asks: () =>
      one.actions.flatMap((action) =>
        action.kind === "request" && action.ask.op !== "focus" && action.ask.op !== "card"
          ? [action.ask]
          : [],
      ),
    note: () => one.state.note?.text,
  };
  one.happen({
    kind: "attached",
    session: SESSION,
    status: statusOf({ session: SESSION, ...status }),
    pending: [...pending],
    recent: [],
  });
  return one;
}

export function questionsNamed(...lines: readonly string[]): Pending[] {
  return lines.map((line, index) => pendingOf({ line, askedAtMs: 999_000 + index }));
}
