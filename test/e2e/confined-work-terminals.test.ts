/** Terminals in the full tier: the agent's own keeps its name and its ways, new ones can be opened, and there may be none at all. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { GUARD } from "../launcher/guard-run.ts";
import { canUseTerminal } from "../launcher/user-terminal.ts";
import { startPane } from "../shells/tmux.ts";
import { type Terminal, terminalOf } from "./approvals-terminal.ts";
import { describeJobs, type Job } from "./confined-jobs.ts";
import { Person } from "./confined-person.ts";
import { CONFINE, cannotRun, PEOPLE } from "./confined-session.ts";

const RUN = [GUARD, "run", "--mode", "full-auto", "--console", "none", ...CONFINE, "--"];

/** What is typed at the agent's prompt, a line or keys, and what is on the screen then. */
type Step = readonly [typed: string | { readonly press: string }, seen: RegExp];
const press = (key: string) => ({ press: key });

const rows: Readonly<Record<string, readonly Step[]>> = {
  "tty tells the name of a terminal that is there": [
    ["tty; test -c $(tty) -a -t 0 && echo is one", /\/dev\/pts\/\d+\nis one/],
    ["echo into > $(tty)", /^into/m],
    ['read -rsp "word? " word < /dev/tty; echo "got $word"', /^word\?/m],
    ["sesame", /got sesame/],
  ],
  "stty knows the size": [["stty size", /^24 80/m]],
  "script opens a terminal of its own": [["script -qec tty /dev/null", /^\/dev\/pts\/\d+/m]],
  "python opens a terminal of its own": [
    ["python3 -c 'import pty; pty.spawn([\"tty\"])'", /^\/dev\/pts\/\d+/m],
    ["python3 -c 'import os; m, s = os.openpty(); print(os.ttyname(s))'", /^\/dev\/pts\/\d+/m],
  ],
  "tmux runs inside, with a server of its own": [
    ["tmux -L inside -f /dev/null new-session 'tty; cat'", /^\/dev\/pts\/\d+/m],
    ["through tmux", /^through tmux\nthrough tmux/m],
    [press("C-d"), /\[exited\]/],
  ],
  "vim edits a file": [
    ["vim -u NONE -N words", /"words" \[New\]/],
    [press("i"), /-- INSERT --/],
    ["some words", /^some words/m],
    [press("Escape"), /^some words/m],
    [":wq", /written|ready 0/],
    ["cat words; echo end", /^some words\n+end/m],
  ],
  "less shows a file": [
    ["seq 1000 > numbers; less numbers", /^22\n23/m],
    [press("G"), /^1000\n\(END\)/m],
    [press("q"), /ready 0 \$\s*$/],
  ],
  "jobs are stopped, continued and interrupted": [
    ["echo begun; sleep 100", /^begun/m],
    [press("C-z"), /Stopped +sleep 100/],
    ["fg", /^sleep 100/m],
    [press("C-c"), /ready 130 \$/],
    ["sleep 100 & kill %1; wait", /Terminated/],
  ],
};

