/** What the agent had switched on is off under a card and on again after it, byte for byte; what it never touched is never sent. */
import { describe, expect, test } from "vitest";
import { openSent } from "./sent.ts";

const ESC = "\x1b";
/** Terminals read more than the emulator does. */
const ALWAYS = sequences(" F|[?6l|[?69l|[r|[?9;1000;1001;1002;1003l");
const RESETS = ["\x1b(B", "\x1b)B", "\x0f", "\x1b]8;;\x1b\\", "\x1b[0m"];

interface Row {
  readonly name: string;
  readonly agent: string;
  readonly off?: string;
  readonly on?: string;
}

const rows: readonly Row[] = [
  { name: "an agent that did nothing", agent: "" },
  { name: "application cursor keys", agent: "[?1h", off: "[?1l", on: "[?1h" },
  { name: "modes that are off again", agent: "[?1h|[?1l|[?1004h|[?1004l" },
  { name: "a screen in reverse", agent: "[?5h", off: "[?5l", on: "[?5h" },
  { name: "no wraparound", agent: "[?7l", off: "[?7h", on: "[?7l" },
  { name: "the application keypad", agent: "=", off: ">", on: "=" },
  { name: "X10's mouse", agent: "[?9h", off: "[?9l", on: "[?9h" },
  { name: "mouse clicks", agent: "[?1000h", off: "[?1000l", on: "[?1000h" },
  { name: "mouse drags, of which the last one holds", agent: "[?1000;1002h", off: "[?1002l", on: "[?1002h" },
  {
    name: "all of the mouse, in SGR",
    agent: "[?1003h|[?1006h",
    off: "[?1006l|[?1003l",
    on: "[?1006h|[?1003h",
  },
  { name: "a mouse in UTF-8", agent: "[?1000h|[?1005h", off: "[?1005l|[?1000l", on: "[?1005h|[?1000h" },
  { name: "urxvt's mouse", agent: "[?1015h", off: "[?1015l", on: "[?1015h" },
  { name: "a mouse in pixels", agent: "[?1016h", off: "[?1016l", on: "[?1016h" },
  { name: "focus reports", agent: "[?1004h", off: "[?1004l", on: "[?1004h" },
  { name: "synchronized output", agent: "[?2026h", off: "[?2026l", on: "[?2026h" },
  { name: "reports of the colour scheme", agent: "[?2031h", off: "[?2031l", on: "[?2031h" },
  { name: "reports of the size", agent: "[?2048h", off: "[?2048l", on: "[?2048h" },
  { name: "the keys of Windows", agent: "[?9001h", off: "[?9001l", on: "[?9001h" },
  { name: "insert mode", agent: "[4h", off: "[4l", on: "[4h" },
  { name: "a locked keyboard", agent: "[2h", off: "[2l", on: "[2h" },
  { name: "a terminal that echoes by itself", agent: "[12l", off: "[12h", on: "[12l" },
  { name: "line feeds as new lines", agent: "[20h", off: "[20l", on: "[20h" },
  { name: "kitty's keys, pushed", agent: "[>5u", off: "[>0u", on: "[<u" },
  { name: "kitty's keys, set", agent: "[=1;1u|[=4;2u", off: "[>0u", on: "[<u" },
  { name: "kitty's keys, pushed and popped", agent: "[>5u|[<u" },
  { name: "kitty's keys, set bit by bit and taken away", agent: "[=5u|[=5;3u" },
  { name: "modifyOtherKeys", agent: "[>4;2m", off: "[>4;0m", on: "[>4;2m" },
  { name: "modifyOtherKeys that is off again", agent: "[>4;2m|[>4;0m" },
  { name: "modifyOtherKeys that was disabled", agent: "[>4;2m|[>4n" },
  { name: "a cursor like a bar", agent: "[6 q", on: "[6 q" },
  { name: "line drawing in G0", agent: "(0", off: "(B", on: "(0" },
  { name: "line drawing in G1, in use", agent: ")0|\x0e", off: "\x0f", on: ")0|\x0e" },
  { name: "bold red on a colour of 256", agent: "[1;31;48;5;17m", on: "[0;1;31;48;5;17m" },
  { name: "a curly line of a colour of its own", agent: "[4:3;58:2::1:2:3m", on: "[0;4:3;58:2::1:2:3m" },
  {
    name: "an open link",
    agent: "]8;;https://a.example/|\\",
    off: "]8;;|\\",
    on: "]8;;https://a.example/|\\",
  },
  {
    name: "colours of the palette",
    agent: "]4;1;#000000;15;rgb:00/00/00|\\",
    off: "]104|\\",
    on: "]4;1;#000000;15;rgb:00/00/00|\\",
  },
  {
    name: "letters in the colour of the background",
    agent: "]10;black;black|\\",
    off: "]110|\\|]111|\\",
    on: "]10;black|\\|]11;black|\\",
  },
  {
    name: "colours by name, as kitty has them",
    agent: "]21;foreground=#000000;background=black|\\",
    off: "]21;foreground=;background=|\\",
    on: "]21;foreground=#000000;background=black|\\",
  },
  { name: "a colour that was asked for", agent: "]11;?|\\|]4;1;?|\\" },
  { name: "colours that are the user's again", agent: "]11;red|\\|]111|\\", off: "]111|\\" },
  { name: "a full reset after all of it", agent: "[?1h|[?1003;1006h|[>5u|[>4;2m|[4h|(0|[6 q|=|[1m|c" },
  { name: "a soft reset of what it resets", agent: "[?1h|[4h|(0|=|[1m|[?7l|[?6h|[!p" },
  { name: "a soft reset of what it does not", agent: "[?1004h|[!p", off: "[?1004l", on: "[?1004h" },
];

