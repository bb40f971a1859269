/**
 * The card on the agent's own terminal: covers it while something waits and nobody else is there to answer, and gives it back
 * exactly as it was. No key that is typed at a card reaches the agent, and none that was meant for the agent answers a card.
 */
import { createCoveredTerminal } from "../terminal/covered-terminal.ts";
import { type AgentScreen, connectOutput } from "./agent-screen.ts";
import type { OpenCard } from "./open-card.ts";
import type { PipeLink } from "./pipe-link.ts";
import { readTerminalSize } from "./real-terminal.ts";
import { SplitConsole } from "./split-console.ts";
import type { SplitOutcome } from "./tmux-split.ts";
import { createTyping } from "./typing.ts";
import { type Waiting, watchWaiting } from "./watch-waiting.ts";
import { chooseAnswerer, type Wanted } from "./who-answers.ts";

export interface CardScreenOptions {
  readonly wanted: Wanted;
  openLink(): Promise<PipeLink>;
  readonly session: string;
  readonly env: NodeJS.ProcessEnv;
  readonly notices: "on" | "off";
  /** Inside tmux; resolves when the split is there. */
  readonly openSplit?: () => Promise<SplitOutcome>;
  /** The size changed under a card. */
  redrawAgent(): void;
  /** For the end of the session, when the terminal is free again. */
  notice(text: string): void;
}

/** Questions often come one after the other: the screen is not given back in between. */
const LINGER_MS = 120;

export function createCardScreen(options: CardScreenOptions): AgentScreen {
  return new CardScreen(options);
}

class CardScreen implements AgentScreen {
  readonly #options: CardScreenOptions;
  readonly #terminal = createCoveredTerminal({ write: writeOut, ...readTerminalSize() });
  readonly #disconnect: () => void;
  #begun: Promise<{ readonly link: PipeLink; stop(): void }> | undefined;
  #waiting: Waiting = { items: 0, left: 0, consoles: 0 };
  readonly #split: SplitConsole;
  /** A promise while its code is loaded. */
  #card: Promise<OpenCard> | undefined;
  #hiding: NodeJS.Timeout | undefined;
  readonly #typing = createTyping();
  /** `note`: nothing waits, and the card stays for what it says last; any key gives the screen back. */
  #reads: "note" | "nothing" = "nothing";
  /** `peeking`: the person looks at the agent's screen; the next key brings the card back. `away`: a shell has the terminal. */
  #place: "here" | "peeking" | "away" | "ended" = "here";

