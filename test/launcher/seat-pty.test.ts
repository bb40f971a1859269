/** guard-seat in a pty: the agent is in the foreground, with the modes of the user's terminal. */
import { type IPty, spawn } from "@lydell/node-pty";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isRunning } from "./processes.ts";
import { findSeat, SeatHost } from "./seat-host.ts";
import { waitUntil } from "./wait-until.ts";

const seat = findSeat() ?? "";

describe.skipIf(seat === "")("in a pty", () => {
  let host: SeatHost;
  let terminal: IPty | undefined;
  let screen = "";
  beforeEach(async () => {
    host = await new SeatHost().listen();
    screen = "";
  });
  afterEach(() => {
    terminal?.kill("SIGKILL");
    host.close();
  });

  function sit(line: string, ...options: string[]): Promise<{ exitCode: number; signal?: number }> {
    const args = [...options, host.socket, "--", "/bin/bash", "bash", "--norc", "-c", line];
    const started = spawn(seat, args, { cwd: host.folder, cols: 80, rows: 24 });
    terminal = started;
    started.onData((data) => {
      screen += data;
    });
    return new Promise((done) => started.onExit(done));
  }
  const shows = (text: string) =>
    waitUntil(
      `"${text}" on the screen`,
      () => screen.includes(text),
      () => screen,
    );

  test("the agent leads the foreground group of its terminal", async () => {
    const ended = sit('ps -o pid=,pgid=,tpgid= -p $$; echo "me $$"');
    const pid = await host.go();
    await shows(`me ${pid}`);
    await ended;
    expect(screen.trim().split(/\s+/)).toEqual([pid, pid, pid, "me", pid].map(String));
  });

  test("Ctrl-C reaches the agent and nobody else", async () => {
    const ended = sit("echo up; exec sleep 1000");
    await host.go();
    await shows("up");
    terminal?.write("\x03");
    expect(await host.hear("killed")).toBe("2");
    expect((await ended).signal).toBe(2);
  });

  test("Ctrl-Z stops the agent and continue goes on with it", async () => {
    const ended = sit('echo up; read x; echo "read $x"');
    await host.go();
    await shows("up");
    terminal?.write("\x1a");
    expect(await host.hear("stopped")).toBe("20");
    host.say("continue");
    await host.hear("continued");
    terminal?.write("word\r");
    await shows("read word");
    expect((await ended).exitCode).toBe(0);
  });

  test("the pty gets the modes of the user's terminal", async () => {
    const ended = sit("stty -g", "--modes", modesWith("erase", "^H", "-ixon", "susp", "undef"));
    await host.go();
    await shows("\n");
    await ended;
    expect(screen.trim()).toBe(modesWith("erase", "^H", "-ixon", "susp", "undef"));
  });

  test("modes that cannot be read are left alone", async () => {
    const ended = sit("stty -g", "--modes", "gfmt1:cflag=4b00");
    await host.go();
    await shows("\n");
    await ended;
    expect(screen.trim()).toMatch(/^[0-9a-f]+(:[0-9a-f]+)+$/);
  });

  test("a terminal that hangs up ends neither the seat nor, by itself, the agent", async () => {
    const ended = sit("trap 'exit 3' TERM; echo up; while :; do sleep 0.01; done");
    const pid = await host.go();
    await shows("up");
    const master = terminal as unknown as { _socket: NodeJS.EventEmitter & { destroy(): void } };
    const closed = new Promise((done) => master._socket.once("close", done));
    master._socket.destroy();
    await closed;
    expect(isRunning(pid)).toBe(true);
    host.say("end");
    expect(await host.hear("exited")).toBe("3");
    expect((await ended).exitCode).toBe(3);
  });

  /** As `stty -g` would print them. */
  function modesWith(...changes: string[]): string {
    const erase = changes.includes("^H") ? "8" : "7f";
    const ixon = changes.includes("-ixon") ? "100" : "500";
    return `${ixon}:5:bf:8a3b:3:1c:${erase}:15:4:0:1:0:11:13:0:0:12:f:17:16:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0`;
  }
});
