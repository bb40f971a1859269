/**
 * Ties links, keys and a screen to the pure part: one state, one queue of happenings. Draws after what happened, not for
 * each of it, and each second only while something waits.
 */
import type { ControlEvent } from "../protocol/control-events.ts";
import type { Key } from "./key.ts";
import type { Exchange, LinkListener, SessionLink } from "./link.ts";
import { type Action, type Drawn, EMPTY, type Happening, type Note, type State } from "./model.ts";
import { nextDrawMs } from "./next-draw.ts";
import { update } from "./update.ts";

export interface ApproverPorts {
  /** Puts it on the screen and says what is there now; undefined: nothing is (yet). */
  draw(state: State): Drawn | undefined;
  /** A question waits, and none did before. */
  notice(): void;
  quit(): void;
  nowMs(): number;
}

export interface Approver {
  /** Once attached, the session's events count until its link is closed. */
  attach(
    session: string,
    as: "console" | "card",
    open: (listener: LinkListener) => Promise<SessionLink | undefined>,
  ): Promise<Attaching>;
  /** `words`: see Happening. */
  press(key: Key, from?: "keyboard" | "words"): void;
  say(note: Omit<Note, "atMs">): void;
  /** After a new size, or when somebody else wrote on the screen. */
  redraw(): void;
  /** Now, not a moment later: for whoever sends several keys that build on each other. */
  drawNow(): void;
  readonly state: State;
  /** Ends the links and the timers; questions stay. */
  stop(): void;
}

export type Attaching =
  | { readonly kind: "attached" }
  /** Nobody is there; perhaps later. */
  | { readonly kind: "gone" }
  /** It did not let us in, and would not later. */
  | { readonly kind: "refused"; readonly reason: string };

export function createApprover(ports: ApproverPorts): Approver {
  return new LiveApprover(ports);
}

type Undated<One> = One extends Happening ? Omit<One, "nowMs"> : never;

class LiveApprover implements Approver {
  readonly #ports: ApproverPorts;
  readonly #links = new Map<string, SessionLink>();
  #state: State = EMPTY;
  #drawing: NodeJS.Immediate | undefined;
  #ticking: NodeJS.Timeout | undefined;
  #life: "runs" | "stopped" = "runs";

  constructor(ports: ApproverPorts) {
    this.#ports = ports;
    this.#state = { ...EMPTY, nowMs: ports.nowMs() };
  }

  get state(): State {
    return this.#state;
  }

  async attach(
    session: string,
    as: "console" | "card",
    open: (listener: LinkListener) => Promise<SessionLink | undefined>,
  ): Promise<Attaching> {
    /** What is told before the list is there comes after it. */
    let held: ControlEvent[] | undefined = [];
    let closed: string | undefined;
    let link: SessionLink | undefined;
    link = await open({
      onEvent: (event) => (held ? void held.push(event) : this.#happen({ kind: "told", session, event })),
      onClosed: (why) => {
        closed = why;
        this.#drop(session, link, why);
      },
    });
    if (!link) return { kind: "gone" };
    const { answer } = await link.request({ op: "subscribe", as });
    if (answer.kind !== "reply" || !answer.reply.ok || closed !== undefined || this.#life === "stopped") {
      link.end();
      return refusalOf(answer);
    }
    const { status, pending, recent } = answer.reply as SubscribeReply;
    this.#links.set(session, link);
    this.#happen({ kind: "attached", session, status, pending, recent });
    for (const event of held) this.#happen({ kind: "told", session, event });
    held = undefined;
    return { kind: "attached" };
  }

  press(key: Key, from: "keyboard" | "words" = "keyboard"): void {
    this.#happen({ kind: "key", key, from });
  }

  say(note: Omit<Note, "atMs">): void {
    this.#happen({ kind: "noted", note });
  }

  redraw(): void {
    if (this.#life === "stopped") return;
    this.#drawing ??= setImmediate(() => this.drawNow());
  }

  drawNow(): void {
    clearImmediate(this.#drawing);
    this.#drawing = undefined;
    if (this.#life === "stopped") return;
    // The clock on the screen is the clock of now, whatever happened last.
    this.#apply({ kind: "tick" });
    const { open } = this.#state;
    const drawn = this.#ports.draw(this.#state);
    if (drawn) this.#apply({ kind: "drawn", drawn });
    // What was seen changes what the keys say.
    if (this.#state.open !== open) this.redraw();
    this.#tickWhileWaiting();
  }

  stop(): void {
    this.#life = "stopped";
    clearImmediate(this.#drawing);
    clearTimeout(this.#ticking);
    for (const link of this.#links.values()) link.end();
    this.#links.clear();
  }

  #drop(session: string, link: SessionLink | undefined, why: string): void {
    if (!link || this.#links.get(session) !== link) return;
    this.#links.delete(session);
    this.#happen({ kind: "detached", session, why });
  }

  #happen(happening: Undated<Happening>): void {
    if (this.#life === "stopped") return;
    this.#apply(happening);
    this.redraw();
  }

  #apply(happening: Undated<Happening>): void {
    const dated = { ...happening, nowMs: this.#ports.nowMs() } as Happening;
    const { state, actions } = update(this.#state, dated);
    this.#state = state;
    for (const action of actions) this.#act(action);
  }

  #act(action: Action): void {
    switch (action.kind) {
      case "quit":
        return this.#ports.quit();
      case "notice":
        return this.#ports.notice();
      case "request":
        void this.#request(action.session, action.ask);
    }
  }

  async #request(session: string, ask: Extract<Action, { kind: "request" }>["ask"]): Promise<void> {
    const link = this.#links.get(session);
    if (!link) return;
    const exchange = await link.request(ask);
    this.#happen({ kind: "replied", session, exchange });
  }

  #tickWhileWaiting(): void {
    clearTimeout(this.#ticking);
    const afterMs = nextDrawMs(this.#state);
    this.#ticking = afterMs === undefined ? undefined : setTimeout(() => this.drawNow(), afterMs);
  }
}

function refusalOf(answer: Exchange["answer"]): Attaching {
  if (answer.kind === "broken") return { kind: "refused", reason: answer.reason };
  const isRefused = answer.kind === "reply" && !answer.reply.ok;
  return isRefused ? { kind: "refused", reason: answer.reply.message } : { kind: "gone" };
}

type SubscribeReply = Pick<Extract<Happening, { kind: "attached" }>, "status" | "pending" | "recent">;
