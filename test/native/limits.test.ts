/** Long questions, closed descriptors, and readers that are gone. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildClients } from "./clients.ts";
import { lastAsked, run, startSession } from "./session.ts";

/** One argument may have 128 KiB at most, so it takes several. */
const PIECE = "x".repeat(120_000);
const LIMIT = 1 << 20;

const clients = buildClients();

/** As many pieces as fit, and a last one that makes the payload exactly `size`. */
function wordsFor(size: number, overhead: number): readonly string[] {
  const words: string[] = [];
  let left = size - overhead;
  const cost = (length: number) => "arg=".length + length + 1;
  while (left > cost(PIECE.length) * 2) {
    words.push(PIECE);
    left -= cost(PIECE.length);
  }
  const half = Math.floor(left / 2);
  return [...words, "y".repeat(half - cost(0)), "z".repeat(left - half - cost(0))];
}

describe.each(clients.all)("limits: $name", (client) => {
  test.for([
    ["a payload of exactly 1 MiB is asked", LIMIT, 0],
    ["one byte more is denied without asking", LIMIT + 1, 126],
    ["much more is denied without asking", LIMIT + 300_000, 126],
  ] as const)("%s", async ([, size, status]) => {
    const session = await startSession(client);
    const ask = [session.ask, "stdin", "bash", "1", "--"];
    await run(ask, { cwd: session.work });
    const overhead = lastAsked(session).reduce((sum, field) => sum + field.length + 1, 0);
    const ran = await run([...ask, ...wordsFor(size, overhead)], { cwd: session.work });
    expect(ran.status).toBe(status);
    expect(session.socket.asked).toHaveLength(status === 0 ? 2 : 1);
    expect(ran.stderr).toBe(
      status === 0
        ? ""
        : "guard: denied: the command is longer than guard can check (1 MiB); give fewer or shorter arguments [rule guard.too-long]\n",
    );
    expect(session.socket.strange).toEqual([]);
    await session.end();
  });
});

describe.each(clients.compiled)("odd surroundings: $name", (client) => {
  test.for([
    ["stdin", "0<&-", "deny"],
    ["stdout", "1>&-", "deny"],
    ["stderr", "2>&-", "deny"],
    ["everything", "0<&- 1>&- 2>&-", "deny"],
    ["everything, and it is allowed", "0<&- 1>&- 2>&-", "allow"],
  ] as const)("closed: %s", async ([, closing, kind]) => {
    const session = await startSession(client);
    session.socket.answerWith({ kind });
    const ran = await run(["/bin/sh", "-c", `exec "$1" line sh 1 -- ls ${closing}`, "sh", session.ask]);
    expect(ran.status).toBe(kind === "allow" ? 0 : 126);
    expect(session.socket.asked).toHaveLength(1);
    expect(session.socket.strange).toEqual([]);
    await session.end();
  });

  test("a reader of stderr that is gone: the status is still 126", async () => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "deny" });
    const status = join(session.root, "status");
    const script = `{ "$1" line sh 1 -- ls; echo $? > "$2"; } 2>&1 >/dev/null | exec 0<&-; wait; cat "$2"`;
    expect(
      (
        await run(["/bin/bash", "-c", script, "bash", session.ask, status], {
          env: { PATH: "/usr/bin:/bin" },
        })
      ).stdout,
    ).toBe("126\n");
    await session.end();
  });

  test("a full device as stderr: the status is still 126", async () => {
    const session = await startSession(client);
    session.socket.answerWith({ kind: "deny" });
    const ran = await run(["/bin/sh", "-c", 'exec "$1" line sh 1 -- ls 2>/dev/full', "sh", session.ask]);
    expect(ran.status).toBe(126);
    await session.end();
  });
});
