/** The agent's bytes: unchanged and at once, or late and in order; never lost but for the rest of a sequence that a card broke off. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openReference } from "./reference.ts";
import { openSent } from "./sent.ts";

const MIB = 1 << 20;

test("what is never covered goes through at once, byte for byte", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (chunks) => {
      const { terminal, take } = openSent();
      for (const chunk of chunks) {
        terminal.fromAgent(chunk);
        expect(take().equals(chunk)).toBe(true);
      }
    }),
  );
});

test("a flood is told to wait, then that there is room, and all of it is shown", async () => {
  const { terminal, take } = openSent();
  const chunk = Buffer.from("y\r\n".repeat(20_000));
  let told = 0;
  for (let sent = 0; sent < 8 * MIB; sent += chunk.length) {
    const isRoom = new Promise<void>((resolve) => terminal.onRoom(resolve));
    if (terminal.fromAgent(chunk) === "go-on") continue;
    told++;
    await isRoom;
  }
  expect(told).toBeGreaterThan(2);
  expect(take().length).toBeGreaterThanOrEqual(8 * MIB);
});

test("a full terminal is waited for", () => {
  const { terminal } = openSent({ write: () => false });
  let rooms = 0;
  terminal.onRoom(() => rooms++);
  expect(terminal.fromAgent(Buffer.from("text"))).toBe("wait");
  expect(rooms).toBe(0);
  terminal.drained();
  expect(rooms).toBe(1);
});

test("under a card nothing of the agent's is written; up to 1 MiB waits, then the agent does; all comes in order", async () => {
  const { terminal, take } = openSent();
  const isRoom = new Promise<void>((resolve) => terminal.onRoom(resolve));
  await terminal.cover();
  take();
  const chunk = Buffer.alloc(MIB / 2, "ab");
  expect(terminal.fromAgent(chunk)).toBe("go-on");
  expect(terminal.fromAgent(chunk)).toBe("wait");
  expect(terminal.fromAgent(Buffer.from("the end"))).toBe("wait");
  expect(take().length).toBe(0);
  terminal.draw("card");
  expect(take().toString()).toBe("card");
  expect(terminal.uncover()).toBe("same");
  expect(
    take()
      .toString()
      .endsWith(`${chunk.toString().repeat(2)}the end`),
  ).toBe(true);
  terminal.fromAgent(Buffer.from("later"));
  expect(take().toString()).toBe("later");
  await isRoom;
});

describe("a card breaks off what does not end, and drops its rest:", () => {
  test.for([
    { name: "half a CSI", begun: "\x1b[38;5", rest: ";1m" },
    {
      name: "a clipboard of 3 MiB",
      begun: `\x1b]52;c;${"A".repeat(3 * MIB)}`,
      rest: `${"B".repeat(1000)}\x07`,
    },
    { name: "a picture", begun: "\x1bPq#0;2;0;0;0", rest: "~~~~\x1b\\" },
    { name: "half a character", begun: "\xe2\x82", rest: "\xac" },
  ])("$name", async ({ begun, rest }) => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from(begun, "latin1"));
    take();
    await terminal.cover();
    expect(take()[0]).toBe(0x18);
    terminal.fromAgent(Buffer.from(rest.slice(0, 2), "latin1"));
    terminal.uncover();
    take();
    for (const byte of Buffer.from(`${rest.slice(2)}and on\x1b[1m`, "latin1"))
      terminal.fromAgent(Buffer.of(byte));
    expect(take().toString("latin1")).toBe("and on\x1b[1m");
  });
});

describe("who ends", () => {
  test("under a card gives the terminal back first, and then what waited", async () => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from("\x1b[?1004h"));
    await terminal.cover();
    terminal.fromAgent(Buffer.from("last words"));
    take();
    terminal.end();
    expect(take().toString()).toMatch(/\[\?1049l.*\[\?1004hlast words$/s);
    terminal.fromAgent(Buffer.from("!"));
    expect(take().toString()).toBe("!");
    await terminal.cover();
    terminal.draw("card");
    expect(take().length).toBe(0);
  });

  test("before the card came never shows it", async () => {
    const { terminal, take } = openSent();
    terminal.fromAgent(Buffer.from("\x1b[1"));
    const covered = terminal.cover();
    terminal.end();
    await covered;
    terminal.draw("card");
    terminal.fromAgent(Buffer.from("mtext"));
    expect(take().toString()).toBe("\x1b[1mtext");
  });
});

test("an uncover before the card came undoes it", async () => {
  const { terminal, take } = openSent();
  const covered = terminal.cover();
  terminal.fromAgent(Buffer.from("text"));
  expect(terminal.uncover()).toBe("same");
  await covered;
  terminal.draw("card");
  expect(take().toString()).toBe("text");
});

test("a size that changes under a card is told, and the rows are those of the new size", async () => {
  const real = openReference(20, 8);
  const { terminal } = openSent({
    columns: 20,
    rows: 8,
    write(bytes) {
      real.emulator.terminal.write(bytes);
      return true;
    },
  });
  terminal.fromAgent(Buffer.from("\x1b[?1049h\x1b[Hone\r\ntwo\r\nthree"));
  await terminal.cover();
  terminal.draw("\x1b[1;1Hguard asks\x1b[2;1Hguard asks");
  await real.write("");
  real.emulator.terminal.resize(12, 6);
  terminal.resize(12, 6);
  expect(terminal.uncover()).toBe("resized");
  await real.write("");
  const rows = [0, 1, 2, 3].map((y) =>
    real.emulator.terminal.buffer.active.getLine(y)?.translateToString(true),
  );
  expect(rows).toEqual(["one", "two", "three", ""]);
});
