/** One denied intent with its spellings. Bounded: the lines are the agent's, the memory is ours. */
import { sha256 } from "../core/sha256.ts";
import { cutLine } from "./cut-line.ts";
import type { Intent } from "./intent.ts";

/** As a screen shows it. All texts are the agent's. */
export interface LoopState {
  readonly id: string;
  /** "deletes build". */
  readonly intent: string;
  /** Oldest first; the newest few, their beginnings. */
  readonly spellings: readonly string[];
  /** Different lines in all, and tries in all. */
  readonly spelled: number;
  readonly tried: number;
  readonly lastAtMs: number;
}

/** With so many denied spellings the next one is not asked about. */
const ENOUGH = 2;
/** Put away, it comes back after so many new spellings. */
const BACK_AFTER = 2;
const MAX_SPELLINGS = 50;
const MAX_SHOWN = 5;
const MAX_LINE = 500;

export class DeniedIntent {
  readonly id: string;
  readonly keys: Intent["keys"];
  readonly #words: string;
  /** Hash of the whole spelling -> what a person or a rule said of it. */
  readonly #spellings = new Map<string, "denied" | "tried">();
  #newest: readonly string[] = [];
  #denied = 0;
  #spelled = 0;
  #tried = 0;
  #lastAtMs: number;
  #atOnce = 0;
  /** How many spellings there were when it was put away. */
  #awayAt: number | undefined;

  constructor(id: string, { keys, words }: Intent, nowMs: number) {
    this.id = id;
    this.keys = keys;
    this.#words = words;
    this.#lastAtMs = nowMs;
  }

  get lastAtMs(): number {
    return this.#lastAtMs;
  }

  deny(line: string, nowMs: number): void {
    this.#count(line, nowMs, "denied");
  }

  tryAgain(line: string, nowMs: number): void {
    this.#atOnce++;
    this.#count(line, nowMs, "tried");
  }

  isDeniedAtOnce(): boolean {
    return this.#denied >= ENOUGH;
  }

  /** Where a rule denies each time, the third spelling is one too many as well. */
  isShown(): boolean {
    const hasTripped = this.#atOnce > 0 || this.#denied > ENOUGH;
    return hasTripped && (this.#awayAt === undefined || this.#spelled >= this.#awayAt + BACK_AFTER);
  }

  putAway(): void {
    this.#awayAt = this.#spelled;
  }

  /** A narrower one takes the place of a wider: what was denied of it was denied of this. */
  takeOver(wider: DeniedIntent): void {
    for (const [hash, said] of wider.#spellings) this.#remember(hash, said);
    this.#spelled += Math.max(0, wider.#spelled - wider.#spellings.size);
    this.#newest = [...this.#newest, ...wider.#newest].slice(-MAX_SHOWN);
    this.#tried += wider.#tried;
    this.#atOnce += wider.#atOnce;
  }

  show(): LoopState {
    return {
      id: this.id,
      intent: this.#words,
      spellings: this.#newest,
      spelled: this.#spelled,
      tried: this.#tried,
      lastAtMs: this.#lastAtMs,
    };
  }

  #count(line: string, nowMs: number, said: "denied" | "tried"): void {
    this.#tried++;
    this.#lastAtMs = nowMs;
    const spelling = line.trim().replace(/\s+/g, " ");
    const isNew = this.#remember(sha256(spelling), said);
    if (isNew) this.#newest = [...this.#newest, cutLine(spelling, MAX_LINE)].slice(-MAX_SHOWN);
  }

  /** Beyond the bound each line counts as another spelling: what is not remembered cannot be known again. */
  #remember(hash: string, said: "denied" | "tried"): boolean {
    const known = this.#spellings.get(hash);
    if (said === "denied" && known !== "denied") this.#denied++;
    if (known === undefined) this.#spelled++;
    if (known !== undefined || this.#spellings.size < MAX_SPELLINGS)
      this.#spellings.set(hash, known === "denied" ? known : said);
    return known === undefined;
  }
}