describe.skipIf(cannotRun || !canUseTerminal).each(PEOPLE)("at a terminal, as %s", (who) => {
  let person: Person;
  beforeAll(async () => {
    person = await Person.open(who);
    person.write(".bashrc", "PS1='ready $? $ '\nHISTFILE=\nbind 'set enable-bracketed-paste off'\n");
    // The person has a server of their own already: what is known of such is hidden.
    person.outside("tmux -L outside -f /dev/null new-session -d cat");
  });
  afterAll(() => {
    person.tries("tmux -L outside kill-server");
    person.leave();
  });

  async function open(argv: readonly string[]): Promise<Terminal> {
    const env = { ...person.env, TERM: "xterm-256color" };
    const terminal = terminalOf(
      await startPane({ before: person.as("person"), argv, cwd: person.project, env }),
    );
    onTestFinished(() => terminal.kill());
    await terminal.shows(/^ready 0 \$/m);
    return terminal;
  }

  test.for(Object.entries(rows))("%s", async ([, steps]) => {
    const terminal = await open([...RUN, "bash"]);
    for (const [typed, seen] of steps) {
      if (typeof typed === "string") await terminal.enter(typed);
      else await terminal.press(typed.press);
      await terminal.shows(seen);
    }
  });

  test("a change of size is heard", async () => {
    const terminal = await open([...RUN, "bash"]);
    await terminal.resize(100, 30);
    await terminal.enter("until [ \"$(stty size)\" = '30 100' ]; do sleep 0.02; done; stty size");
    await terminal.shows(/^30 100/m);
  });

  test("the agent as a whole is stopped, continued and interrupted", async () => {
    const terminal = await open(["bash", "-i"]);
    await terminal.enter(`${RUN.join(" ")} bash -c 'echo begun; sleep 100'`);
    await terminal.shows(/^begun/m);
    await terminal.press("C-z");
    await terminal.shows(/Stopped/);
    await terminal.enter("clear; fg");
    // The same words stand on the screen before it is cleared.
    await terminal.showsNo(/Stopped/);
    await terminal.shows(/guard run|sleep 100/);
    await terminal.press("C-c");
    await terminal.shows(/ready 130 \$/);
  });

  test("without a terminal, in pipes, words and status are the agent's", () => {
    const agent = ["bash", "-c", "cat; tty; : < /dev/tty; exit 7"];
    const run = (argv: readonly string[]) => {
      const [program = "", ...args] = [...person.as("person"), "setsid", "-w", ...argv];
      return spawnSync(program, args, { env: person.env, input: "from a pipe\n", encoding: "utf8" });
    };
    const plain = run(agent);
    const confined = run([...RUN, ...agent]);
    expect([confined.status, confined.stdout]).toEqual([plain.status, plain.stdout]);
    expect(confined.stderr).toContain("/dev/tty: No such device or address");
  });
});

const IPC = `
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
librt = libc if hasattr(libc, "mq_open") else ctypes.CDLL("librt.so.1", use_errno=True)
MADE = 0o1600
libc.shmat.restype = ctypes.c_void_p
number = libc.shmget(0, 4096, MADE)
ctypes.memmove(libc.shmat(number, None, 0), b"memory", 6)
print(ctypes.string_at(libc.shmat(number, None, 0), 6).decode(), end=" ")
libc.shmctl(number, 0, None)
semaphores = libc.semget(0, 1, MADE)
assert semaphores >= 0 and libc.semctl(semaphores, 0, 0) == 0
print("semaphore", end=" ")
queue = libc.msgget(0, MADE)
assert queue >= 0 and libc.msgctl(queue, 0, None) == 0
print("queue", end=" ")
name = b"/guard-job"
assert librt.mq_open(name, 0o102, 0o600, None) >= 0 and librt.mq_unlink(name) == 0, ctypes.get_errno()
print("name")
`;

const devices: Readonly<Record<string, Job>> = {
  "the usual devices are there": {
    line: "ls -d /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev/ptmx /dev/fd /dev/stdin /dev/stdout /dev/stderr /dev/shm | wc -l; echo x > /dev/null; head -c 3 /dev/zero | wc -c",
    prints: "12\n3",
  },
  "memory is shared through /dev/shm": {
    line: 'python3 -c \'import mmap, multiprocessing as m, os; f = open("/dev/shm/" + str(os.getpid()), "w+b"); f.truncate(9); a, b = (mmap.mmap(f.fileno(), 9) for _ in range(2)); a[0] = 7; print(b[0], m.Lock().acquire()); os.unlink(f.name)\'',
    prints: "7 True",
  },
  "memory, semaphores and queues by number (System V), and a queue by name": {
    line: "python3 ipc.py",
    files: { "ipc.py": IPC },
    prints: "memory semaphore queue name",
  },
  "a substitution of processes": { line: "diff <(seq 3) <(seq 3) && echo same", prints: "same" },
};
describeJobs("devices", devices);
