/** The client's words against the daemon's own: what one writes the other reads. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeNoted, encodeVerdict, parseAgentRequest } from "../../src/protocol/agent-messages.ts";
import type { Reply } from "./answering-socket.ts";
import { buildClients, type Client } from "./clients.ts";
import { type Ran, run, startSession } from "./session.ts";

const clients = buildClients();

function framed(payload: Buffer): Reply {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(payload.length);
  return { kind: "bytes", bytes: Buffer.concat([head, payload]) };
}

async function ask(
  client: Client,
  program: string,
  args: readonly string[],
  payload: Buffer,
): Promise<[Ran, unknown]> {
  const session = await startSession(client);
  session.addProgram("bin", "tool", "#!/bin/sh\n");
  session.socket.answerWith(framed(payload));
  const ran = await run([join(session.agent, program), ...args], {
    env: { PATH: join(session.root, "bin") },
  });
  const outcome = parseAgentRequest(session.socket.asked[0]?.payload ?? Buffer.alloc(0));
  await session.end();
  return [ran, outcome];
}

const ALLOW = encodeVerdict("1", { kind: "allow", check: "c" });
const DENY = encodeVerdict("1", { kind: "deny", check: "c", reason: "no", rule: "r", instead: "i" });
const CALLS = [
  ["line", ["line", "bash", "12", "--interactive", "--incomplete", "--prelude", "p", "--", "ls"], ALLOW],
  ["script", ["script", "sh", "12", "--", "x.sh", "a"], ALLOW],
  ["stdin", ["stdin", "zsh", "12", "--"], ALLOW],
  ["start", ["start", "fish", "12"], encodeNoted("1")],
  ["prompt", ["prompt", "bash", "12"], encodeNoted("1")],
  ["prompt with a status", ["prompt", "zsh", "12", "-1"], encodeNoted("1")],
] as const;

describe.each(clients.all)("client and daemon agree: $name", (client) => {
  test.for(CALLS)("%s", async ([, args, payload]) => {
    const [ran, outcome] = await ask(client, "guard-ask", args, payload);
    expect(outcome).toMatchObject({ kind: "request" });
    expect(ran).toMatchObject({ status: 0, stderr: "" });
  });

  test("deny", async () => {
    const [ran] = await ask(client, "guard-ask", ["line", "bash", "12", "--", "ls"], DENY);
    expect(ran).toMatchObject({
      status: 126,
      stderr: "guard: denied: no [rule r, check c]\nguard: instead: i\n",
    });
  });
});

test.for(clients.compiled)("client and daemon agree: a shim: $name", async (client) => {
  const [ran, outcome] = await ask(client, "shims/tool", ["a", ""], ALLOW);
  expect(outcome).toMatchObject({
    kind: "request",
    request: { kind: "argv", arg: [expect.any(String), "a", ""] },
  });
  expect(ran.status).toBe(0);
});
