/** Return at a bash prompt in a real terminal: a denied line does nothing at all, and the shell goes on. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { type AskStub, isInstalled, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type BashPane, type BashStart, countPrompts, startBash } from "./bash-pane.ts";

const missing = whyNoClient() ?? (isInstalled("tmux") ? undefined : "tmux is needed");
if (missing) process.stderr.write(`bash prompt: skipped, ${missing}\n`);

const DENIED = "guard: denied: the test says no [rule test.deny, check 0190d3a0-0000-7000-8000-000000000000]";

let stub: AskStub;
let folder: string;
let bash: BashPane;
beforeAll(async () => {
  if (missing) return;
  stub = await startAskStub();
});
afterAll(async () => {
  if (missing) return;
  await stub.stop();
});
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-prompt-")));
  writeFileSync(join(folder, "kept"), "kept\n");
  stub.forget();
});
afterEach(async () => {
  await bash.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const start = async (more: Omit<BashStart, "folder" | "agentFolder"> = {}) => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder, ...more });
  stub.forget();
};
const ran = (name = "ran") => existsSync(join(folder, name));
const lastRows = (screen: string, count: number) =>
  screen
    .split("\n")
    .slice(-count)
    .map((row) => row.trimEnd());

test.skipIf(missing)(
  "denied lines in all their forms: no part runs, nothing hangs, $? is 126, the line is in the history",
  async () => {
    await start();
    const lines = [
      "touch ran; echo DENYME",
      "touch ran && DENYME",
      "echo DENYME > kept",
      "{ echo DENYME; } > kept",
      "( echo DENYME ) > kept",
      "while true; do echo DENYME; break; done > kept",
      "until false; do DENYME; done",
      "for i in 1 2; do touch ran; DENYME; done",
      "if touch ran; then DENYME; fi",
      "case DENYME in *) touch ran ;; esac",
      "touch ran | DENYME",
      "touch ran & DENYME",
      "f() { touch ran; }; f; DENYME",
      "trap 'touch ran' DEBUG; DENYME",
      "exec 3>kept; DENYME",
      "x=$(touch ran) DENYME",
      "! touch ran || DENYME",
      "  DENYME with spaces around  ",
      `echo DENYME ${"long ".repeat(30)}`,
    ];
    for (const line of lines) {
      const screen = await bash.enter(line);
      expect(lastRows(screen, 3)).toEqual([`P> ${line.trimEnd()}`, DENIED, "P>"]);
      expect(lastRows(await bash.enter("echo $?"), 2)).toEqual(["126", "P>"]);
    }
    expect(ran()).toBe(false);
    expect(readFileSync(join(folder, "kept"), "utf8")).toBe("kept\n");
    expect(stub.lines()).toEqual(lines.flatMap((line) => [line, "echo $?"]));
    const rows = (await bash.enter("history | cut -c8-")).split("\n").map((row) => row.trimEnd());
    const entered = [...lines.flatMap((line) => [line.trimEnd(), "echo $?"]), "history | cut -c8-"];
    expect(rows.slice(-entered.length - 1, -1)).toEqual(entered);
  },
);

test.skipIf(missing)("a text that is not whole is not handed over piece by piece", async () => {
  await start();
  for (const rows of [
    ["for i in 1 2; do", "touch ran", "DENYME", "done"],
    ["echo 'a", "DENYME'; touch ran"],
    ["touch ran |", "DENYME"],
    ["touch ran; cat <<E", "DENYME", "E"],
    ["touch ran; echo \\", "DENYME"],
    ["touch ran && ", "DENYME"],
    ["f() {", "touch ran; }; f # DENYME"],
    ["x=$(touch ran", "DENYME)"],
    ["if", "touch ran; then DENYME; fi"],
    ["case x in", "x) touch ran; DENYME;; esac"],
    ["function f", "{ touch ran; }; f DENYME"],
    ["[[ -n $(touch ran) &&", "DENYME ]]"],
    ["((1 +", "1)); touch ran; DENYME"],
    ["a=(1", "$(touch ran) DENYME)"],
  ]) {
    stub.forget();
    const before = countPrompts(await bash.screen());
    for (const row of rows.slice(0, -1)) {
      await bash.type(row);
      await bash.press("Enter");
    }
    await bash.enter(rows.at(-1) ?? "");
    const after = await bash.screen();
    expect(countPrompts(after)).toBe(before + 1);
    expect(stub.lines()).toEqual([rows.join("\n")]);
  }
  expect(ran()).toBe(false);
});

test.skipIf(missing)("several allowed rows run as one text", async () => {
  await start();
  await bash.type("for i in 1 2; do");
  await bash.press("Enter");
  await bash.enter("echo n$i; done");
  await bash.type("cat <<E");
  await bash.press("Enter");
  await bash.type("in the document");
  await bash.press("Enter");
  const screen = await bash.enter("E");
  expect(screen).toContain("n1\nn2\n");
  expect(lastRows(screen, 2)).toEqual(["in the document", "P>"]);
});

test.skipIf(missing)("Ctrl-C leaves a text that is not whole, and what was typed", async () => {
  await start();
  await bash.type("for i in 1 2; do");
  await bash.press("Enter", "C-c");
  await bash.waitForPrompt(2);
  await bash.type("DENYME");
  await bash.press("C-c");
  await bash.waitForPrompt(3);
  expect(lastRows(await bash.enter("echo $? ok"), 2)).toEqual(["130 ok", "P>"]);
  expect(stub.lines()).toEqual(["echo $? ok"]);
});

test.skipIf(missing)(
  "Ctrl-C while somebody thinks: the question is dropped, the line does not run, the prompt is back",
  async () => {
    await start();
    await bash.type("touch ran; echo HOLDME");
    await bash.press("Enter");
    await until("the question", () => (stub.held() === 1 ? true : undefined));
    expect(await bash.screen()).toContain("P> touch ran; echo HOLDME");
    await bash.press("C-c");
    await bash.waitForPrompt(2);
    await until("the question to be dropped", () => (stub.held() === 0 ? true : undefined));
    expect(lastRows(await bash.enter("echo back"), 2)).toEqual(["back", "P>"]);
    expect(lastRows(await bash.enter("stty -a | grep -ow -e -icanon -e icanon -e -echo -e echo"), 3)).toEqual(
      ["icanon", "echo", "P>"],
    );
    expect(ran()).toBe(false);
  },
);

const WAITS = "guard: waits for an answer: guard console (in another terminal); Ctrl-C gives up";
const LONG_LINE = `echo HOLDME ${"0123456789 ".repeat(14)}end`;
const WITH_COMMANDS = `'$(echo "(x)" $?)\\nQ$(printf "%s" ">")\`printf " "\`'`;

/** The shell with another prompt, at the bottom of the screen, where everything scrolls. */
async function startWithPrompt(ps1: string, prompt: string): Promise<void> {
  await start();
  await bash.type(`PS1=${ps1}; printf '\\n%.0s' {1..30}`);
  await bash.press("Enter");
  await bash.waitFor((screen) => screen.endsWith(`\n${prompt}`), "the other prompt");
}

