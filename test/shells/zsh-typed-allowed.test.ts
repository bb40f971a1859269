/** Lines typed at a zsh prompt and allowed: all is as without guard. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks, type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";
import type { Step } from "./zsh-terminal.ts";
import { enter, expectNothingRan, type Row, type TypingOptions, typeInZsh } from "./zsh-typing.ts";

const MISSING = isMissing("zsh", "tmux");

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const type = (steps: readonly Step[], options?: TypingOptions) => typeInZsh(session, steps, options);

/** Starts nothing more: a Ctrl-C between dash's fork and the exec would be heard by nobody. */
const WAITING = "sh -c 'echo up; read x'";

const ALLOWED: readonly Row[] = [
  ["the status of the line before", ["false", "echo $?", "(exit 3)", "echo $?"]],
  ["the last word of the line before", ["echo one two", "echo $_"]],
  ["a prompt that shows the status", ["false", "true"], "setopt prompt_subst; PS1='[$?] P> '; RPROMPT='%?'"],
  ["precmd and preexec", ["echo a", "false"], "precmd() { print pre $? }; preexec() { print -r exec $1 }"],
  ["a DEBUG trap", ["echo a"], "TRAPDEBUG() { [[ $ZSH_DEBUG_CMD != echo* ]] || print dbg }"],
  ["an empty line", ["", "   ", "echo $?"]],
  ["a syntax error", ["echo )", "echo $?"]],
  ["an event that is not there", ["echo !nosuch", "echo a"]],
  ["a command that is not there", ["nosuch-command", "echo $?"]],
  [
    "Ctrl-C at the prompt",
    [{ type: "echo never" }, { shows: /never$/ }, { key: "C-c" }, { shows: /never\nP>$/ }, "echo a"],
  ],
  [
    "Ctrl-C in a program",
    [{ type: WAITING }, enter, { shows: /^up/m }, { key: "C-c" }, { shows: /P>$/ }, "echo $?"],
  ],
  [
    "Ctrl-Z and fg",
    [
      { type: WAITING },
      enter,
      { shows: /^up/m },
      { key: "C-z" },
      { shows: /suspended[\s\S]*P>$/ },
      { type: "fg" },
      enter,
      { shows: /continued/ },
      { key: "C-c" },
    ],
  ],
  [
    "vared",
    [
      { type: "x=old; vared -p 'v: ' x" },
      enter,
      { shows: /v: old/ },
      enter,
      { shows: /v: old\nP>$/ },
      "echo $x",
    ],
  ],
  [
    "push-line",
    [
      { type: "echo later" },
      { key: "M-q" },
      { type: "echo now" },
      enter,
      { shows: /P> echo later/ },
      enter,
      { shows: /\nlater/ },
    ],
  ],
  ["options", ["setopt", "unsetopt | grep -c ."], "setopt hist_ignore_space"],
  ["exit codes", ["exit 7"]],
];

