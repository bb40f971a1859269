/** Lines typed at a zsh prompt and denied: no part of them runs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";
import type { Step } from "./zsh-terminal.ts";
import { enter, expectNothingRan, type Row, refused, type TypingOptions, typeInZsh } from "./zsh-typing.ts";

const MISSING = isMissing("zsh", "tmux");
const DENIED = /^guard: denied: the test says no \[rule test\.deny, check \S+\]$/gm;

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const type = (steps: readonly Step[], options?: TypingOptions) => typeInZsh(session, steps, options);

const DENIALS: readonly Row[] = [
  ["a list", ["touch ran; echo DENYME; touch ran"]],
  ["a redirection of a group", ["{ echo DENYME; } > kept"]],
  ["a redirection of a subshell", ["( echo DENYME ) > kept"]],
  ["an endless loop", ["while true; do echo DENYME; break; done > kept"]],
  ["Ctrl-J", [{ type: "touch ran; echo DENYME" }, { key: "C-j" }, refused]],
  [
    "a loop over several lines",
    [{ type: "for x in a; do" }, enter, { type: "touch ran; : DENYME" }, enter, "done"],
  ],
  ["a here-document", [{ type: "cat > kept <<E" }, enter, { type: "DENYME" }, enter, "E"]],
  ["an open quote", [{ type: "touch ran 'a" }, enter, "DENYME'"]],
  ["a line that ends in a backslash", [{ type: "touch ran \\" }, enter, "DENYME"]],
  [
    "a paste of several lines",
    [{ paste: "touch ran\n: > kept\necho DENYME" }, { shows: /DENYME/ }, enter, refused],
  ],
  [
    "accept-and-hold",
    [
      { type: "touch ran DENYME" },
      { key: "M-a" },
      refused,
      // The held line comes back at the new prompt.
      { shows: /denied[\s\S]*P> touch ran DENYME$/ },
      { key: "C-u" },
      { shows: /P>$/ },
    ],
  ],
  ["accept-line-and-down-history", [{ type: "touch ran DENYME" }, { key: "C-o" }, refused]],
  ["vi insert mode", ["touch ran DENYME"], "bindkey -v"],
  ["vi command mode", [{ type: "touch ran DENYME" }, { key: "Escape" }, enter, refused], "bindkey -v"],
  ["behind a # that begins no comment", ["echo a # ; touch ran DENYME"], "unsetopt interactive_comments"],
  [
    "a search in the history",
    [{ key: "C-r" }, { type: "DENY" }, { shows: /DENYME/ }, enter, refused],
    "print -s 'touch ran DENYME'",
  ],
  ["!! of a denied line", ["!!"], "print -s 'touch ran DENYME'"],
  ["a word that !$ brings", ["touch ran !$"], "print -s 'echo DENYME'"],
  ["^a^b", ["^echo^touch"], "print -s 'echo ran DENYME'"],
  [
    "!! on a second line",
    [{ paste: "touch ran\n!!" }, { shows: /!!/ }, enter, refused],
    "print -s 'touch ran DENYME'",
  ],
  [
    "a widget that accepts a text of its own",
    [{ key: "C-t" }, refused],
    "w() { BUFFER='touch ran DENYME'; zle .accept-line }; zle -N w; bindkey '^T' w",
  ],
  [
    "a widget that calls accept-line",
    [{ key: "C-t" }, refused],
    "w() { BUFFER='touch ran DENYME'; zle accept-line }; zle -N w; bindkey '^T' w",
  ],
  [
    "a text that the user's accept-line changes",
    ["echo fine"],
    "w() { [[ $BUFFER != *fine ]] || BUFFER='touch ran DENYME'; zle .accept-line }; zle -N accept-line w",
  ],
  [
    "a text that the user's zle-line-finish changes",
    ["echo fine"],
    "w() { [[ $BUFFER != *fine ]] || BUFFER='touch ran DENYME' }; zle -N zle-line-finish w",
  ],
  [
    "a plugin that wraps accept-line before each prompt",
    ["echo 1", "echo 2", "touch ran DENYME"],
    'n=0; precmd() { (( ++n )); zle -A accept-line o$n; eval "w$n() { zle o$n }"; zle -N accept-line w$n }',
  ],
  [
    "after functions named exec, exit and builtin",
    [
      "exec() { : }; exit() { : }; builtin() { : }",
      { type: "touch ran DENYME" },
      enter,
      { shows: /DENYME\nP>$/ },
    ],
  ],
  ["with a DEBUG trap", ["touch ran; echo DENYME"], "TRAPDEBUG() { : }"],
  [
    "ksh_arrays, no_unset, sh_word_split, no_glob",
    ["touch ran DENYME"],
    "setopt ksh_arrays no_unset sh_word_split no_glob",
  ],
  ...[
    "no_unset",
    "ksh_arrays",
    "sh_word_split",
    "no_function_argzero",
    "posix_builtins",
    "glob_subst extended_glob null_glob",
    "warn_create_global all_export",
  ].map(
    (options): Row => [
      `setopt ${options}, and .accept-line by M-x`,
      [`setopt ${options}`, { type: "touch ran DENYME" }, { key: "C-x" }, refused],
      "bindkey '^X' .accept-line",
    ],
  ),
  ["BUFFER and CONTEXT made readonly", ["readonly BUFFER CONTEXT=vared PREBUFFER=", "touch ran DENYME"]],
  ["patterns switched off", ["disable -p '*' '['", "touch ran DENYME"]],
  [
    "edit-command-line",
    [{ type: "touch ran DENYME" }, { key: "C-t" }, enter, refused],
    "autoload -Uz edit-command-line; zle -N edit-command-line; bindkey '^T' edit-command-line; export VISUAL=true",
  ],
];

describe.skipIf(MISSING)("denied", () => {
  for (const [name, steps, rc = ""] of DENIALS) {
    test(`${name}: nothing runs, status 126, a fresh prompt`, async () => {
      const screen = await type([...steps, "echo was $?"], { rc });
      expect(screen).toContain("\nwas 126\n");
      expect(screen).not.toContain("guard-denied");
      expectNothingRan(session);
    });
  }

  test.each(["err_return", "err_exit", "xtrace"])(
    "setopt %s, and .accept-line: nothing runs and the shell goes on",
    async (option) => {
      const steps = [`setopt ${option}`, { type: "touch ran DENYME" }, { key: "C-x" }, refused];
      const screen = await type([...steps, { shows: /denied[\s\S]*P>$/ }, "echo on"], {
        rc: "bindkey '^X' .accept-line",
      });
      expect(screen).toContain("\non\n");
      expectNothingRan(session);
    },
  );

  test("Enter bound to .accept-line: each line is judged with those before it", async () => {
    const steps = [
      { type: "for x in a; do" },
      enter,
      { shows: /^for>$/m },
      { type: "touch ran DENYME" },
      enter,
      refused,
    ];
    const screen = await type([...steps, { shows: /P>$/ }, "echo on"], { rc: "bindkey '^M' .accept-line" });
    expect(screen).toContain("\non\n");
    expectNothingRan(session);
  });

  test("spelling correction is off: nobody would judge the corrected line", async () => {
    const screen = await type(["setopt correct", "ehco DENY", "setopt | grep -c correct"]);
    expect(screen).toContain("command not found: ehco");
  });

  test("the message stands once below the text, and the line is in the history", async () => {
    const screen = await type(["echo DENYME > kept", "echo a", "fc -l"]);
    expect(screen.match(DENIED)).toHaveLength(1);
    expect(
      screen
        .trim()
        .split("\n")
        .map((row) => row.replace(DENIED, "DENIAL")),
    ).toEqual([
      "P> echo DENYME > kept",
      "DENIAL",
      "P> echo a",
      "a",
      "P> fc -l",
      "    1  echo DENYME > kept",
      "    2  echo a",
      "P>",
    ]);
  });

  test("the arrow brings the denied line back, not what ran in its place", async () => {
    const screen = await type([
      "touch DENYME",
      { key: "Up" },
      { shows: /P> touch DENYME[\s\S]*P> touch DENYME/ },
      { key: "C-u" },
    ]);
    expect(screen).not.toContain("guard-denied");
  });

  test("while a question waits guard says so below the text, and takes it away", async () => {
    const wait = [enter, { shows: /echo HOLDME; done\nguard: waits for an answer: .* Ctrl-C gives up$/ }];
    const text = [{ type: "for x in a; do" }, enter, { type: "echo HOLDME; done" }, { key: "C-a" }, ...wait];
    const answer = (verdict: "allow" | "deny") => ({
      until: () => {
        session.stub.answerHeld(verdict);
        return true;
      },
    });
    const prompt = { shows: /P>$/ };
    const screen = await type([
      ...text,
      answer("allow"),
      prompt,
      ...text,
      answer("deny"),
      prompt,
      ...text,
      { key: "C-c" },
      prompt,
      "echo on",
    ]);
    const rows = ["P> for x in a; do", "echo HOLDME; done"];
    const shown = screen.trim().replace(DENIED, "DENIAL").split("\n");
    expect(shown.map((row) => row.trimEnd())).toEqual([
      ...rows,
      "HOLDME",
      ...rows,
      "DENIAL",
      "P> for x in a; do",
      "> echo HOLDME; done",
      "P> echo on",
      "on",
      "P>",
    ]);
  });
});