test.skipIf(missing).for([
  { name: "a plain prompt", ps1: "'Q> '", prompt: "Q>", line: "echo HOLDME", meanwhile: "Q> echo HOLDME" },
  { name: "several rows", ps1: "'Q> '", prompt: "Q>", line: LONG_LINE, meanwhile: `Q> ${LONG_LINE}` },
  {
    name: "a prompt with commands, which are not run once more for it",
    ps1: WITH_COMMANDS,
    prompt: "Q>",
    line: "echo HOLDME",
    meanwhile: "Qecho HOLDME",
  },
  {
    name: "a prompt that is not ASCII",
    ps1: "'\\[\\e[1m\\]❯\\[\\e[0m\\] '",
    prompt: "❯",
    line: "echo HOLDME ü",
    meanwhile: "❯ echo HOLDME ü",
  },
])("while a question waits the prompt stays and guard says so: $name", async (row) => {
  await startWithPrompt(row.ps1, row.prompt);
  for (const end of ["allow", "deny", "C-c"] as const) {
    await bash.type(row.line);
    await bash.press("Enter");
    await until("the question", () => (stub.held() === 1 ? true : undefined));
    const waiting = await bash.waitFor((screen) => screen.endsWith(WAITS), "the words");
    expect(lastRows(waiting, 2)).toEqual([row.meanwhile, WAITS]);
    if (end === "C-c") await bash.press("C-c");
    else stub.answerHeld(end);
    const after = await bash.waitFor((screen) => screen.endsWith(`\n${row.prompt}`), "the prompt");
    const shown = end === "C-c" ? row.meanwhile : `${row.prompt} ${row.line}`;
    const below = { allow: [row.line.slice("echo ".length)], deny: [DENIED], "C-c": [] }[end];
    const rows = after.split("\n").filter((text) => !text.startsWith("(x) "));
    expect(rows.slice(-below.length - 2)).toEqual([shown, ...below, row.prompt]);
    expect(after).not.toContain("guard: waits");
  }
});

