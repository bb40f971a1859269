/**
 * What comes with a program, or stands where it looks: the environment, other views of the files, leases, the token. Below the
 * real `guard run`, judged with no policy file unless the row has one. A row with `open` still succeeds: it is run as one that
 * fails, so that it tells when it is mended.
 */
import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GuardMachine, whyNot } from "./guard-machine.ts";

interface Disguise {
  readonly name: string;
  readonly stoppedBy: "daemon's judgement" | "lease" | "kernel" | "connect rule";
  agent(here: GuardMachine): readonly string[];
  readonly console?: "wait";
  readonly open?: string;
  readonly needs?: string;
}

/** A python agent, in whose own memory the environment is made. */
function withVariable(
  name: string,
  setting: (here: GuardMachine) => string,
  argv: readonly string[],
  more: Partial<Disguise> = {},
): Disguise {
  return {
    name,
    stoppedBy: "daemon's judgement",
    needs: argv[0] ?? "",
    agent: (here) => {
      const env = `dict([${JSON.stringify(setting(here))}.split("=", 1)])`;
      return here.place.script(
        `import os\nos.execve("${argv[0]}", ${JSON.stringify(argv)}, ${env})`,
        "/usr/bin/python3",
      );
    },
    ...more,
  };
}

const library = ({ place }: GuardMachine) => place.marked("preloaded");
/** Builtins only: no program's start would stop it. */
const text = ({ place }: GuardMachine) => place.write("text.sh", `: > ${place.mark}\n`);
const READS = ["/usr/bin/ls", "/"];
const SHELL_READS = ["/bin/bash", "-c", "ls /"];

const VARIABLES: readonly Disguise[] = [
  withVariable(
    "LD_PRELOAD brings no library into a program that only reads",
    (here) => `LD_PRELOAD=${library(here)}`,
    READS,
  ),
  withVariable(
    "LD_AUDIT brings no library into a program that only reads",
    (here) => `LD_AUDIT=${library(here)}`,
    READS,
  ),
  withVariable(
    "BASH_ENV brings no text into a shell whose line only reads",
    (here) => `BASH_ENV=${text(here)}`,
    SHELL_READS,
  ),
  withVariable(
    "an exported function does not stand for a program in a shell's line",
    ({ place }) => `BASH_FUNC_ls%%=() { : > ${place.mark}; }`,
    SHELL_READS,
  ),
  withVariable(
    "ZDOTDIR brings no start-up file into zsh",
    (here) => {
      here.place.write(".zshenv", `: > ${here.place.mark}\n`);
      return `ZDOTDIR=${here.place.folder}`;
    },
    ["/usr/bin/zsh", "-c", "ls /"],
  ),
  withVariable(
    "HOME brings no start-up file into a login shell",
    (here) => {
      here.place.write(".bash_profile", `: > ${here.place.mark}\n`);
      return `HOME=${here.place.folder}`;
    },
    ["/bin/bash", "-lc", "ls /"],
  ),
  withVariable(
    "XDG_CONFIG_HOME brings no start-up file into fish",
    (here) => {
      here.place.makeFolder("fish");
      here.place.write("fish/config.fish", `echo > ${here.place.mark}\n`);
      return `XDG_CONFIG_HOME=${here.place.folder}`;
    },
    ["/usr/bin/fish", "-c", "ls /"],
  ),
  withVariable(
    "git's settings by the environment start nothing",
    ({ place }) => `GIT_SSH_COMMAND=${place.canary}`,
    ["/usr/bin/git", "ls-remote", "ssh://nowhere/x"],
  ),
  {
    name: "LD_PRELOAD brings no library into guard's own program",
    // Linked statically it cannot take one; else the daemon looks at what comes with it.
    stoppedBy: "kernel",
    agent: (here) =>
      here.place.script(
        `import os
ask = os.path.dirname(os.environ["GUARD_AGENT_SOCKET"]) + "/guard-ask"
os.execve(ask, [ask, "line", "bash", "1", "--", "${here.place.canary}"], {"LD_PRELOAD": "${library(here)}"})`,
        "/usr/bin/python3",
      ),
  },
  {
    name: "the agent's start of itself with LD_PRELOAD does not make it its own for what it starts",
    stoppedBy: "daemon's judgement",
    agent: (here) =>
      here.place.script(
        `import os, sys
if len(sys.argv) > 1:
    # Loaded into the agent itself it has left its mark: that is nobody's business.
    os.unlink("${here.place.mark}")
    os.execve("/usr/bin/ls", ["ls", "/"], os.environ)
os.execve("./agent.sh", ["./agent.sh", "again"], {"LD_PRELOAD": "${library(here)}"})`,
        "/usr/bin/python3",
      ),
  },
  {
    name: "a setting that a process writes over its own environment is not its parent's",
    stoppedBy: "daemon's judgement",
    agent: (here) => {
      here.machine.env["ROOM"] = "x".repeat(300);
      return [
        here.place.attacker("exec-states"),
        "forged-environment",
        `LD_PRELOAD=${library(here)}`,
        ...READS,
      ];
    },
  },
];

