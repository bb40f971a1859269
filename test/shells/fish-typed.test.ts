/** Lines typed at a fish prompt, in a real terminal. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checks, type HookedSession, isMissing, startHookedSession } from "./zsh-fish-session.ts";
import { playTerminal, type Step } from "./zsh-terminal.ts";

const MISSING = isMissing("fish", "tmux");
const CONFIG =
  "function fish_prompt; echo -n 'P> '; end; function fish_greeting; end; function fish_mode_prompt; end\n";

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
});
afterAll(() => session.stop());

async function type(
  steps: readonly Step[],
  options: { config?: string; env?: HookedSession["hooked"] } = {},
): Promise<string> {
  session.place({
    ".config/fish/config.fish": CONFIG + (options.config ?? ""),
    // Else the first fish of a home makes it in the background.
    ".local/share/fish/generated_completions/none": "",
  });
  writeFileSync(join(session.work, "kept"), "kept");
  return playTerminal(["fish"], { env: options.env ?? session.hooked, cwd: session.work }, steps);
}

function expectNothingRan(): void {
  expect(readdirSync(session.work)).toEqual(["kept"]);
  expect(readFileSync(join(session.work, "kept"), "utf8")).toBe("kept");
}

const enter = { key: "Enter" } as const;
const answer = (verdict: "allow" | "deny") => ({
  until: () => {
    session.stub.answerHeld(verdict);
    return true;
  },
});
const refused = { shows: /^guard: denied/m } as const;

const DENIALS: readonly (readonly [name: string, steps: readonly Step[], config?: string])[] = [
  ["a list", ["touch ran; echo DENYME; touch ran"]],
  ["a redirection", ["echo DENYME >kept"]],
  ["a block with a redirection", ["begin; echo DENYME; end >kept"]],
  ["Ctrl-J", [{ type: "touch ran; echo DENYME" }, { key: "C-j" }, refused]],
  [
    "a loop over several lines",
    [{ type: "for x in a" }, enter, { type: "touch ran; echo DENYME" }, enter, "end"],
  ],
  ["an open quote", [{ type: "touch ran 'a" }, enter, "DENYME'"]],
  ["a line that ends in a backslash", [{ type: "touch ran \\" }, enter, "DENYME"]],
  [
    "a paste of several lines",
    [{ paste: "touch ran\necho -n >kept\necho DENYME" }, { shows: /DENYME/ }, enter, refused],
  ],
  ["an abbreviation", ["zz"], "abbr -a zz 'touch ran DENYME'"],
  ["an abbreviation anywhere", ["touch ran zz"], "abbr -a --position anywhere zz DENYME"],
  [
    "an abbreviation with a function, which waits for a second Enter",
    [{ type: "zz" }, enter, { shows: /touch ran DENYME/ }, enter, refused],
    "function long; echo touch ran DENYME; end; abbr -a zz --function long",
  ],
  ["vi insert mode", ["touch ran DENYME"], "fish_vi_key_bindings"],
  [
    "vi command mode",
    [{ type: "touch ran DENYME" }, { key: "Escape" }, { shows: /N>/ }, enter, refused],
    "fish_vi_key_bindings; function fish_right_prompt; test $fish_bind_mode = default; and echo -n N\\>; end",
  ],
  [
    "the user's own binding of Enter",
    ["touch ran DENYME"],
    "function mine; commandline -f execute; end; bind \\r mine",
  ],
];

describe.skipIf(MISSING)("denied", () => {
  test.each([
    "echo (touch ran)",
    "echo (touch ran)/",
    'echo "$(touch ran)/',
    "echo $(touch ran)/k",
    "ls $x(touch ran)",
  ])("Tab runs nothing: %s", async (text) => {
    await type([
      { type: text },
      { key: "Tab" },
      { key: "Tab" },
      { key: "C-u" },
      { shows: /P>$/ },
      "echo done",
    ]);
    expectNothingRan();
  });

  for (const [name, steps, config = ""] of DENIALS) {
    test(`${name}: nothing runs, status 126, a fresh prompt`, async () => {
      const screen = await type([...steps, "echo was $status"], { config });
      expect(screen).toMatch(/^was 126$/m);
      expectNothingRan();
    });
  }

  test("the text is shown beside what ran in its place, the message once below it", async () => {
    const screen = await type(["echo DENYME >kept"]);
    expect(screen).toMatch(
      /^P> {2}guard-denied # echo DENYME >kept\nguard: denied: the test says no \[rule test\.deny, check \S+\]\nP>$/m,
    );
  });

  const up = { key: "Up" } as const;
  test.each([
    ["the text itself", "echo DENYME >kept", "", [up]],
    ["all lines of it", "begin\necho DENYME >kept\nend", "", [up]],
    ["with the user's own function", "echo DENYME >kept", "function up-or-search; echo; end", [up]],
    ["in vi mode", "echo DENYME >kept", "fish_vi_key_bindings", [{ key: "Escape" }, { key: "k" }]],
  ] as const)("Up gives back %s", async (_, text, config, keys) => {
    await type(
      [
        { paste: text },
        { shows: /DENYME/ },
        enter,
        refused,
        { shows: /P>$/ },
        ...keys,
        { shows: /P> (?:echo|begin)[^#]*$/ },
        enter,
        { until: () => session.stub.lines().length === 2 },
      ],
      { config },
    );
    expect(session.stub.lines()).toEqual([text, text]);
    expectNothingRan();
  });

  test("Up once more goes on to the line before, and not by what ran in its place", async () => {
    const screen = await type([
      "echo before",
      "echo DENYME",
      up,
      { shows: /P> echo DENYME$/ },
      up,
      { shows: /P> echo before$/ },
      enter,
    ]);
    expect(screen.match(/guard-denied/g)).toHaveLength(1);
  });

  test("after another line Up is fish's own again", async () => {
    await type(["echo DENYME", "echo after", up, { shows: /P> echo after$/ }, enter]);
  });

  test("a text that comes past the Enter key ends the shell before it runs", async () => {
    const config = "function w; commandline -r 'touch ran DENYME'; commandline -f execute; end; bind \\ct w";
    const screen = await type([{ key: "C-t" }, { shows: /^ended 126$/m }], { config });
    expect(screen).toContain("shell ended");
    expectNothingRan();
  });

  test("Enter in the history pager picks, the next Enter is judged", async () => {
    const picked = [
      { key: "C-r" },
      { type: "pick" },
      { shows: /search: pick[\s\S]*echo picked/ },
      enter,
    ] as const;
    await type([
      "echo picked",
      ...picked,
      { shows: /picked\nP> echo picked$/ },
      { type: " DENYME >kept" },
      enter,
      refused,
    ]);
    expect(session.stub.lines()).toEqual(["echo picked", "echo picked DENYME >kept"]);
    expectNothingRan();
  });

  test("also after a change to the vi bindings", async () => {
    await type(["fish_vi_key_bindings", "touch ran DENYME"]);
    expectNothingRan();
  });
});

const ALLOWED: readonly (readonly [name: string, steps: readonly Step[], config?: string])[] = [
  ["the status of the line before", ["false", "echo $status", "true | false", "echo $pipestatus"]],
  ["a prompt that shows the status", ["false", "true"], 'function fish_prompt; echo -n "[$status] P> "; end'],
  [
    "preexec and postexec",
    ["echo a"],
    "function a --on-event fish_preexec; echo pre $argv; end; function b --on-event fish_postexec; echo post $status; end",
  ],
  ["an empty line", ["", "   ", "echo $status"]],
  ["a command that is not there", ["nosuch-command", "echo $status"]],
  ["several lines", [{ type: "for x in a b" }, enter, { type: "echo $x" }, enter, "end"]],
  ["an abbreviation", ["zz"], "abbr -a zz 'echo long'"],
  [
    "Ctrl-C at the prompt",
    [{ type: "echo never" }, { shows: /never$/ }, { key: "C-c" }, { shows: /P>$/ }, "echo a"],
  ],
  [
    "Ctrl-C in a program",
    [
      { type: "sh -c 'echo up; cat'" },
      enter,
      { shows: /^up/m },
      // What it says again was read by it: the terminal is its own by now, and so is the Ctrl-C.
      { type: "again" },
      enter,
      { shows: /^again\nagain/m },
      { key: "C-c" },
      { shows: /P>$/ },
      "echo $status",
    ],
  ],
  [
    "Enter in the pager",
    [{ type: "echo ke" }, { key: "Tab" }, { shows: /echo kept/ }, enter, { shows: /^kept/m }],
  ],
  [
    "read",
    [
      { type: "read -P 'v: ' x" },
      enter,
      { shows: /^v:/m },
      { type: "DENYME" },
      enter,
      { shows: /P>$/ },
      "count $x",
    ],
  ],
  ["exit codes", ["exit 7"]],
];

describe.skipIf(MISSING)("allowed", () => {
  for (const [name, steps, config = ""] of ALLOWED) {
    test(`${name}: the same screen with and without guard`, async () => {
      const plain = await type(steps, { config, env: session.plain });
      const hooked = await type(steps, { config });
      expect(steady(hooked)).toBe(steady(plain));
    });
  }

  test("Enter in the pager picks an entry and asks nothing", async () => {
    const steps = [
      { type: "ls --si" },
      { key: "Tab" },
      { key: "Tab" },
      { shows: /--size/ },
      { key: "Tab" },
      enter,
      // The pager is gone: until then Ctrl-C would only close it.
      { shows: /P> ls --\w+ ?$/ },
    ];
    await type([...steps, { key: "C-c" }, { shows: /P>$/ }, "echo on"]);
    expect(session.stub.lines()).toEqual(["echo on"]);
  });

  test("a text over several lines is asked for once, as a whole, with the functions that it uses", async () => {
    await type([{ type: "for x in a b" }, enter, { type: "f $x" }, enter, "end"], {
      config: "function f; g; end; alias g='echo g'",
    });
    const [asked, ...others] = checks(session.stub);
    expect(others).toEqual([]);
    expect(asked).toMatchObject({ line: "for x in a b\nf $x\nend", interactive: true, incomplete: false });
    expect(asked?.prelude).toMatch(/^function f\b[\s\S]*^function g\b/m);
  });

  test("Ctrl-C while a question waits: nothing runs, and there is a fresh prompt", async () => {
    const giveUp = (text: string) => [
      { type: text },
      enter,
      { until: () => session.stub.held() === 1 },
      { key: "C-c" },
      { until: () => session.stub.held() === 0 },
      { shows: /HOLDME\^C *\nP>$/ },
    ];
    const screen = await type([
      ...giveUp("touch ran HOLDME"),
      "echo on",
      ...giveUp("for x in a; touch ran; end; echo HOLDME"),
      "echo off",
    ]);
    expect(screen).toMatch(/^on$/m);
    expect(screen).toMatch(/^off$/m);
    expectNothingRan();
  });

  test("Ctrl-C ends a loop after a question was given up, as before", async () => {
    const screen = await type([
      { type: "echo HOLDME" },
      enter,
      { until: () => session.stub.held() === 1 },
      { key: "C-c" },
      { shows: /P>$/ },
      { type: "echo turns; while true; end" },
      enter,
      { shows: /^turns/m },
      { key: "C-c" },
      { shows: /P>$/ },
      "echo on",
    ]);
    expect(screen).toMatch(/^on$/m);
  });

  test("while a question waits guard says so below the text, and takes it away", async () => {
    const wait = [enter, { shows: /echo HOLDME; end *\nguard: waits for an answer: .* Ctrl-C gives up$/ }];
    const text = [{ type: "for x in a" }, enter, { type: "echo HOLDME; end" }, { key: "Up" }, ...wait];
    const isGone = { until: () => session.stub.held() === 0 };
    const screen = await type([
      ...text,
      answer("allow"),
      { shows: /P>$/ },
      ...text,
      answer("deny"),
      { shows: /P>$/ },
      ...text,
      { key: "C-c" },
      isGone,
      { shows: /HOLDME; end.*\nP>$/ },
      "echo on",
    ]);
    const rows = steady(screen.replace(/denied: .*/, "DENIAL")).split("\n");
    expect(rows.slice(0, 6)).toEqual([
      "P> for x in a",
      "       echo HOLDME; end",
      "HOLDME",
      "P>  guard-denied # for x in a",
      "guard: DENIAL",
      "P> for x in a",
    ]);
    expect(rows.slice(-3)).toEqual(["P> echo on", "on", "P>"]);
  });

  test("a suggestion is off the screen while the line without it is asked about, and after", async () => {
    const steps = [
      { type: "echo HOLDME ke" },
      { shows: /P> echo HOLDME kept$/ },
      enter,
      { shows: /P> echo HOLDME ke *\nguard: waits for/ },
      answer("allow"),
      { shows: /P>$/ },
    ];
    expect(steady(await type(steps))).toBe("P> echo HOLDME ke\nHOLDME ke\nP>");
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
    await type(["false", "sh -c 'exit 42'", "true"], {
      config: "function mine --on-event fish_prompt; false; end",
    });
    const told = session.stub.asked.flatMap((fields) => fields.get("status") ?? []);
    expect(told.slice(-3)).toEqual(["1", "42", "0"]);
  });
});

/** Where fish took a suggestion back, blanks stay. */
const steady = (screen: string): string => screen.replace(/ +$/gm, "");
