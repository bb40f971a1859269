/** Attempts at guard itself, below the real `guard run`: at its processes, its sockets, its own programs. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GUARD, type Run } from "../launcher/guard-run.ts";
import { hasScopes, NO_SCOPES } from "./attempt.ts";
import { WAYS_AT_PROCESSES } from "./attempts/processes.ts";
import { GuardMachine, whyNot } from "./guard-machine.ts";
import { hasTier } from "./tier.ts";
import { USERS } from "./user.ts";

const isConfined = hasTier("full", USERS[0] ?? "root");
const user = process.getuid?.() === 0 ? "root" : "this user";

describe
  .skipIf(whyNot.length > 0)
  .each(["seat", "daemon", "launcher", ...(isConfined ? (["keeper"] as const) : [])] as const)(
  "the %s",
  (whose) => {
    let here: GuardMachine;
    let run: Run;
    // All ways in one session: had one of them worked, none of the later ones would be told.
    beforeAll(async () => {
      here = new GuardMachine();
      run = await here.run([here.place.attacker("at-process"), "all", whose]);
    });
    afterAll(() => here.machine.dispose());

    const ways = WAYS_AT_PROCESSES.filter(
      ({ only, notAs }) => notAs !== user && (only !== "seat" || whose === "seat"),
    );
    test.for(ways)("$name it: $stoppedBy", ({ says, stoppedBy }, { skip }) => {
      if (stoppedBy === "scope" && !hasScopes) skip(NO_SCOPES);
      expect(run.stdout).toMatch(says);
    });

    test("it lives, and ends the session as always", async () => {
      expect(await run.closed).toEqual({ code: 0, signal: null });
      await here.machine.leavesNothing();
    });
  },
);

/** In-process: nothing of these is a start of a program, but for the canary at the end. */
const TALK = `
const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
const folder = path.dirname(path.dirname(process.env.GUARD_AGENT_SOCKET));
const frame = (payload) => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(payload.length);
  return Buffer.concat([head, payload]);
};
const fields = (all) => frame(Buffer.from(all.map((field) => field + "\\0").join("")));
const json = (message) => frame(Buffer.from(JSON.stringify(message)));
function say(socket, ...frames) {
  return new Promise((done) => {
    let heard = "";
    const connection = net.connect(path.join(folder, socket));
    connection.on("data", (chunk) => { heard += chunk.toString("latin1"); });
    connection.on("error", (error) => { heard += error.code; });
    connection.on("close", () => done(heard));
    connection.end(Buffer.concat(frames));
  });
}
const tell = (heard) => console.log(JSON.stringify(heard));
const start = (file) => console.log("status", require("node:child_process").spawnSync(file, { stdio: "inherit" }).status);
`;

const ASK = '"${GUARD_AGENT_SOCKET%/*}/guard-ask"';

interface AtGuard {
  readonly name: string;
  readonly stoppedBy: "connect rule" | "daemon's judgement" | "floor" | "lease" | "protocol";
  agent(here: GuardMachine): readonly string[];
  readonly says: RegExp;
}

const node = (here: GuardMachine, text: string): readonly string[] => [
  here.place.write("agent.cjs", `#!${process.execPath}\n${TALK}\n(async () => {\n${text}\n})();\n`),
];
const shell = (here: GuardMachine, text: string) =>
  here.place.script(text.replaceAll("CANARY", here.place.canary));
