/** One card while it is up: the console's own model and keys, drawn on the covered terminal. */
import type { CoveredTerminal } from "../terminal/covered-terminal.ts";
import { createApprover } from "../tui/approver.ts";
import { viewScreen } from "../tui/card-view.ts";
import { gatherKeys } from "../tui/key-burst.ts";
import { KeyReader } from "../tui/keys.ts";
import type { LinkListener, SessionLink } from "../tui/link.ts";
import { chooseLook } from "../tui/look.ts";
import { noticeText } from "../tui/notice.ts";
import { giveDesktopNotice } from "./desktop-notice.ts";
import type { PipeLink } from "./pipe-link.ts";
import type { TerminalSize } from "./real-terminal.ts";
import { createSettling } from "./settling.ts";

export interface OpenCard {
  typed(bytes: Buffer): void;
  redraw(): void;
  /** So long it should stay though nothing waits: it says where a rule was saved. */
  toReadMs(): number;
  close(): void;
}

export interface CardPlace {
  readonly session: string;
  readonly env: NodeJS.ProcessEnv;
  readonly notices: "on" | "off";
  readonly link: PipeLink;
  readonly terminal: CoveredTerminal;
  size(): TerminalSize;
  /** Keys to the agent a moment ago that no Enter has ended: somebody is in the middle of a text. */
  typedLately(): number;
  /** The person wants to see the agent's screen. */
  peek(): void;
  /** No card can be shown here. */
  failed(reason: string): void;
}

const NOT_TAKEN = {
  early: "what you typed before this card was there went to nobody",
  text: "Esc first: you were typing to the agent, and nothing of that counts here",
} as const;

export function openCard(place: CardPlace): OpenCard {
  const { terminal, env, notices, link, session } = place;
  const look = chooseLook(env, "as-the-terminal-can", "card");
  const reader = new KeyReader();
  let over: NodeJS.Timeout | undefined;
  let coveredAtMs: number | undefined;
  const settling = createSettling(place.typedLately());
  let isOpen = true;

  const approver = createApprover({
    draw(state) {
      if (coveredAtMs === undefined) return undefined;
      const { rows, drawn } = viewScreen(state, place.size(), look);
      terminal.draw(paint(rows));
      return drawn;
    },
    notice() {
      if (notices === "off") return;
      terminal.draw(noticeText(look.letters === "unicode" ? "full" : "bell"));
      giveDesktopNotice(process.platform, env);
    },
    quit: place.peek,
    nowMs: Date.now,
  });

  const flush = (): void => {
    for (const key of reader.flush()) approver.press(key);
  };

  const begin = async (): Promise<void> => {
    await terminal.cover();
    if (!isOpen) return;
    coveredAtMs = Date.now();
    const attaching = await approver.attach(session, "card", async ({ onEvent }) => listenOn(link, onEvent));
    if (attaching.kind === "attached" || !isOpen) return;
    place.failed(attaching.kind === "refused" ? attaching.reason : "the daemon does not answer");
  };
  begin().catch((error: unknown) => place.failed(error instanceof Error ? error.message : String(error)));

  return {
    typed(bytes) {
      clearTimeout(over);
      // Read in any case: the rest of what has begun now must not be taken for letters later.
      const keys = reader.push(bytes);
      const what = settling.take(bytes, coveredAtMs, Date.now());
      if (what !== "answer") return approver.say({ tone: "warning", text: NOT_TAKEN[what] });
      for (const key of gatherKeys(keys)) approver.press(key);
      const { moreWithinMs } = reader;
      if (moreWithinMs !== undefined) over = setTimeout(flush, moreWithinMs);
    },
    redraw: () => approver.redraw(),
    toReadMs: () => toReadMs(approver.state.savedAtMs),
    close() {
      isOpen = false;
      clearTimeout(over);
      approver.stop();
    },
  };
}

/** Enough for a line. */
const READ_MS = 1_500;

function toReadMs(savedAtMs: number | undefined): number {
  return savedAtMs === undefined ? 0 : Math.max(0, savedAtMs + READ_MS - Date.now());
}

function listenOn(link: PipeLink, onEvent: LinkListener["onEvent"]): SessionLink {
  const stop = link.listen(onEvent);
  const end = (): void => {
    stop();
    // It is in front of nobody now.
    void link.request({ op: "focus" });
  };
  return { request: link.request, end };
}

const ESC = "\u001b[";

/** All of it, each time: an agent's screen lies below, and a card is small. */
function paint(rows: readonly string[]): string {
  const drawn = rows.map((row, index) => `${ESC}${index + 1};1H${ESC}0m${ESC}2K${row}`).join("");
  return `${ESC}?2026h${ESC}?7l${drawn}${ESC}0m${ESC}?7h${ESC}?2026l`;
}
