/**
 * Attempts that still succeed, each with what would stop it. `test.fails`: a row that is mended fails here, and belongs to the
 * other tables then. None of them is a start of a program that nobody saw but `execs again`; the rest change what a seen one does.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GateAnswer, type GateExec, GateHost } from "../gate/gate-host.ts";
import { findSeat, type SeatRun } from "../launcher/seat-host.ts";
import { waitUntil } from "../launcher/wait-until.ts";
import { buildAttackers } from "./attackers.ts";
import { Place } from "./attempt.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";

const seat = findSeat() ?? "";
const attackers = buildAttackers();
const folder = attackers.kind === "built" ? attackers.folder : "";

describe.skipIf(seat === "" || folder === "")("what waits, changed from outside", () => {
  let host: GateHost;
  let place: Place;
  let asked: GateExec[];
  beforeEach(async () => {
    asked = [];
    host = await new GateHost(rule).listen();
    place = new Place(host.seat.folder, folder);
  });
  afterEach(() => host.close());

  function rule(exec: GateExec): GateAnswer {
    if (exec.path === place.attacker("rewrite")) return "allow";
    asked.push(exec);
    return "wait";
  }

  /** Its waiting program sleeps in guard's loop when the attacker comes; what it does then is over when it has said so. */
  async function attack(way: string, other = ""): Promise<SeatRun> {
    const rewrite = place.attacker("rewrite");
    const run = host.start(seat, rewrite, [rewrite, way, place.canary, "150", other]);
    await host.seat.go();
    await waitUntil("the attacker's word", () => run.stdout.includes("\n"));
    return run;
  }

  test.fails.for([
    ["process_vm_writev", "call"],
    ["/proc/PID/mem", "file"],
  ] as const)("its argument, by %s", async ([, way]) => {
    const run = await attack(way);
    host.answer(asked[0]?.id ?? "", "allow");
    await run.closed;
    expect(place.ran).toBe(false);
  });

  test.fails.skipIf(process.arch !== "x64")("made to exec again, it runs what nobody allowed", async () => {
    const run = await attack("again", place.marked("elsewhere"));
    await waitUntil("the second question", () => asked.length === 2);
    const pid = asked[1]?.pid ?? 0;
    await waitUntil("it waits or is gone", () => run.stdout.includes("status") || isAsleep(pid));
    expect(place.ran).toBe(false);
  });
});

function isAsleep(pid: number): boolean {
  try {
    return /^State:\tS/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}

describe.skipIf(whyNot.length > 0)("below guard run", () => {
  let here: GuardMachine;
  beforeEach(() => {
    here = new GuardMachine();
  });
  afterEach(() => here.machine.dispose());

  const python = (text: string) => here.place.script(text, "/usr/bin/python3");

  test.fails("a library that comes by the environment (LD_PRELOAD) runs in a program that only reads", async () => {
    const library = here.place.marked("preloaded");
    await here.run(python(`import os\nos.execve("/bin/ls", ["ls", "/"], {"LD_PRELOAD": "${library}"})`));
    expect(here.place.ran).toBe(false);
  });

  test.fails("a file that comes by the environment (BASH_ENV) is read by a shell whose line only reads", async () => {
    const file = here.place.write("env.sh", `: > ${here.place.mark}\n`);
    await here.run(python(`import os\nos.execve("/bin/bash", ["bash", "-c", "ls /"], {"BASH_ENV": "${file}"})`));
    expect(here.place.ran).toBe(false);
  });

  test.fails("a script of another mount namespace is judged by guard's view of it", async () => {
    const { place } = here;
    const judged = place.write("judged.sh", "ls /\n");
    const runs = place.write("runs.sh", `: > ${place.mark}\n`);
    await here.run([place.attacker("exec-states"), "bound-over", judged, runs, "/bin/bash", judged]);
    expect(place.ran).toBe(false);
  });

  test.fails("a file that is mounted over a part of a known agent counts as the agent", async () => {
    const { place } = here;
    const own = "node_modules/@openai/codex";
    for (const name of ["bin", "vendor/x/bin"]) place.makeFolder(`${own}/${name}`);
    const codex = place.copy(place.attacker("exec-states"), `${own}/bin/codex`);
    const part = place.copy("/usr/bin/true", `${own}/vendor/x/bin/codex`);
    await here.run([codex, "mounted-over", part, place.canary]);
    expect(place.ran).toBe(false);
  });

  test.fails("a line that a rule allows, asked for another shell, covers what runs below that one", async () => {
    const { place } = here;
    here.allow(["make"]);
    const child = `"\${GUARD_AGENT_SOCKET%/*}/guard-ask" line bash $PPID -- make; ${place.canary}; exit`;
    await here.run(place.script(`if [ "$1" = child ]; then ${child}; fi\n./agent.sh child; true`));
    expect(place.ran).toBe(false);
  });

  test.fails("a program of the agent's reads the token and answers its own question", async () => {
    const { place } = here;
    const run = here.start(
      [
        place.write(
          "agent.cjs",
          `#!${process.execPath}
const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
const control = path.join(path.dirname(process.env.GUARD_AGENT_SOCKET), "../control");
function frame(message) {
  const payload = Buffer.from(JSON.stringify({ v: 1, ...message })), head = Buffer.alloc(4);
  head.writeUInt32BE(payload.length);
  return Buffer.concat([head, payload]);
}
const child = require("node:child_process").spawn(${JSON.stringify(place.canary)});
const token = fs.readFileSync(path.join(control, "token"), "utf8").trim();
const connection = net.connect(path.join(control, "control.sock"));
connection.on("error", () => process.exit(1));
connection.on("close", () => process.exit(1));
child.on("exit", () => process.exit(0));
connection.write(frame({ op: "hello", token }));
const ask = () => connection.write(frame({ id: 1, op: "pending" }));
connection.on("data", (chunk) => {
  const [, check] = /"id":"([0-9a-f-]{36})"/.exec(chunk.toString("latin1")) ?? [];
  if (check) connection.write(frame({ id: 2, op: "resolve", check, decision: "once" }));
  else setTimeout(ask, 20);
});
ask();
`,
        ),
      ],
      "wait",
    );
    await run.closed;
    expect(place.ran).toBe(false);
  });
});
