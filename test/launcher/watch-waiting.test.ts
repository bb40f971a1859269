/** What waits, as guard run's own terminal hears it; a daemon that tells nothing is not taken for one with nothing to tell. */
import { expect, test } from "vitest";
import type { PipeLink } from "../../src/launcher/pipe-link.ts";
import { type Waiting, watchWaiting } from "../../src/launcher/watch-waiting.ts";
import type { ControlEvent } from "../../src/protocol/control-events.ts";
import { pendingOf, statusOf } from "../tui/questions.ts";

type Answer = Awaited<ReturnType<PipeLink["request"]>>["answer"];

function linkWith(answer: unknown) {
  let hear: (event: ControlEvent) => void = () => undefined;
  const ask = { op: "subscribe", as: "card" } as const;
  const link = {
    request: () => Promise.resolve({ ask, answer: answer as Answer }),
    listen(onEvent: typeof hear) {
      hear = onEvent;
      return () => undefined;
    },
  } as unknown as PipeLink;
  return { link, tell: (event: ControlEvent) => hear(event) };
}

test("questions that wait, that their askers left, loops and consoles are counted", async () => {
  const asked = pendingOf();
  const reply = { id: 1, ok: true, status: statusOf({ consoles: 0 }), pending: [asked], recent: [] };
  const { link, tell } = linkWith({ kind: "reply", reply });
  const seen: Waiting[] = [];
  await watchWaiting(link, (waiting) => void seen.push(waiting));
  tell({ event: "question", question: { ...asked, waiting: 0 } });
  tell({ event: "status", status: statusOf({ consoles: 2 }) });
  tell({ event: "over", check: asked.id, how: "withdrawn" });
  expect(seen).toEqual([
    { items: 1, left: 0, consoles: 0 },
    { items: 0, left: 1, consoles: 0 },
    { items: 0, left: 1, consoles: 2 },
    { items: 0, left: 0, consoles: 2 },
  ]);
});

test.for([
  [
    "it refuses",
    { kind: "reply", reply: { id: 1, ok: false, code: "FAILED", message: "too long" } },
    "too long",
  ],
  ["it does not answer", { kind: "broken", reason: "no answer in 10 s" }, "no answer"],
  ["it is gone", { kind: "gone", reason: "the daemon is gone" }, "gone"],
])("%s: it is said, instead of no card for ever", async ([, answer, said]) => {
  await expect(watchWaiting(linkWith(answer).link, () => undefined)).rejects.toThrow(String(said));
});
