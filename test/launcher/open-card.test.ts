/** A card over an agent's terminal: what it asks of the terminal, and what of the typed counts. */
import { afterEach, expect, test, vi } from "vitest";
import { openCard } from "../../src/launcher/open-card.ts";
import type { PipeLink } from "../../src/launcher/pipe-link.ts";
import { createCoveredTerminal } from "../../src/terminal/covered-terminal.ts";
import { pendingOf, statusOf } from "../tui/questions.ts";

afterEach(() => void vi.useRealTimers());

/** A terminal of which we keep the bytes, and a daemon that has one question. */
async function coverWithCard() {
  vi.useFakeTimers({ toFake: ["Date"] });
  const written: string[] = [];
  const asked: string[] = [];
  const question = pendingOf();
  const link: PipeLink = {
    request: async (ask) => {
      asked.push(ask.op);
      const reply = { id: 1, ok: true, status: statusOf(), pending: [question], recent: [] };
      return { ask, answer: { kind: "reply", reply } } as never;
    },
    listen: () => () => undefined,
  };
  const terminal = createCoveredTerminal({
    write: (bytes) => written.push(Buffer.from(bytes).toString()) > 0,
    columns: 80,
    rows: 24,
  });
  const card = openCard({
    session: "k3j9ab2c",
    env: { LANG: "C.UTF-8", TERM: "xterm" },
    notices: "off",
    link,
    terminal,
    size: () => ({ columns: 80, rows: 24 }),
    peek: () => undefined,
    failed: (reason) => expect.fail(reason),
  });
  const shown = () => written.join("");
  await vi.waitFor(() => expect(shown()).toContain("npm install"));
  // Long enough for a person to look at it.
  vi.setSystemTime(Date.now() + 2_000);
  return { card, asked, shown };
}

test.for([
  ["a paste is told from keys and answers nothing", "\u001b[200~aad\r\u001b[201~", "a paste answers nothing"],
  ["several letters of one read answer nothing", "ad", "several keys at once answer nothing"],
] as const)("%s", async ([, bytes, note]) => {
  const { card, asked, shown } = await coverWithCard();
  expect(shown()).toContain("\u001b[?2004h");
  card.typed(Buffer.from(bytes));
  await vi.waitFor(() => expect(shown()).toContain(note));
  expect(asked).not.toContain("resolve");
  card.close();
});

test("a single key answers", async () => {
  const { card, asked } = await coverWithCard();
  card.typed(Buffer.from("a"));
  await vi.waitFor(() => expect(asked).toContain("resolve"));
  card.close();
});
