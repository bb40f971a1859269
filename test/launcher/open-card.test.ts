/** A card over an agent's terminal: what it asks of the terminal, and what of the typed counts. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createCardScreen } from "../../src/launcher/card-screen.ts";
import { openCard } from "../../src/launcher/open-card.ts";
import type { PipeLink } from "../../src/launcher/pipe-link.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { createCoveredTerminal } from "../../src/terminal/covered-terminal.ts";
import { cardOf, LADDER, pendingOf, statusOf } from "../tui/questions.ts";

afterEach(() => void vi.useRealTimers());

/** A daemon that has one question, and says yes to everything. */
function linkWith(question: Pending, asked: string[]): PipeLink {
  const replies: Readonly<Record<string, object>> = {
    subscribe: { status: statusOf(), pending: [question], recent: [] },
    card: { card: cardOf(question.id) },
    ladder: { ladder: LADDER },
    resolve: { note: "saved in policy.yaml" },
  };
  return {
    request: async (ask) => {
      asked.push(ask.op);
      return { ask, answer: { kind: "reply", reply: { id: 1, ok: true, ...replies[ask.op] } } } as never;
    },
    listen: () => () => undefined,
  };
}

/** A terminal of which we keep the bytes, and a card on it. */
async function coverWithCard() {
  vi.useFakeTimers({ toFake: ["Date"] });
  const written: string[] = [];
  const asked: string[] = [];
  const question = pendingOf();
  const link = linkWith(question, asked);
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
    typedLately: () => 0,
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

test("a paste that never ends answers nothing, and does not make the card deaf", async () => {
  const { card, asked, shown } = await coverWithCard();
  card.typed(Buffer.from("\u001b[200~aad\r"));
  await vi.waitFor(() => expect(shown()).toContain("a paste answers nothing"), { timeout: 10_000 });
  expect(asked).not.toContain("resolve");
  vi.setSystemTime(Date.now() + 2_000);
  card.typed(Buffer.from("a"));
  await vi.waitFor(() => expect(asked).toContain("resolve"));
  card.close();
});

test("a single key answers", async () => {
  const { card, asked } = await coverWithCard();
  card.typed(Buffer.from("a"));
  await vi.waitFor(() => expect(asked).toContain("resolve"));
  card.close();
});

test("after always the card wants to be read for a moment", async () => {
  const { card, shown } = await coverWithCard();
  card.typed(Buffer.from("p"));
  await vi.waitFor(() => expect(shown()).toContain("npm install with any package"));
  expect(card.toReadMs()).toBe(0);
  card.typed(Buffer.from("\r"));
  await vi.waitFor(() => expect(shown()).toContain("saved in policy.yaml"));
  expect(card.toReadMs()).toBeGreaterThan(1_000);
  vi.setSystemTime(Date.now() + 1_500);
  expect(card.toReadMs()).toBe(0);
  card.close();
});

describe("whoever looks at the agent's screen", () => {
  test("stops the agent with Ctrl-C, and comes back with any other key", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const written: string[] = [];
    const write = vi.spyOn(process.stdout, "write").mockImplementation((bytes) => {
      written.push(Buffer.from(bytes as Uint8Array).toString());
      return true;
    });
    // The tests' own output is no terminal.
    Object.defineProperty(process.stdout, "getWindowSize", { value: () => [80, 24], configurable: true });
    const shown = () => written.join("");
    const screen = createCardScreen({
      wanted: "inline",
      openLink: async () => linkWith(pendingOf(), []),
      session: "k3j9ab2c",
      env: { LANG: "C.UTF-8", TERM: "xterm" },
      notices: "off",
      redrawAgent: () => undefined,
      notice: (text) => expect.fail(text),
    });
    screen.begin();
    await vi.waitFor(() => expect(shown()).toContain("because"));
    expect(shown()).not.toContain("\u001b[?2004l");
    vi.setSystemTime(Date.now() + 2_000);
    expect(screen.typed(Buffer.from("q"))).toBe("mine");
    await vi.waitFor(() => expect(shown()).toContain("\u001b[?2004l"));
    expect(screen.typed(Buffer.from("\u0003"))).toBe("agent's");
    expect(screen.typed(Buffer.from("\u0003"))).toBe("agent's");
    written.length = 0;
    expect(screen.typed(Buffer.from("z"))).toBe("mine");
    await vi.waitFor(() => expect(shown()).toContain("because"));
    screen.end();
    write.mockRestore();
    Reflect.deleteProperty(process.stdout, "getWindowSize");
  });
});