test.skipIf(missing)(
  "a prompt that nearly fills its row: nothing is left of a denied line's stand-in",
  async () => {
    const prompt = "x".repeat(70);
    await startWithPrompt(`'${prompt} '`, prompt);
    await bash.type("DENYME");
    await bash.press("Enter");
    const screen = await bash.waitFor((text) => text.endsWith(`]\n${prompt}`), "the prompt");
    expect(lastRows(screen, 3)).toEqual([`${prompt} DENYME`, DENIED, prompt]);
  },
);

test.skipIf(missing)("a paste is judged as one, with brackets and without", async () => {
  await start();
  await bash.paste("touch ran\necho DENYME\n");
  await bash.press("Enter");
  await bash.waitForPrompt(2);
  expect(stub.lines().map((line) => line.trim())).toEqual(["touch ran\necho DENYME"]);
  expect(ran()).toBe(false);
  await bash.enter("bind 'set enable-bracketed-paste off'");
  stub.forget();
  await bash.paste("echo DENYME\ntouch one\necho DENYME; touch ran\n");
  await bash.waitForPrompt(6);
  expect(stub.lines()).toEqual(["echo DENYME", "touch one", "echo DENYME; touch ran"]);
  expect([ran("one"), ran()]).toEqual([true, false]);
});

test.skipIf(missing)("empty lines and comments are not asked about", async () => {
  await start();
  await bash.enter("");
  await bash.enter("   ");
  await bash.enter("# DENYME");
  expect(stub.lines()).toEqual([]);
  await bash.enter("shopt -u interactive_comments");
  expect(await bash.enter("echo a # ; touch ran")).toContain("cannot be judged while comments are off");
  expect(ran()).toBe(false);
});

test.skipIf(missing)("history expansion comes first: what is judged is what runs", async () => {
  await start();
  await bash.enter("echo one two");
  await bash.enter("echo !$ !!");
  await bash.enter("^two^three");
  await bash.enter("!!:p");
  await bash.enter("!nosuch");
  await bash.enter("echo 'a!b' \\!c");
  expect(stub.lines()).toEqual([
    "echo one two",
    "echo two echo one two",
    "echo three echo one two",
    "echo 'a!b' \\!c",
  ]);
  await bash.enter("DENYME; touch ran");
  await bash.enter("!DENY");
  await bash.enter("!tou || !!");
  expect(ran()).toBe(false);
  expect(await bash.screen()).toContain("bash: !nosuch: event not found");
});

test.skipIf(missing)("the aliases and functions that a line uses are sent", async () => {
  await start({
    bashrc: "alias ll='lll x'; lll() { deep; }; deep() { echo D; }; other() { echo DENYME; }",
  });
  await bash.enter("true; ll");
  await bash.enter("o'the'r");
  await bash.enter("shopt -u expand_aliases");
  await bash.enter("ll");
  const preludes = stub.asked
    .filter((fields) => fields.has("line"))
    .map((fields) => fields.get("prelude")?.[0]);
  expect(preludes).toEqual([
    "alias ll='lll x'\nlll () \n{ \n    deep\n}\ndeep () \n{ \n    echo D\n}\n",
    "other () \n{ \n    echo DENYME\n}\n",
    undefined,
    undefined,
  ]);
  expect(await bash.screen()).toContain(DENIED);
});

test.skipIf(missing)("every key that hands over a line goes by the check, the user's own too", async () => {
  await start({
    inputrc: '"\\C-xq": accept-line\n"\\C-xw": "DENYME; touch ran\\C-m"\n"\\C-xe": kill-whole-line\n',
  });
  const rows: readonly (readonly string[])[] = [["C-x", "q"], ["C-j"], ["C-m"], ["C-o"], ["M-C-m"]];
  let prompts = 1;
  for (const keys of rows) {
    await bash.type("DENYME; touch ran");
    await bash.press(...keys);
    if (keys[0] === "M-C-m") await bash.press("Enter");
    prompts += 1;
    await bash.waitForPrompt(prompts);
  }
  await bash.press("C-x", "w");
  await bash.waitForPrompt(prompts + 1);
  await bash.type("DENYME; touch ran");
  await bash.press("C-x", "e");
  await bash.enter("set -o vi");
  await bash.type("DENYME; touch ran");
  await bash.press("Escape", "Enter");
  await bash.waitForPrompt(prompts + 3);
  await bash.enter("DENYME; touch ran");
  expect(ran()).toBe(false);
  expect(stub.lines().filter((line) => line.includes("DENYME"))).toHaveLength(8);
});