describe.skipIf(MISSING)("allowed", () => {
  for (const [name, steps, rc = ""] of ALLOWED) {
    test(`${name}: the same screen with and without guard`, async () => {
      const plain = await type(steps, { rc, env: session.plain });
      const hooked = await type(steps, { rc });
      expect(hooked).toBe(plain);
    });
  }

  test("a text over several lines is asked for once, as a whole", async () => {
    const steps = [{ type: "for x in a b; do" }, enter, { type: "echo $x" }, enter, "done"];
    expect(await type(steps)).toContain("\na\nb\nP>");
    expect(session.stub.lines()).toEqual(["for x in a b; do\necho $x\ndone"]);
    expect(checks(session.stub)[0]).toMatchObject({ interactive: true, incomplete: false });
  });

  const PS2 = "PS2='%B%F{red}more %_%f%b: '";
  test.each([
    ["a loop", ["for x in a b; do", "echo $x"], /P> for x in a b; do\n> echo \$x\n>$/, ""],
    ["a quote", ["echo 'a", "b"], /P> echo 'a\nquote> b\nquote>$/, ""],
    ["a quote of the other kind", ['echo "a'], /P> echo "a\ndquote>$/, ""],
    ["the user's own, without its colours", ["echo 'a"], /P> echo 'a\nmore quote:$/, PS2],
  ] as const)("PS2 stands before each further line: %s", async (_, lines, shown, rc) => {
    const typed = lines.flatMap((text) => [{ type: text }, enter]);
    await type([...typed, { shows: shown }, { key: "C-c" }, { shows: /P>$/ }, "echo on"], { rc });
    expect(session.stub.lines()).toEqual(["echo on"]);
  });

  test("a ! in a quote that an earlier line opened is no history expansion", async () => {
    await type([{ type: "echo 'a" }, enter, "!x'"]);
    expect(session.stub.lines()).toEqual(["echo 'a\n!x'"]);
  });

  test("the last line accepted past guard's widget: what is judged is what runs, all of it", async () => {
    const rc = "w() { zle .accept-line }; zle -N w; bindkey '^T' w";
    const screen = await type(
      [{ type: "echo 'a" }, enter, { type: "b'" }, { key: "C-t" }, { shows: /\na\nb\nP>$/ }],
      { rc },
    );
    expect(screen).toContain("\na\nb\n");
    expect(session.stub.lines()).toEqual(["echo 'a\nb'"]);
  });

  test("the aliases and functions that a line uses are sent, those that nobody knows are said to be missing", async () => {
    const rc =
      "alias l='ls -d'; alias -g G='| cat'; alias -s txt=cat; f() { g }; g() { : }; autoload -Uz zmv";
    await type(["l G", "kept.txt", "f", "f{,x}", "zmv", "fc -l"], { rc });
    const sent = checks(session.stub);
    expect(sent.map(({ prelude }) => prelude)).toEqual([
      "alias l='ls -d'\nalias -g G='| cat'\n",
      "alias -s txt='cat'\n",
      "f () {\n\tg\n}\ng () {\n\t:\n}\n",
      expect.stringContaining("f () {\n\tg\n}\n"),
      "",
      "",
    ]);
    expect(sent.map(({ incomplete }) => incomplete)).toEqual([false, false, false, false, true, true]);
  });

  test("Ctrl-C while a question waits: nothing runs, and the shell goes on", async () => {
    const steps = [
      { type: "touch ran HOLDME" },
      enter,
      { until: () => session.stub.held() === 1 },
      { key: "C-c" },
    ];
    expect(await type([...steps, { shows: /P>$/ }, "echo on"])).toContain("\non\n");
    expectNothingRan(session);
  });

  test("hist_verify: the expanded line waits for a second Enter", async () => {
    const rc = "setopt hist_verify; print -s 'touch ran DENYME'; print -s 'echo once'";
    await type([{ type: "!!" }, enter, { shows: /P> echo once/ }, ""], { rc });
    expect(session.stub.lines()).toEqual(["echo once"]);
  });

  test("an expansion that fails on a later line: no line runs", async () => {
    const rc = "print -s 'touch ran DENYME'";
    const steps = [
      { paste: "touch ran\n!!\n!nosuch" },
      { shows: /nosuch/ },
      enter,
      { shows: /event not found/ },
    ];
    await type([...steps, { shows: /P>$/ }, "echo on"], { rc });
    expectNothingRan(session);
  });

  test("an interactive shell says that it starts, and each prompt", async () => {
    await type(["echo a"]);
    expect(session.stub.asked.map((fields) => fields.get("op")?.[0])).toEqual([
      "start",
      "prompt",
      "check",
      "prompt",
    ]);
  });

  test("each prompt tells how the line before it ended, whatever else runs at a prompt", async () => {
    await type(["false", "sh -c 'exit 42'", "true"], { rc: "mine() { false }; precmd_functions=(mine)" });
    const told = session.stub.asked.flatMap((fields) => fields.get("status") ?? []);
    expect(told.slice(-3)).toEqual(["1", "42", "0"]);
  });

  test("a login shell installs after .zlogin", async () => {
    await type(["echo a"], { args: ["-l"], rc: "zle -N accept-line x; x() { zle .accept-line }" });
    expect(session.stub.lines()).toEqual(["echo a"]);
  });
});