  constructor(options: CardScreenOptions) {
    this.#options = options;
    const { openSplit, notice } = options;
    this.#split = new SplitConsole({ openSplit, notice, changed: () => this.#look() });
    this.#disconnect = connectOutput(this.#terminal);
    // However this process ends, no card is left behind.
    process.on("exit", () => this.#terminal.end());
  }

  begin(): void {
    this.#begun ??= this.#options.openLink().then(async (link) => ({
      link,
      stop: await watchWaiting(link, (waiting) => this.#changed(waiting)),
    }));
    this.#begun.catch((error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)));
  }

  fromAgent(bytes: Buffer): "go-on" | "wait" {
    return this.#terminal.fromAgent(bytes);
  }

  onRoom(call: () => void): void {
    this.#terminal.onRoom(call);
  }

  typed(bytes: Buffer): "mine" | "agent's" {
    if (this.#place === "peeking") {
      // Whoever looks at the agent may want to stop it.
      if (isCtrlC(bytes)) return "agent's";
      this.#place = "here";
      this.#look();
      return "mine";
    }
    if (this.#card === undefined) {
      this.#typing.note(bytes, Date.now());
      return "agent's";
    }
    if (this.#reads === "note") {
      this.#hide();
      return "mine";
    }
    onOpen(this.#card, (card) => card.typed(bytes));
    return "mine";
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
    onOpen(this.#card, (card) => card.redraw());
  }

  giveBack(): void {
    if (this.#place !== "ended") this.#place = "away";
    this.#hide();
  }

  takeAgain(): void {
    if (this.#place === "away") this.#place = "here";
    this.#look();
  }

  end(): void {
    this.#place = "ended";
    this.#hide();
    this.#terminal.end();
    this.#disconnect();
    void this.#begun?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  }

  #changed(waiting: Waiting): void {
    this.#split.noteConsoles(this.#waiting.consoles, waiting.consoles);
    this.#waiting = waiting;
    if (waiting.items + waiting.left === 0 && this.#place === "peeking") this.#place = "here";
    this.#look();
  }

  #look(): void {
    const { items, left, consoles } = this.#waiting;
    const { wanted } = this.#options;
    const questions = this.#card === undefined ? items : items + left;
    const choice =
      this.#place === "here"
        ? chooseAnswerer({ wanted, consoles, questions, split: this.#split.state })
        : "nothing";
    if (choice === "split") void this.#split.open();
    if (choice === "card") this.#show();
    else if (this.#card !== undefined) this.#hiding ??= setTimeout(() => this.#hideWhenRead(), LINGER_MS);
  }

  #hideWhenRead(): void {
    const [card, hiding] = [this.#card, this.#hiding];
    onOpen(card, (open) => {
      // Something came meanwhile, or somebody took it away.
      if (this.#card !== card || this.#hiding !== hiding) return;
      const leftMs = open.toReadMs();
      if (leftMs === 0) return this.#hide();
      this.#reads = "note";
      this.#hiding = setTimeout(() => this.#hide(), leftMs);
    });
  }

  #show(): void {
    this.#keep();
    if (this.#card !== undefined) return;
    const isWanted = (): boolean => this.#card === card;
    const card: Promise<OpenCard> = Promise.resolve().then(() => this.#open(isWanted));
    this.#card = card;
    card.catch((error: unknown) => this.#fail(error instanceof Error ? error.message : String(error)));
  }

  async #open(isWanted: () => boolean): Promise<OpenCard> {
    const { session, env, notices } = this.#options;
    const { openCard } = await import("./open-card.ts");
    const { link } = await this.#requireBegun();
    // It was put away while it was loaded: it must not cover anything any more.
    if (!isWanted()) return NO_CARD;
    const terminal = this.#terminal;
    const peek = () => this.#peek();
    const failed = (reason: string) => this.#fail(reason);
    const typedLately = () => this.#typing.keysAt(Date.now());
    const size = readTerminalSize;
    return openCard({ session, env, notices, link, terminal, size, typedLately, peek, failed });
  }

  #requireBegun() {
    if (this.#begun === undefined) throw new Error("a card without a link to the daemon");
    return this.#begun;
  }

  /** The questions wait on, for consoles: nothing is answered by a card that nobody can see. */
  #fail(reason: string): void {
    this.#options.notice(`questions cannot be shown here: ${reason}; answer them with guard console`);
    this.#place = "ended";
    this.#hide();
  }

  #peek(): void {
    this.#place = "peeking";
    this.#hide();
  }

  #keep(): void {
    clearTimeout(this.#hiding);
    this.#hiding = undefined;
    this.#reads = "nothing";
  }

  #hide(): void {
    this.#keep();
    const card = this.#card;
    this.#card = undefined;
    onOpen(card, ({ close }) => close());
    if (this.#terminal.uncover() === "resized") this.#options.redrawAgent();
  }
}

function isCtrlC(bytes: Buffer): boolean {
  return bytes.length === 1 && bytes[0] === 0x03;
}

const NO_CARD: OpenCard = {
  typed: () => undefined,
  redraw: () => undefined,
  toReadMs: () => 0,
  close: () => undefined,
};

function writeOut(bytes: Uint8Array): boolean {
  return process.stdout.write(bytes);
}

/** One that cannot be opened is told of where it is opened. */
function onOpen(card: Promise<OpenCard> | undefined, act: (card: OpenCard) => void): void {
  void card?.then(act, () => undefined);
}