test.skipIf(missing)("C-o runs the line and brings the next one", async () => {
  await start();
  for (const line of ["echo 1", "echo 2", "echo 3"]) await bash.enter(line);
  await bash.press("Up", "Up", "C-o");
  await bash.waitFor((screen) => screen.endsWith("2\nP> echo 3"), "the next line");
  await bash.press("Enter");
  expect(lastRows(await bash.waitForPrompt(6), 2)).toEqual(["3", "P>"]);
});

test.skipIf(missing).for([
  { mode: "emacs", keys: ["C-x", "C-e"] },
  { mode: "vi", keys: ["Escape", "v"] },
])("what comes back from the editor is judged ($mode)", async ({ mode, keys }) => {
  writeFileSync(join(folder, "editor"), 'read -r text <"$1"; echo "$text edited $WORD" >"$1"\n');
  await start({ env: { EDITOR: "sh editor", WORD: "yes" } });
  await bash.enter(`set -o ${mode}`);
  await bash.type("echo");
  await bash.press(...keys);
  expect(lastRows(await bash.waitForPrompt(3), 3)).toEqual(["P> echo edited yes", "edited yes", "P>"]);
  await bash.enter("WORD=DENY$(echo)ME");
  await bash.type("touch ran;");
  await bash.press(...keys);
  expect(lastRows(await bash.waitForPrompt(5), 3)).toEqual(["P> touch ran; edited DENYME", DENIED, "P>"]);
  expect(ran()).toBe(false);
});

test.skipIf(missing)("set -x: a denied line looks as ever", async () => {
  await start();
  await bash.enter("set -x");
  const screen = await bash.enter("touch ran; DENYME");
  expect(lastRows(screen, 3)).toEqual(["P> touch ran; DENYME", DENIED, "P>"]);
  expect(lastRows(await bash.enter("echo $?"), 3)).toEqual(["+ echo 126", "126", "P>"]);
});

test.skipIf(missing)("set -e: a denied line does not end the shell", async () => {
  await start();
  await bash.enter("set -e");
  await bash.enter("DENYME");
  expect(lastRows(await bash.enter("echo alive"), 2)).toEqual(["alive", "P>"]);
});

test.skipIf(missing)(
  "what a line changes in the keys or in PROMPT_COMMAND does not open the prompt",
  async () => {
    await start();
    for (const line of [
      "bind '\"\\C-m\": accept-line'",
      "bind '\"\\C-j\": accept-line'",
      "PROMPT_COMMAND=",
      "unset PROMPT_COMMAND",
      "PROMPT_COMMAND=true",
      'PROMPT_COMMAND="# $PROMPT_COMMAND"; : read',
    ]) {
      await bash.enter(line);
      await bash.enter("echo DENYME; touch ran");
    }
    expect(ran()).toBe(false);
    expect(stub.lines()).toHaveLength(12);
  },
);

test.skipIf(missing)("a line for `read -e` is no command", async () => {
  await start();
  await bash.type("read -e -p 'name? ' name");
  await bash.press("Enter");
  await bash.waitFor((screen) => screen.endsWith("name?"), "the question");
  await bash.type("DENYME");
  await bash.press("Enter");
  await bash.waitForPrompt(2);
  expect(lastRows(await bash.enter("echo got $name"), 2)).toEqual(["got DENYME", "P>"]);
});

test.skipIf(missing)("the shell tells when it starts and when it shows a prompt", async () => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder });
  await bash.enter("true");
  await bash.enter("");
  const ops = stub.asked.map((fields) => fields.get("op")?.[0]);
  expect(ops).toEqual(["start", "prompt", "check", "prompt"]);
  const pids = new Set(stub.asked.map((fields) => fields.get("pid")?.[0]));
  expect(pids.size).toBe(1);
});

test.skipIf(missing)(
  "each prompt tells how the line before it ended, whatever else runs at a prompt",
  async () => {
    const bashrc = "PROMPT_COMMAND='false; true'";
    bash = await startBash({ folder, agentFolder: stub.agentFolder, bashrc });
    for (const line of ["false", "(exit 42)", "true"]) await bash.enter(line);
    const told = stub.asked.flatMap((fields) => fields.get("status") ?? []);
    expect(told.slice(-3)).toEqual(["1", "42", "0"]);
  },
);
