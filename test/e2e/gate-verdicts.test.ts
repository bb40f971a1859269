/** What the agent meets with the gate on and nobody to ask: each way of starting something, with its verdict. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasGate } from "../helpers/gate.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { GatedSession, type How } from "./gated-session.ts";

type Row = readonly [name: string, argv: readonly string[], want: number | RegExp, how?: How];

const sh = (line: string): string[] => ["bash", "-c", line];

/** A number is the status of what ran; a pattern is what guard's line holds. */
const rows: readonly Row[] = [
  ["a line that only reads", sh("ls / | head -2 | wc -l"), 0],
  ["the same in dash", ["/bin/sh", "-c", "ls / | head -2 | wc -l"], 0],
  ["the same in zsh", ["zsh", "-c", "ls / | head -2"], 0],
  ["the same in fish", ["fish", "-c", "ls / | head -2"], 0],
  ["the same by a login shell", ["bash", "-lc", "ls /"], 0],
  ["the same with an odd order of options", ["bash", "-c", "-l", "ls /"], 0],
  [
    "the same in POSIX mode, without an environment",
    ["env", "-i", "SHLVL=1", "/bin/bash", "--posix", "-c", "/bin/ls /"],
    0,
  ],
  ["a program of the system by its path", ["/usr/bin/git", "--version"], 0],
  ["a program that is told another name", ["/bin/ls", "/"], 0, { argv0: "ls" }],
  ["a shell that reads what the line pipes into it", sh("echo 'ls /' | bash"), 0],
  ["a shell that reads a text of the line", sh("bash <<< 'ls /'"), 0],
  ["a script that only reads", ["./reads.sh"], 0],
  ["a script that only reads, by its shell", ["bash", "./reads.sh", "x"], 0],
  ["a script that only reads, by env", ["./env-reads.sh"], 0],
  ["a line that writes", sh("touch x"), /touch writes x/],
  ["a builtin that writes", sh(": > x"), /writes/],
  ["a builtin that writes, in dash", ["/bin/dash", "-c", ": > x"], /writes/],
  ["a script that writes", ["./writes.sh"], /writes/],
  [
    "a script that writes, by its shell with options",
    ["bash", "-eu", "-o", "pipefail", "writes.sh"],
    /writes/,
  ],
  ["a program that is not the system's", ["./own"], /folder that is not one of the system's/],
  ["a shell that reads its stdin", ["bash"], /typed or piped/, { input: ": > x\n" }],
  ["a shell that reads its stdin, with -s", ["bash", "-s", "a"], /typed or piped/, { input: ": > x\n" }],
  ["a deletion of everything", ["rm", "-rf", "/"], /floor/],
  ["a deletion of everything by the loader", ["/lib64/ld-linux-x86-64.so.2", "/bin/rm", "-rf", "/"], /floor/],
  ["rm under another name", ["/bin/rm", "-rf", "/"], /floor/, { argv0: "ls" }],
  ["another program under the name of rm", ["/bin/ls", "-rf", "/"], /floor/, { argv0: "rm" }],
  ["a link to rm with another name", ["./ls", "-rf", "/"], /floor/],
  ["sudo at any depth", sh("env nice bash -c 'sudo -n true'"), /floor/],
  ["what another shell's text starts", ["python3", "-c", "import os; os.system('touch x')"], /python/],
];

describe.skipIf(!hasGate || MACHINE_HAS_ORG_POLICY)("with nobody to ask", () => {
  let session: GatedSession;
  beforeAll(() => {
    session = new GatedSession("none");
    session.write("reads.sh", "#!/bin/sh\nls / | head -1\n");
    session.write("env-reads.sh", "#!/usr/bin/env bash\nls / | head -1\n");
    session.write("writes.sh", "#!/bin/sh\n: > x\n");
    session.write("own", "#!/usr/bin/env node\nrequire('fs').writeFileSync('x', '')\n");
    session.link("/bin/rm", "ls");
  });
  afterAll(() => session.end());

  test.for(rows)("%s", async ([, argv, want, how], { skip }) => {
    const shell = argv[0] ?? "";
    if ((shell === "zsh" || shell === "fish") && !existsSync(`/usr/bin/${shell}`)) skip(`no ${shell} here`);
    if (shell.startsWith("/lib64") && !existsSync(shell)) skip("no such loader here");
    const ran = await session.run(argv, how);
    if (typeof want === "number") {
      expect(ran, JSON.stringify(ran)).toMatchObject({ status: want, stderr: "" });
      return;
    }
    expect(ran, JSON.stringify(ran)).toMatchObject({ status: 126, stdout: "" });
    expect(ran.stderr).toMatch(/^guard: denied: .+ \[rule [\w.-]+, check [0-9a-f-]{36}\]\n/);
    expect(ran.stderr).toMatch(want);
    expect(session.has("x")).toBe(false);
  });

  test("what is not there raises nothing", async () => {
    const before = session.records.length;
    expect(await session.run(["./nothing-here"])).toMatchObject({ status: "ENOENT" });
    expect(session.records.length).toBe(before);
  });

  test("the record tells who started it", async () => {
    const { stderr } = await session
      .line("ls /; bash -c 'rm -rf /'; true")
      .then(async (ran) => (ran.status === 126 ? ran : Promise.reject(new Error(JSON.stringify(ran)))));
    const check = /check ([0-9a-f-]{36})/.exec(stderr)?.[1];
    const record = session.records.find(({ request_id }) => request_id === check);
    expect(record).toMatchObject({ layer: "gate", verdict: "deny", chain: ["node", "bash"] });
  });
});
