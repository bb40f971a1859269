/** The same keys into a plain bash and into a checked one: the same screen, but for guard's own lines. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AskStub, isInstalled, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type BashPane, type BashStart, countPrompts, startBash } from "./bash-pane.ts";

const missing = whyNoClient() ?? (isInstalled("tmux") ? undefined : "tmux is needed");
if (missing) process.stderr.write(`bash same screen: skipped, ${missing}\n`);

interface Session {
  readonly name: string;
  readonly start?: Omit<BashStart, "folder" | "agentFolder">;
  readonly steps: readonly Step[];
}

/** A text is a line with Return. Keys: then the screen ends with `until`, or with the next prompt. */
type Step =
  | string
  | { readonly type: string }
  | { readonly press: readonly string[]; readonly until?: string };

const SESSIONS: readonly Session[] = [
  {
    name: "$? of the line before",
    steps: ["false", "echo $?", "(exit 7)", "echo $?", "", "echo $?", "true", "echo $?"],
  },
  {
    name: "$_ and PIPESTATUS",
    steps: ["echo a b", "echo [$_]", "false | true | (exit 3)", "echo ${PIPESTATUS[@]} [$_]"],
  },
  {
    name: "$! and jobs",
    steps: ["sleep 0 & wait", "x=$!; . /dev/null", "[[ $x == $! ]] && echo same", "jobs"],
  },
  {
    name: "a job that was killed",
    steps: ["sleep 1000 &", "kill %1; until [[ ! -e /proc/$! ]]; do :; done", "", "jobs"],
  },
  { name: "positional parameters", steps: ["set -- a 'b c'", 'echo $# "$@"', "shift", 'echo $# "$@"'] },
  {
    name: "BASH_REMATCH and REPLY",
    steps: ["[[ abc =~ b. ]]", "echo $BASH_REMATCH", "read <<<x", "echo $REPLY"],
  },
  {
    name: "IFS of the user's own",
    steps: ["IFS=aeiou", 'x="some words here"; echo $x', 'echo "[$IFS]"', "false", "echo $?"],
  },
  { name: "set -u", steps: ["set -u", "echo ${nope-unset}", "echo $nope", "echo $?"] },
  {
    name: "set -o vi",
    steps: ["set -o vi", "echo insert", { type: "echo command" }, { press: ["Escape", "Enter"] }, "echo $?"],
  },
  {
    name: "noglob, extglob, noclobber",
    steps: ["shopt -s extglob", "echo @(x|y) !(z)q", "set -f -C", "echo *", "echo x >.inputrc"],
  },
  { name: "set -x", steps: ["set -x", "echo a", "false", "set +x", "echo b"] },
  {
    name: "words that begin something",
    steps: ["time true >/dev/null 2>&1 && echo x; echo y", "diff -q / / && echo same"],
  },
  { name: "PS0", steps: ["PS0='before\\n'", "echo a", "PS0=", "echo b"] },
  {
    name: "an ERR trap and an EXIT trap",
    steps: ["trap 'echo ERR $?' ERR", "false", "true", "trap 'echo EXIT' EXIT", "trap"],
  },
  {
    name: "history",
    steps: ["echo 1", "echo 1", " echo space", "for i in a b; do echo $i; done", "history", "fc -ln -2"],
  },
  {
    name: "HISTCONTROL",
    start: { bashrc: "HISTCONTROL=ignoreboth; HISTIGNORE='ls*'" },
    steps: ["echo 1", "echo 1", " echo space", "ls -d .", "history"],
  },
  { name: "a long line over several rows", steps: [`echo ${"0123456789 ".repeat(14)}`, "echo after"] },
  { name: "characters that are wide", steps: ["echo äöü 漢字 🙂", "echo 'ünter' # 日本語"] },
  {
    name: "quotes of all kinds",
    steps: [`echo "a 'b' \\"c\\"" 'd "e"' $'f\\tg' \\\\ \\$x`, "echo `echo x` $(echo y)"],
  },
  { name: "a syntax error", steps: ["echo )", "echo $?", "fi", "echo $?", "echo a; ; echo b", "echo $?"] },
  { name: "LINENO", steps: ["echo $LINENO", "true", "echo $LINENO"] },
  { name: "Ctrl-C at the prompt", steps: [{ type: "echo lost" }, { press: ["C-c"] }, "echo $?"] },
  {
    name: "Ctrl-Z, fg and Ctrl-C",
    steps: [
      // It starts nothing more: a Ctrl-C between dash's fork and the exec would be heard by nobody.
      { type: "sh -c 'echo run; read x'" },
      { press: ["Enter"], until: "\nrun" },
      { press: ["C-z"] },
      "jobs",
      { type: "fg" },
      { press: ["Enter"], until: "read x'" },
      { press: ["C-c"] },
      "echo $?",
    ],
  },
  {
    name: "line editing",
    steps: [
      { type: "eho x" },
      { press: ["C-a", "Right", "c", "Enter"] },
      { press: ["Up", "Enter"] },
      { press: ["C-r", "h"], until: "`h': echo x" },
      { press: ["Enter"] },
    ],
  },
  {
    name: "PROMPT_COMMAND, a string",
    start: { bashrc: "PROMPT_COMMAND='echo \"[$?]\"'" },
    steps: [
      "false",
      "true x",
      'PROMPT_COMMAND="$PROMPT_COMMAND; echo more"',
      "(exit 4)",
      'echo "$PROMPT_COMMAND"',
    ],
  },
  {
    name: "PROMPT_COMMAND, an array",
    start: { bashrc: "PROMPT_COMMAND=('echo \"[$?]\"' 'echo two $?')" },
    steps: ["false", "true", "PROMPT_COMMAND+=('echo three')", "(exit 4)"],
  },
  {
    name: "PROMPT_COMMAND that adds to what there was",
    start: { bashrc: 'PROMPT_COMMAND="${PROMPT_COMMAND:+$PROMPT_COMMAND; }echo mine"' },
    steps: ["true", "false", "echo $?"],
  },
  {
    name: "a prompt of two rows that runs a command",
    start: { bashrc: "PS1='$(echo top $?)\\nP> '" },
    steps: ["false", "true", "echo x"],
  },
  {
    name: "aliases and functions",
    start: { bashrc: "alias e='echo e'; f() { e2; }; e2() { echo in f; }" },
    steps: ["e x", "f", "alias", "unalias e", "type f"],
  },
  {
    name: "read, select and here-strings",
    steps: [
      { type: "echo ready; read x; echo got $x" },
      { press: ["Enter"], until: "\nready" },
      { press: ["h", "i", "Enter"] },
      "cat <<<here",
    ],
  },
  {
    name: "umask, cd and pushd",
    steps: ["cd /", "pwd", "cd - >/dev/null; pushd /usr >/dev/null; dirs | cut -d' ' -f1", "umask"],
  },
  {
    name: "terminal modes",
    steps: ["stty -a | tr ' ' '\\n' | grep -cx -e icanon -e echo -e isig", "stty -echo; stty echo"],
  },
  { name: "a subshell of its own", steps: ["bash --norc -c 'echo $SHLVL $-'", "(echo $BASH_SUBSHELL)"] },
];

