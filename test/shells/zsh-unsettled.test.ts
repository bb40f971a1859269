/** Settings that an earlier line, a start-up file or the environment made: the lines typed after them are judged all the same. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks, type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";
import type { Step } from "./zsh-terminal.ts";
import { enter, expectNothingRan, type Row, refused, type TypingOptions, typeInZsh } from "./zsh-typing.ts";

const MISSING = isMissing("zsh", "tmux");
const UNSEEN = /^guard: denied: zsh without its line editor[\s\S]*^ended 126$/m;

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

const type = (steps: readonly Step[], options?: TypingOptions) => typeInZsh(session, steps, options);

const denied = "touch ran DENYME";
const byOwnWidget = [{ type: denied }, { key: "C-x" }, refused] as const;
const OWN_WIDGET = "bindkey '^X' .accept-line";

describe.skipIf(MISSING)("a denied line stays denied", () => {
  const rows: readonly Row[] = [
    ["trap 'return 0' ZERR", ["trap 'return 0' ZERR", denied]],
    ["trap 'return 0' ERR", ["trap 'return 0' ERR", denied]],
    ["TRAPZERR", ["TRAPZERR() { return 0 }", denied]],
    ["TRAPEXIT and TRAPCHLD", ["TRAPEXIT() { exit 0 }; TRAPCHLD() { return 0 }", denied]],
    ["a trap on ZERR, and .accept-line", ["trap 'return 0' ZERR", ...byOwnWidget], OWN_WIDGET],
    ...[
      "FUNCNEST=0",
      "FUNCNEST=1",
      "readonly FUNCNEST=2",
      "unset FUNCNEST",
      "f() { local FUNCNEST=0; vared x }; f",
    ].map((line): Row => [`${line}, and .accept-line`, [line, ...byOwnWidget, denied], OWN_WIDGET]),
    ["a FUNCNEST that is readonly and high", [denied], "readonly FUNCNEST=600"],
    ["no FUNCNEST", ["FUNCNEST=0", denied], "FUNCNEST=-1"],
    ["a FUNCNEST of the start-up file", ["f() { echo f }; f", denied], "FUNCNEST=0"],
    ["a start-up file that changes the sign for comments", [denied], "HISTCHARS='!^%'"],
  ];
  for (const [name, steps, rc = ""] of rows) {
    test(`${name}: nothing runs, and the shell goes on`, async () => {
      for (const args of [[], ["-l"]]) {
        const screen = await type([...steps, { shows: /denied[\s\S]*P>$/ }, "echo on"], { rc, args });
        expect(screen).toContain("\non\n");
        expectNothingRan(session);
      }
    });
  }

  test("a start-up file that makes FUNCNEST low and readonly: the shell ends", async () => {
    const screen = await type([], { rc: "readonly FUNCNEST=1" });
    expect(screen).toMatch(/guard: denied: guard's functions[\s\S]*^ended 126$/m);
  });

  test.each(["_guard_verdict", "_guard_judged", "_guard_message", "TRY_BLOCK_ERROR"])(
    "%s made readonly, and .accept-line: nothing runs",
    async (name) => {
      await type([`readonly ${name}`, { type: denied }, { key: "C-x" }, { shows: /P> \S.*\n[\s\S]*P>$/ }], {
        rc: OWN_WIDGET,
      });
      expectNothingRan(session);
    },
  );
});

describe.skipIf(MISSING)("what runs is what was judged", () => {
  test("KEYBOARD_HACK takes no character away", async () => {
    const screen = await type(["KEYBOARD_HACK=Z", "echo shadowZ", "KEYBOARD_HACK=Z", "touch ran DENYMEZ"]);
    expect(screen).toContain("\nshadowZ\n");
    expectNothingRan(session);
  });
  test("a KEYBOARD_HACK that is readonly: no line runs", async () => {
    await type(["readonly KEYBOARD_HACK=n", { type: "touch ran" }, enter, refused]);
    expectNothingRan(session);
  });
  test("another sign for comments: the lines are marked as incomplete", async () => {
    await type(["HISTCHARS='!^%'", "echo a #; echo b", "HISTCHARS='!^#'", "echo a"], {
      rc: "setopt interactive_comments",
    });
    expect(checks(session.stub).map(({ incomplete }) => incomplete)).toEqual([false, true, true, false]);
  });
});

describe.skipIf(MISSING)("without the line editor the shell ends, and says so", () => {
  const starts: readonly (readonly [name: string, argv: readonly string[]])[] = [
    ["TERM=emacs", ["env", "TERM=emacs", "zsh"]],
    ["zsh +Z", ["zsh", "+Z"]],
    ["zsh -l -o no_zle", ["zsh", "-l", "-o", "no_zle"]],
  ];
  test.each(starts)("started as %s", async (_name, argv) => {
    expect(await type([], { argv })).toMatch(UNSEEN);
  });
  test("switched off by .zshrc", async () => {
    expect(await type([], { rc: "unsetopt zle" })).toMatch(UNSEEN);
  });
  test.each([
    "TERM=emacs",
    "unsetopt zle",
    "setopt no_zle; trap 'return 0' ZERR",
    "sleep 100 & unsetopt zle",
  ])("switched off by the line: %s", async (line) => {
    expect(await type([line])).toMatch(UNSEEN);
  });
  test("switched off behind precmd: the first line that comes unseen does not run", async () => {
    const screen = await type(["periodic() { TERM=emacs }; PERIOD=1", "touch ran"]);
    expect(screen).toMatch(UNSEEN);
    expectNothingRan(session);
  });
  test("with it, also when stdin is no terminal, lines are judged", async () => {
    await type([denied, "echo on"], { argv: ["/bin/sh", "-c", "exec zsh -i </dev/null"] });
    expect(session.stub.lines()).toEqual([denied, "echo on"]);
    expectNothingRan(session);
  });
});
