/** A terminal that a person reads and types at: what is on it, and whether it is the same as before. */
import { setTimeout as pause } from "node:timers/promises";
import { until } from "../helpers/until.ts";
import type { Pane } from "../shells/tmux.ts";

export interface Picture {
  readonly screen: string;
  readonly facts: string;
}

export interface Terminal extends Pane {
  enter(line: string): Promise<void>;
  /** What is on the screen now, no scrollback. */
  view(): Promise<string>;
  shows(what: RegExp | string): Promise<string>;
  showsNo(what: RegExp | string): Promise<string>;
  /** As a person does it: again, after a pause, where the card says that it was too early. */
  answer(key: string, expected: RegExp | string): Promise<string>;
  /** The same for cards that say nothing when a key came too early. */
  insist(key: string, expected: RegExp | string): Promise<void>;
  /** Cursor and modes. */
  facts(): Promise<string>;
  /** All that the eye sees, and all that tmux tells: when it has come to rest. */
  picture(): Promise<Picture>;
}

/** The card's own words for a key that came before it could be read. */
const TOO_EARLY = /that was quick|this question is new|went to nobody|looks like typing|Esc first/;
/** Two keys that came too early are a text for the agent: the card wants to be looked at first. */
const WANTS_ESC = /Esc first/;
const A_PAUSE_MS = 300;
const LIMIT_MS = 20_000;

const FACTS = [
  ...["cursor_x", "cursor_y", "cursor_flag", "alternate_on", "insert_flag", "origin_flag", "wrap_flag"],
  ...["keypad_cursor_flag", "keypad_flag", "mouse_all_flag", "mouse_any_flag", "mouse_button_flag"],
  ...["mouse_standard_flag", "mouse_sgr_flag", "scroll_region_upper", "scroll_region_lower", "history_size"],
];

export function terminalOf(pane: Pane): Terminal {
  const view = () => pane.look();
  const isThere = (screen: string, what: RegExp | string) =>
    typeof what === "string" ? screen.includes(what) : what.test(screen);
  const waitFor = async (condition: (screen: string) => boolean, what: string) => {
    let seen = "";
    const found = until(
      what,
      async () => {
        seen = await view();
        return condition(seen) ? seen : undefined;
      },
      LIMIT_MS,
    );
    return found.catch((error: Error) => {
      throw new Error(`${error.message}; the screen:\n${seen}`);
    });
  };
  const leadOut = async (screen: string): Promise<void> => {
    if (!WANTS_ESC.test(screen)) return;
    await pane.press("Escape");
    await pause(A_PAUSE_MS);
  };
  return {
    ...pane,
    view,
    shows: (what) => waitFor((screen) => isThere(screen, what), `a screen with ${what}`),
    showsNo: (what) => waitFor((screen) => !isThere(screen, what), `a screen without ${what}`),
    async enter(line) {
      await pane.type(line);
      await pane.press("Enter");
    },
    async answer(key, expected) {
      for (;;) {
        await pane.press(key);
        const seen = await waitFor(
          (screen) => isThere(screen, expected) || TOO_EARLY.test(screen),
          `${expected} after ${key}`,
        );
        if (isThere(seen, expected)) return seen;
        await pause(A_PAUSE_MS);
        const later = await view();
        if (isThere(later, expected)) return later;
        await leadOut(later);
      }
    },
    insist: (key, expected) =>
      until(`${expected} after ${key}`, async () => {
        await pane.press(key);
        await pause(A_PAUSE_MS);
        const seen = await view();
        if (isThere(seen, expected)) return true;
        await leadOut(seen);
        return undefined;
      }).then(() => undefined),
    picture: () => pictureOf(pane),
    facts: () => factsOf(pane),
  };
}

async function pictureOf(pane: Pane): Promise<Picture> {
  let before: string | undefined;
  return until("a screen at rest", async () => {
    const screen = await pane.command("capture-pane", "-p", "-e");
    const facts = await factsOf(pane);
    const now = `${screen}${facts}`;
    const isSame = now === before;
    before = now;
    return isSame ? { screen, facts } : undefined;
  });
}

function factsOf(pane: Pane): Promise<string> {
  return pane.command("display-message", "-p", FACTS.map((name) => `${name}=#{${name}}`).join(" "));
}