/** Hidden where files are confined, else refused by the gate. */
const NOT_REACHED = /^"(?:ENOENT|EACCES)"\n[\s\S]*status 126/m;
const DENIED = /guard: denied: .+ \[rule mode\.default, check /;

const rows: readonly AtGuard[] = [
  {
    name: "a second gate does not get to the daemon",
    stoppedBy: "connect rule",
    agent: (here) =>
      node(
        here,
        `tell(await say("control/gate.sock", fields(["guard=1", "op=exec", "id=1", "pid=1", "arg=ls"])));
         start(${JSON.stringify(here.place.canary)});`,
      ),
    says: NOT_REACHED,
  },
  {
    name: "the control socket is not reached",
    stoppedBy: "connect rule",
    agent: (here) =>
      node(
        here,
        `tell(await say("control/control.sock", json({ v: 1, op: "hello", token: "x" }), json({ v: 1, id: 1, op: "mode", mode: "full-auto" })));
         start(${JSON.stringify(here.place.canary)});`,
      ),
    says: NOT_REACHED,
  },
  {
    name: "a check that calls itself the gate's is no check",
    stoppedBy: "protocol",
    agent: (here) =>
      node(
        here,
        `tell(await say("agent/agent.sock", fields(["guard=1", "op=check", "id=7", "layer=gate", "kind=argv", "pid=" + process.pid, "cwd=/", "path=/bin/ls", "arg=ls"])));
         start(${JSON.stringify(here.place.canary)});`,
      ),
    says: /verdict=deny[\s\S]*status 126/,
  },
  {
    name: "a shell that says that it starts up covers nothing",
    stoppedBy: "lease",
    agent: (here) => shell(here, `${ASK} start bash $$; CANARY; echo status $?`),
    says: DENIED,
  },
  {
    name: "a shell that says that it is at its prompt covers nothing",
    stoppedBy: "lease",
    agent: (here) => shell(here, `${ASK} prompt bash $$; CANARY; echo status $?`),
    says: DENIED,
  },
  {
    name: "a line that only reads, asked for this shell, covers nothing else",
    stoppedBy: "lease",
    agent: (here) => shell(here, `${ASK} line bash $$ -- ls && CANARY; echo status $?`),
    says: DENIED,
  },
  {
    name: "a line that only reads, asked as if it were typed, covers nothing else",
    stoppedBy: "lease",
    agent: (here) => shell(here, `${ASK} line bash $$ --interactive -- ls && CANARY; echo status $?`),
    says: DENIED,
  },
  {
    name: "a line that a rule allows, asked for this shell, covers nothing else",
    stoppedBy: "lease",
    agent: (here) => {
      here.allow(["make"]);
      return shell(here, `${ASK} line bash $$ -- make && CANARY; echo status $?`);
    },
    says: DENIED,
  },
  {
    name: "guard's own program under another name starts nothing unjudged",
    stoppedBy: "daemon's judgement",
    agent: (here) => shell(here, `PATH=$PWD; (exec -a canary ${ASK}); echo status $?`),
    says: /status (?!0\b|42)\d+/,
  },
  {
    name: "guard's command line does not steer guard",
    stoppedBy: "floor",
    agent: (here) => shell(here, `"${process.execPath}" "${GUARD}" mode full-auto; CANARY; echo status $?`),
    says: /rule floor\.tamper[\s\S]*rule mode\.default/,
  },
  {
    name: "the token is not read by a program",
    stoppedBy: "floor",
    agent: (here) => shell(here, 'cat "${GUARD_AGENT_SOCKET%/*}/../control/token"; CANARY; echo status $?'),
    says: /rule floor\.tamper[\s\S]*rule mode\.default/,
  },
];

describe.skipIf(whyNot.length > 0)("its sockets and programs", () => {
  let here: GuardMachine;
  beforeEach(() => {
    here = new GuardMachine();
  });
  afterEach(() => here.machine.dispose());

  test.for(rows)("$name: $stoppedBy", async ({ agent, says }) => {
    const run = await here.run(agent(here));
    expect(here.place.ran, "the canary left its mark").toBe(false);
    expect(`${run.stderr}${run.stdout}`).toMatch(says);
  });

  test("the agent has no descriptor of guard's: kernel", async () => {
    const look = [here.place.attacker("other-doors"), "descriptors"] as const;
    const plain = here.machine.spawn(look[0], look.slice(1));
    await plain.closed;
    expect((await here.run(look)).stdout).toBe(plain.stdout);
  });
});
