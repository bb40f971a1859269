/**
 * Who watches this session: consoles and the card of guard run. Each hears of every question, of its end, and of what was
 * decided. Nobody here decides anything; who does not listen is dropped, never waited for.
 */
import type { HowOver } from "../approval/pending-table.ts";
import type { PendingQuestion } from "../approval/question.ts";
import type { ControlEvent, Recent } from "../protocol/control-events.ts";
import type { Status } from "../protocol/status-message.ts";
import { toPending } from "./to-pending.ts";

export interface Subscriber {
  readonly as: "console" | "card";
  send(event: ControlEvent): void;
}

export interface Approvers {
  /** Gives back what ends it. */
  add(subscriber: Subscriber): () => void;
  /** Consoles beside the agent, without cards. */
  consoles(): number;
  questionChanged(id: string): void;
  questionOver(id: string, how: HowOver): void;
  decided(recent: Recent): void;
  /** Counts, mode, notices, loops or a suggestion are not as they were. */
  statusChanged(): void;
  recent(): readonly Recent[];
  end(why: string): void;
}

export interface ApproverPorts {
  find(id: string): PendingQuestion | undefined;
  status(): Status;
}

const KEPT_RECENT = 50;
/** Counts change with each check, by the thousand in a build; eyes need less. */
const STATUS_EVERY_MS = 250;

export function createApprovers(ports: ApproverPorts): Approvers {
  const subscribers = new Set<Subscriber>();
  const recent: Recent[] = [];
  const changed = new Set<string>();
  let statusTimer: NodeJS.Timeout | undefined;

  const tell = (event: ControlEvent): void => {
    for (const subscriber of subscribers) subscriber.send(event);
  };

  /** Several changes of one turn are one message: a question that comes has its clock set at once. */
  function flushChanged(): void {
    for (const id of changed) {
      const question = ports.find(id);
      if (question !== undefined) tell({ event: "question", question: toPending(question) });
    }
    changed.clear();
  }

  function statusChanged(): void {
    if (subscribers.size === 0 || statusTimer !== undefined) return;
    statusTimer = setTimeout(() => {
      statusTimer = undefined;
      if (subscribers.size > 0) tell({ event: "status", status: ports.status() });
    }, STATUS_EVERY_MS);
    statusTimer.unref();
  }

  /** Where the next question is shown hangs on it: whoever shows cards must know before that question comes. */
  function comeOrGone({ as }: Subscriber, others: readonly Subscriber[]): void {
    if (as === "card") return statusChanged();
    for (const other of others) other.send({ event: "status", status: ports.status() });
  }

  return {
    add(subscriber) {
      const others = [...subscribers];
      subscribers.add(subscriber);
      comeOrGone(subscriber, others);
      return () => {
        if (subscribers.delete(subscriber)) comeOrGone(subscriber, [...subscribers]);
      };
    },
    consoles: () => [...subscribers].filter((one) => one.as === "console").length,
    questionChanged(id) {
      if (subscribers.size === 0) return;
      if (changed.size === 0) setImmediate(flushChanged);
      changed.add(id);
    },
    questionOver(id, how) {
      changed.delete(id);
      tell({ event: "over", check: id, how });
      statusChanged();
    },
    decided(one) {
      recent.push(one);
      if (recent.length > KEPT_RECENT) recent.shift();
      tell({ event: "recent", recent: one });
    },
    statusChanged,
    recent: () => [...recent],
    end(why) {
      tell({ event: "ended", why });
      clearTimeout(statusTimer);
    },
  };
}