/** Started by python, which needs no shell for it. */
const started = (name: string, files: (here: GuardMachine) => string): Disguise => ({
  name,
  stoppedBy: "daemon's judgement",
  agent: (here) => here.place.script(`import os, subprocess, sys\n${files(here)}`, "/usr/bin/python3"),
});

const SCRIPTS: readonly Disguise[] = [
  started("a script whose first line says -s is not judged by its text", ({ place }) => {
    place.write("x", "#!/bin/bash -s\nls /\n");
    return `subprocess.run(["./x"], input=b": > ${place.mark}\\n")`;
  }),
  started(
    "a script whose first line says -c is not judged by its text: its name is the line",
    ({ place }) => {
      place.write("x;: > mark;#", "#!/bin/sh -c\nls /\n");
      return 'subprocess.run(["./x;: > mark;#"])';
    },
  ),
  started("a script whose name is the value of its interpreter's option is not what runs", ({ place }) => {
    place.write("extglob", "#!/bin/bash -O\nls /\n");
    place.write("other.sh", `: > ${place.mark}\n`);
    return 'os.execve("extglob", ["extglob", "other.sh"], {})';
  }),
  started(
    "a shell on a terminal of its own, without guard's hooks, does not take what is typed",
    ({ place }) => {
      const lines = [
        "import pty",
        "pid, terminal = pty.fork()",
        'if pid == 0: os.execve("/bin/bash", ["bash", "--norc", "-i"], {"TERM": "xterm"})',
        `os.write(terminal, b": > ${place.mark}\\nexit\\n")`,
        "os.waitpid(pid, 0)",
      ];
      return lines.join("\n");
    },
  ),
  started("a link named fish that leads to bash is not read as fish", ({ place }) => {
    place.write("x", "echo '\\'; : > mark #'\n");
    return 'os.symlink("/bin/bash", "fish"); subprocess.run(["./fish", "x"])';
  }),
];

const OWN = "node_modules/@openai/codex";

const VIEWS: readonly Disguise[] = [
  {
    name: "a script of another mount namespace is not judged by guard's view of it",
    stoppedBy: "daemon's judgement",
    agent: (here) => {
      here.confine = "off";
      const { place } = here;
      const judged = place.write("judged.sh", "ls /\n");
      const runs = place.write("runs.sh", `: > ${place.mark}\n`);
      return [place.attacker("exec-states"), "bound-over", judged, runs, "/bin/bash", judged];
    },
  },
  {
    name: "a file that is mounted over a part of a known agent is not the agent",
    stoppedBy: "daemon's judgement",
    agent: (here) => {
      here.confine = "off";
      const { place } = here;
      for (const name of ["bin", "vendor/x/bin"]) place.makeFolder(`${OWN}/${name}`);
      const codex = place.copy(place.attacker("exec-states"), `${OWN}/bin/codex`);
      const part = place.copy("/usr/bin/true", `${OWN}/vendor/x/bin/codex`);
      return [codex, "mounted-over", part, place.canary];
    },
  },
  {
    name: "a line that a rule allows, asked for another shell, does not cover what runs below that one",
    stoppedBy: "lease",
    agent: (here) => {
      here.allow(["make"]);
      const ask = '"${GUARD_AGENT_SOCKET%/*}/guard-ask" line bash $PPID -- make';
      const child = `${ask}; ${here.place.canary}; exit`;
      return here.place.script(`if [ "$1" = child ]; then ${child}; fi\n./agent.sh child; true`);
    },
  },
  {
    name: "a start that a rule allows, and that fails, does not cover what its caller starts next",
    stoppedBy: "lease",
    needs: "/usr/bin/make",
    agent: (here) => {
      here.allow(["make"]);
      const { place } = here;
      return [place.attacker("exec-states"), "announced-only", "/usr/bin/make", place.canary];
    },
  },
  {
    name: "a program of the agent's does not read the token and answer its own question",
    stoppedBy: "connect rule",
    console: "wait",
    agent: ({ place }) => [
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
  },
];

describe.skipIf(whyNot.length > 0).each(Object.entries({ VARIABLES, SCRIPTS, VIEWS }))("%s", (_, rows) => {
  let here: GuardMachine;
  beforeEach(() => {
    here = new GuardMachine();
  });
  afterEach(() => here.machine.dispose());

  for (const row of rows) {
    const attempt = row.open === undefined ? test : test.fails;
    attempt(`${row.name}: ${row.stoppedBy}`, async ({ skip }) => {
      if (row.needs !== undefined && !existsSync(row.needs)) skip(`${row.needs} is not here`);
      const run = here.start(row.agent(here), row.console);
      await run.closed;
      expect(here.place.ran, "the canary left its mark").toBe(false);
      expect(
        here.records.filter(({ verdict, details }) => (verdict ?? details?.verdict) === "deny"),
      ).not.toEqual([]);
    });
  }
});
