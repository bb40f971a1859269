/** What waits for the person, and who else is there to answer: just enough to know whether a card is wanted. */
import type { ControlEvent } from "../protocol/control-events.ts";
import type { ReplyTo } from "../protocol/replies-by-op.ts";
import type { Status } from "../protocol/status-message.ts";
import type { PipeLink } from "./pipe-link.ts";

export interface Waiting {
  /** Questions, loops and suggestions. */
  readonly items: number;
  /** Questions that nobody waits for any more: they take nobody's screen, but a card that is up stays. */
  readonly left: number;
  readonly consoles: number;
}

type Subscribed = Extract<ReplyTo<"subscribe">, { ok: true }>;

/** `changed` is called with each change, and once at the start. Rejects where the daemon tells nothing: then no card would ever come. */
export async function watchWaiting(link: PipeLink, changed: (waiting: Waiting) => void): Promise<() => void> {
  const questions = new Map<string, "waits" | "left">();
  let status: Pick<Status, "consoles" | "loops" | "suggestion"> = { consoles: 0, loops: [] };
  const tell = (): void => {
    const alerts = status.loops.length + (status.suggestion === undefined ? 0 : 1);
    const left = [...questions.values()].filter((one) => one === "left").length;
    changed({ items: questions.size - left + alerts, left, consoles: status.consoles });
  };
  const hear = (event: ControlEvent): void => {
    switch (event.event) {
      case "question":
        questions.set(event.question.id, event.question.waiting > 0 ? "waits" : "left");
        return tell();
      case "over":
        questions.delete(event.check);
        return tell();
      case "status":
        ({ status } = event);
        return tell();
      case "ended":
        questions.clear();
        status = { consoles: 0, loops: [] };
        return tell();
      case "recent":
        return undefined;
    }
  };
  const stop = link.listen(hear);
  const { answer } = await link.request({ op: "subscribe", as: "card" });
  const problem = problemOf(answer);
  if (problem !== undefined) {
    stop();
    throw new Error(problem);
  }
  if (answer.kind === "reply") {
    const reply = answer.reply as Pick<Subscribed, "status" | "pending">;
    ({ status } = reply);
    for (const { id, waiting } of reply.pending) questions.set(id, waiting > 0 ? "waits" : "left");
  }
  tell();
  return stop;
}

function problemOf(answer: Awaited<ReturnType<PipeLink["request"]>>["answer"]): string | undefined {
  if (answer.kind !== "reply") return answer.reason;
  return answer.reply.ok ? undefined : answer.reply.message;
}
