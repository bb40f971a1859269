/** A console stays as long as its session does, also when that one ends while the console is still being let in. */
import { expect, onTestFinished, test } from "vitest";
import { attachSessions } from "../../src/cli/attach-sessions.ts";
import type { SessionPlace } from "../../src/ipc/session-folder.ts";
import { createApprover } from "../../src/tui/approver.ts";
import { type FakeDaemon, makeRuntime, startFakeDaemon } from "../tui/fake-daemon.ts";

interface Row {
  readonly name: string;
  /** What the daemon does when it hears of the console. */
  readonly meanwhile: (daemon: FakeDaemon) => void;
}

const ROWS: readonly Row[] = [
  { name: "after it let us in", meanwhile: (daemon) => setImmediate(() => void daemon.end()) },
  { name: "right behind its answer", meanwhile: (daemon) => queueMicrotask(() => void daemon.end()) },
  { name: "before it answers", meanwhile: (daemon) => void daemon.end() },
];

test.each(ROWS)("a named session that ends $name is none that is left", async ({ meanwhile }) => {
  const daemon = await startFakeDaemon(makeRuntime().runtime);
  daemon.onSubscribe = () => meanwhile(daemon);
  await expect(noneLeft(daemon)).resolves.toBe("none left");
});

test("a named session that is gone before we knock is none that is left", async () => {
  const daemon = await startFakeDaemon(makeRuntime().runtime);
  await daemon.end();
  await expect(noneLeft(daemon)).resolves.toBe("none left");
});

function noneLeft(place: SessionPlace): Promise<string> {
  const approver = createApprover({
    draw: () => undefined,
    notice: () => undefined,
    quit: () => undefined,
    nowMs: Date.now,
  });
  return new Promise((resolve) => {
    const attached = attachSessions(approver, { listPlaces: () => [place] }, place.session, () =>
      resolve("none left"),
    );
    onTestFinished(() => {
      attached.stop();
      approver.stop();
    });
  });
}
