/** Sockets that were refused are told when the agent has ended: while it drew on the terminal nobody may have seen it. */
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasTier } from "../evasion/tier.ts";
import { USERS } from "../evasion/user.ts";
import { hasSeat, isBuilt, Machine } from "./guard-run.ts";

const PYTHON = "/usr/bin/python3";
const whyNot =
  isBuilt && hasSeat && hasTier("gate", USERS[0] ?? "root") && existsSync(PYTHON)
    ? undefined
    : "no gate or no python here";
if (whyNot !== undefined) process.stderr.write(`refusals are not tried: ${whyNot}\n`);

test.skipIf(whyNot !== undefined)("each once, two in full, the rest by their number", async () => {
  const machine = new Machine();
  onTestFinished(() => machine.dispose());
  const servers = ["a", "b"].map((name) => createServer().listen(join(machine.folder, name)));
  onTestFinished(() => void servers.map((server) => server.close()));
  const code = `
import socket
for _ in range(3):
    try: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    except OSError as error: print(error.strerror)
for name in "ab":
    try: socket.socket(socket.AF_UNIX).connect(${JSON.stringify(machine.folder)} + "/" + name)
    except OSError as error: print(error.strerror)
`;
  const run = machine.runGated(["--mode", "full-auto", "--console", "none", "--", PYTHON, "-c", code]);
  expect((await run.closed).code).toBe(0);
  expect(run.stdout, run.stderr).toBe("Permission denied\n".repeat(5));
  expect(run.stderr.match(/unix socket for datagrams/g)).toHaveLength(1);
  expect(run.stderr).toMatch(/^guard: python3\S* was refused a unix socket for datagrams, .* opens them$/m);
  expect(run.stderr).toMatch(/^guard: python3\S*: a connection to \S+\/a was refused: .* opens it$/m);
  expect(run.stderr).toMatch(/^guard: 1 more refused/m);
});