describe("on the normal screen", () => {
  test.for(rows)("$name", async ({ agent, off, on }) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(sequences(agent)));
    take();
    await terminal.cover();
    expect(take().toString().replace(`${ESC}[?2004h`, "")).toBe(
      `${ESC}\\${ESC}[?1049h${sequences(off)}${ALWAYS}${ESC}[0m${ESC}[H${ESC}[2J${ESC}[?25l`,
    );
    terminal.uncover();
    const [pop, rest] = on === "[<u" ? [`${ESC}[<u`, ""] : ["", sequences(on)];
    const sent = take().toString();
    const back = `${ESC}[0m${pop}${ESC}[H${ESC}[2J${ESC}[?1049l`;
    expect(sent.startsWith(back)).toBe(true);
    // Resets to what the terminal starts with stand in front of what is put back.
    const put = sent.slice(back.length).replace(`${ESC}[?25h`, "").replace(`${ESC}[?2004l`, "");
    expect(put.endsWith(rest)).toBe(true);
    const resets = RESETS.reduce(
      (text, reset) => text.replaceAll(reset, ""),
      put.slice(0, put.length - rest.length),
    );
    expect(resets).toBe("");
  });
});

describe("a paste comes in brackets under a card, so that it answers nothing", () => {
  test.for([
    { name: "the agent wanted none", agent: "", after: "[?2004l" },
    { name: "the agent wanted brackets, too", agent: "[?2004h", after: "" },
  ])("$name", async ({ agent, after }) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(agent === "" ? "" : sequences(agent)));
    await terminal.cover();
    expect(
      take()
        .toString()
        .match(/2004[hl]/g),
    ).toEqual(["2004h"]);
    terminal.uncover();
    expect(take().toString().includes(`${ESC}[?2004l`)).toBe(after !== "");
  });
});

describe("what the terminal knows and the emulator does not is off under a card", () => {
  test.for([
    { name: "a region and an origin by controls of two bytes", agent: "\u009b?6h\u009b5;10r" },
    { name: "a mouse by XTRESTORE", agent: "\x1b[?1000h\x1b[?1000s\x1b[?1000l\x1b[?1000r" },
    { name: "two mice, of which a terminal may keep the first", agent: "\x1b[?1000h\x1b[?1003h" },
    { name: "replies with controls of eight bits", agent: "\x1b G" },
  ])("$name", async ({ agent }) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(agent));
    take();
    await terminal.cover();
    expect(take().toString()).toContain(ALWAYS);
    terminal.uncover();
  });
});

describe("the cursor", () => {
  test.for([
    { name: "stays hidden if it was", agent: "[?25l", shows: false },
    { name: "is shown if it was", agent: "[?25l|[?25h", shows: true },
  ])("$name", async ({ agent, shows }) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(sequences(agent)));
    await terminal.cover();
    take();
    terminal.uncover();
    expect(take().includes("\x1b[?25h")).toBe(shows);
  });
});

test("side margins and origin are off under a card and on again, with the cursor where it was", async () => {
  const { terminal, take } = openSent();
  terminal.fromAgent(Buffer.from(sequences("[?69h|[5;20s|[3;9r|[?6h|[2;4H")));
  take();
  await terminal.cover();
  expect(take().toString()).toContain(ALWAYS);
  terminal.uncover();
  expect(take().toString()).toContain(sequences("[3;9r|[?69h|[5;20s|[?6h|[2;4H"));
});

describe("counts that no screen has room for", () => {
  test.for(["b", "I", "L", "M", "S", "T", "Z"])("a count before %s holds nobody up", async (final) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(`x\x1b[2147483647${final}`));
    await terminal.cover();
    expect(take().toString()).toContain("\x1b[2J");
    terminal.uncover();
  });
});

/** `|` stands for ESC, but SO and SI have none. */
function sequences(short = ""): string {
  return short
    .split("|")
    .map((part) => (part < " " ? part : ESC + part))
    .join("");
}
