/** Which shells run their start-up files unasked: those of which it is sure that a hook asks for their line later. */
import { expect, test } from "vitest";
import type { ChainLink } from "../../src/daemon/process-chain.ts";
import { createShells } from "../../src/daemon/shells.ts";

const HOOKS = "/run/guard/abcdefgh/agent";
const AGENT = 4_194_998;
const HOOKED = {
  HOME: "/home/u",
  BASH_ENV: `${HOOKS}/hook.bash`,
  ZDOTDIR: `${HOOKS}/hook.zsh`,
  PROMPT_COMMAND: `. '${HOOKS}/rc-prompt.bash'`,
};
const { PROMPT_COMMAND: _, ...NO_PROMPT } = HOOKED;

type Variables = Readonly<Record<string, string>>;

const link = (program: string, args: readonly string[], env: Variables, pid: number): ChainLink => ({
  pid,
  startTicks: 1,
  parentPid: 1,
  name: "shell",
  args,
  program,
  variable: (name) => env[name],
  variableNames: () => Object.keys(env),
});
const shells = () => createShells({ home: "/home/u", hooks: HOOKS, gate: "off" });

const rows: readonly [
  name: string,
  argv: readonly string[],
  env: Variables,
  state: "starting" | undefined,
  pid?: number,
][] = [
  ["a login bash with a line", ["bash", "-lc", "make"], HOOKED, "starting"],
  ["a login bash with a file", ["bash", "-l", "x.sh"], HOOKED, "starting"],
  ["SHELLOPTS can mean POSIX", ["bash", "-lc", "make"], { ...HOOKED, SHELLOPTS: "posix" }, undefined],
  ["POSIXLY_CORRECT", ["bash", "-lc", "make"], { ...HOOKED, POSIXLY_CORRECT: "1" }, undefined],
  ["perhaps interactive: no BASH_ENV is read", ["bash", "-l"], HOOKED, undefined],
  ["the same by its name", ["-bash"], HOOKED, undefined],
  ["an option with a plus is no file", ["bash", "-l", "+H"], HOOKED, undefined],
  ["what the user started", ["bash", "-l"], HOOKED, "starting", AGENT],
  ["what the user started, without guard's prompt", ["bash", "-l"], NO_PROMPT, undefined, AGENT],
  ["a login zsh", ["-zsh"], HOOKED, "starting"],
  ["a login zsh with a line", ["zsh", "-lc", "make"], HOOKED, "starting"],
  ["a login zsh that can call nothing", ["zsh", "-lc", "make"], { ...HOOKED, FUNCNEST: "0" }, undefined],
  ["another home", ["bash", "-lc", "make"], { ...HOOKED, HOME: "/tmp/x" }, undefined],
];
test.for(rows)("%s", ([, argv, env, state, pid = 4_194_997]) => {
  const program = argv[0]?.endsWith("zsh") ? "/usr/bin/zsh" : "/bin/bash";
  expect(shells().stateFor([link(program, argv, env, pid)], AGENT)).toBe(state);
});

test("a shell that has asked is known for as long as it lives, however many others ask", () => {
  const known = shells();
  const chain = [link("/bin/bash", ["bash", "-lc", "make"], HOOKED, process.pid)];
  known.noteAsked(process.pid);
  // Above every pid that Linux gives.
  for (let n = 0; n < 5_000; n++) known.noteAsked(4_200_000 + n);
  expect(known.stateFor(chain, AGENT)).toBeUndefined();
});
