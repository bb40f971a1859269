/** A part of the daemon that cannot be loaded (guard was built anew) is that client's problem, not the agent's. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { startControlServer } from "../../src/daemon/control-server.ts";
import type { SessionState } from "../../src/daemon/session-state.ts";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY } from "../../src/protocol/control-messages.ts";

vi.mock("../../src/daemon/control-talk.ts", () => {
  throw new Error("it is not there");
});

// A rejection that nobody takes would end the daemon; here it fails the run.
test("a client hears that the daemon cannot answer, and the connection is closed", async () => {
  const folder = mkdtempSync("/tmp/control-test-");
  mkdirSync(join(folder, "control"));
  const server = await startControlServer({ folder } as SessionState);
  expect(readFileSync(join(folder, "control/token"), "utf8")).not.toBe("");
  for (let client = 0; client < 2; client++) {
    expect(await askControl(folder, { op: "pending" }, PENDING_REPLY)).toMatchObject({
      kind: "reply",
      reply: { ok: false, code: "FAILED", message: expect.stringContaining("start the session again") },
    });
  }
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true });
});