describe.skipIf(missing)("with the check as without", () => {
  let stub: AskStub;
  beforeAll(async () => {
    stub = await startAskStub();
  });
  afterAll(() => stub.stop());

  test.for(SESSIONS)("$name", async (session) => {
    const plain = await play(session, undefined);
    const checked = await play(session, stub.agentFolder);
    expect(checked).toBe(plain);
  });
});

/** The screen at the end, without what differs from run to run. */
async function play({ start, steps }: Session, agentFolder: string | undefined): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-same-")));
  const bash = await startBash({ folder, ...start, ...(agentFolder === undefined ? {} : { agentFolder }) });
  try {
    for (const step of steps) await take(bash, step);
    const screen = await bash.screen();
    return screen
      .replaceAll(folder, "FOLDER")
      .replaceAll(/ +$/gm, "")
      .replaceAll(/^(\[\d+\]) \d+$/gm, "$1 PID");
  } finally {
    await bash.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function take(bash: BashPane, step: Step): Promise<void> {
  if (typeof step === "string") {
    await bash.enter(step);
    return;
  }
  const prompts = countPrompts(await bash.screen());
  if ("type" in step) {
    await bash.type(step.type);
    await bash.waitFor((screen) => screen.endsWith(step.type), "what was typed");
    return;
  }
  await bash.press(...step.press);
  const { until } = step;
  if (until === undefined) await bash.waitForPrompt(prompts + 1);
  else await bash.waitFor((screen) => screen.endsWith(until), until);
}
