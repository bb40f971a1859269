/** The console in a split of tmux: whether it can be there, is on its way, is there, or was closed by hand. */
import type { SplitOutcome } from "./tmux-split.ts";
import type { Surroundings } from "./who-answers.ts";

export interface SplitPorts {
  /** Undefined: there is no tmux here. */
  readonly openSplit: (() => Promise<SplitOutcome>) | undefined;
  notice(text: string): void;
  /** It came, or will never come: look again. */
  changed(): void;
}

/** For a node that starts on a busy machine. */
const SPLIT_LIMIT_MS = 10_000;

export class SplitConsole {
  readonly #ports: SplitPorts;
  #state: Surroundings["split"];

  constructor(ports: SplitPorts) {
    this.#ports = ports;
    this.#state = ports.openSplit === undefined ? "none-here" : "possible";
  }

  get state(): Surroundings["split"] {
    return this.#state;
  }

  /** It is open when its console has come, and closed when the last one has gone: by hand, or because it failed. */
  noteConsoles(before: number, now: number): void {
    if (before > 0 && now === 0 && this.#state === "open") this.#state = "closed";
    if (now > 0 && this.#state === "opening") this.#state = "open";
  }

  async open(): Promise<void> {
    this.#state = "opening";
    const outcome = await this.#ports.openSplit?.();
    if (outcome?.kind === "open") {
      // One whose console never comes is as good as none.
      setTimeout(() => this.#fail(), SPLIT_LIMIT_MS).unref();
      return;
    }
    this.#ports.notice(`tmux could not open a split for questions: ${outcome?.reason ?? "no tmux"}`);
    this.#fail();
  }

  #fail(): void {
    if (this.#state !== "opening") return;
    this.#state = "failed";
    this.#ports.changed();
  }
}
