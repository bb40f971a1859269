/** What goes through guard's pty comes out byte for byte, in both directions. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPtyStream } from "../../src/launcher/pty-stream.ts";
import { GUARD, Machine } from "./guard-run.ts";
import { agentScript, canUseTerminal } from "./user-terminal.ts";
import { waitUntil } from "./wait-until.ts";

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

function startAtTerminal(agent: string) {
  const pty = spawn(GUARD, ["run", "--gate", "off", "--", agent], {
    cwd: machine.work,
    env: { ...machine.env, TERM: "xterm" },
    encoding: null,
  });
  const chunks: Buffer[] = [];
  // The test's own terminal must lose nothing either.
  openPtyStream(pty, (bytes) => chunks.push(bytes));
  pty.onData((data) => chunks.push(data as unknown as Buffer));
  const ended = new Promise<number>((done) => pty.onExit(({ exitCode }) => done(exitCode)));
  return { pty, ended, output: () => Buffer.concat(chunks) };
}

describe.skipIf(!canUseTerminal)("bytes", () => {
  test("2 MB of anything from the agent arrive unchanged, also the last ones", async () => {
    const bytes = randomBytes(2_000_000);
    writeFileSync(join(machine.work, "data"), bytes);
    const agent = agentScript(machine, "a", "/bin/stty raw; printf '<<<<'; /bin/cat data; exit 5");
    const { ended, output } = startAtTerminal(agent);
    expect(await ended).toBe(5);
    const got = () => output().subarray(output().indexOf("<<<<") + 4);
    // The end of guard and the last of its output come to this test by two ways.
    await waitUntil("the last byte", () => got().length >= bytes.length);
    // Behind it guard says that the session has ended.
    expect(sha256(got().subarray(0, bytes.length))).toBe(sha256(bytes));
  });

  test("300 KB of anything to the agent arrive unchanged", async () => {
    const bytes = randomBytes(300_000);
    const agent = agentScript(
      machine,
      "a",
      "/bin/stty raw -echo; printf '<<<<'; /usr/bin/head -c 300000 > got; exit 6",
    );
    const { pty, ended, output } = startAtTerminal(agent);
    await waitUntil("the agent", () => output().includes("<<<<"));
    // Its types know only text; it takes bytes.
    pty.write(bytes as unknown as string);
    expect(await ended).toBe(6);
    expect(sha256(readFileSync(join(machine.work, "got")))).toBe(sha256(bytes));
  });

  test("a terminal that reads slowly loses nothing at the end", async () => {
    const agent = agentScript(machine, "a", "/usr/bin/seq 1 20000; echo last");
    const { pty, ended, output } = startAtTerminal(agent);
    await waitUntil("the first output", () => output().includes("\n100\r\n"));
    pty.pause();
    // Long enough for node-pty's own limit of 200 ms after the agent's end, and not what is tested.
    await new Promise((later) => setTimeout(later, 600));
    pty.resume();
    expect(await ended).toBe(0);
    // The end of guard and the last of its output come to this test by two ways.
    await waitUntil("the last line", () => output().includes("\nlast\r\n"));
    expect(
      output()
        .toString()
        .split("\r\n")
        .filter((line) => /^\d+$/.test(line)),
    ).toHaveLength(20000);
  });
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
