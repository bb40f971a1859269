/** Tab and its kin at a zsh prompt: what a line holds does not run before the line is judged. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks, type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";
import type { Step } from "./zsh-terminal.ts";
import { expectNothingRan, typeInZsh } from "./zsh-typing.ts";

const MISSING = isMissing("zsh", "tmux");
const COMPINIT = "autoload -Uz compinit && compinit -u -D";

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const said = { shows: /guard: (no completion|commands of the editor)/ } as const;
const clear = [{ key: "C-u" }, { key: "C-l" }, { shows: /P>$/ }] as const;

const TEXTS = [
  "echo $(: > ran)",
  "echo `: > ran`",
  "echo $(: > ran)/",
  'echo "$(: > ran)"',
  "cat <(: > ran)",
  "cat =(: > ran)",
  "echo kep*(e:': > ran':)",
  "echo $(: > ran) kep",
  "echo ${(e)x}",
  "echo $((y))",
  "echo $y[z]",
  "echo ${y:z}",
  "echo $~w",
];
const SET = "x='$(: > ran)' y=1 z='y[$(: > ran)]' w='*(e:: > ran:)'";

const KEYS: readonly (readonly [name: string, key: string, rc: string])[] = [
  ["Tab", "Tab", ""],
  ["Tab with the completion system", "Tab", COMPINIT],
  [
    "Tab with the completer _expand",
    "Tab",
    `${COMPINIT}; zstyle ':completion:*' completer _expand _complete`,
  ],
  ...[
    "expand-word",
    "list-expand",
    "expand-or-complete-prefix",
    "menu-expand-or-complete",
    "complete-word",
  ].map((widget) => [widget, "C-t", `bindkey '^T' ${widget}`] as const),
  ["a builtin widget by its dotted name", "C-t", "bindkey '^T' .expand-word"],
];

describe.skipIf(MISSING)("nothing runs", () => {
  test.each(KEYS)("%s", async (_name, key, rc) => {
    const steps = TEXTS.flatMap((text): Step[] => [{ type: text }, { key }, said, ...clear]);
    await typeInZsh(session, steps, { rc: `${rc}\n${SET}\n` });
    expectNothingRan(session);
    expect(checks(session.stub)).toEqual([]);
  });
  test("a widget by its name", async () => {
    await typeInZsh(session, [{ type: "echo $(: > ran)" }, { key: "M-x" }, said, ...clear]);
    expectNothingRan(session);
  });
  test("a key that a line binds to a dotted name, and compinit later", async () => {
    const steps: Step[] = [
      "bindkey '^T' .expand-or-complete; echo bound",
      COMPINIT,
      { type: "echo $(: > ran)" },
      { key: "C-t" },
      said,
      ...clear,
      { type: "echo $(: > ran)/" },
      { key: "Tab" },
      said,
      ...clear,
    ];
    await typeInZsh(session, steps);
    expectNothingRan(session);
  });
  test("with GLOB_SUBST a value may hold anything", async () => {
    await typeInZsh(session, [{ type: "echo $w" }, { key: "Tab" }, said, ...clear], {
      rc: `${SET}; setopt glob_subst`,
    });
    expectNothingRan(session);
  });
});

describe.skipIf(MISSING)("other commands are completed as ever", () => {
  const rows: readonly (readonly [text: string, shown: RegExp])[] = [
    ["cat kep", /cat kept/],
    ["cat $HOME/fi", /cat \S+\/file/],
    ["for x in $(true); do cat kep", /do cat kept/],
    ["echo $(cat kep", /\$\(cat kept/],
    ["cat 'a (b)' kep", /'a \(b\)' kept/],
  ];
  test.each(["", COMPINIT])("with %j in .zshrc", async (rc) => {
    const steps = rows.flatMap(([text, shows]): Step[] => [
      { type: text },
      { key: "Tab" },
      { shows },
      ...clear,
    ]);
    const screen = typeInZsh(session, steps, { rc: `${rc}\n: > ~/file\n` });
    await expect(screen).resolves.not.toContain("guard:");
  });
  test("Tab again goes through the list", async () => {
    const rc = `${COMPINIT}; setopt menu_complete; : > kept2`;
    await typeInZsh(
      session,
      [{ type: "cat kep" }, { key: "Tab" }, { key: "Tab" }, { shows: /cat kept2/ }, ...clear],
      { rc },
    );
  });
});
