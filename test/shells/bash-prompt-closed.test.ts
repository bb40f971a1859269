/** Lines typed at a bash prompt that were allowed, and that break what guard's check of the next line stands on. */
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AskStub, isInstalled, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type BashPane, startBash } from "./bash-pane.ts";
import { startPane } from "./tmux.ts";

const missing = whyNoClient() ?? (isInstalled("tmux") ? undefined : "tmux is needed");
if (missing) process.stderr.write(`bash prompt, closed: skipped, ${missing}\n`);

let stub: AskStub;
let folder: string;
let bash: BashPane;
beforeAll(async () => {
  if (!missing) stub = await startAskStub();
});
afterAll(async () => {
  if (!missing) await stub.stop();
});
beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-closed-")));
  writeFileSync(join(folder, "kept"), "kept\n");
});
afterEach(async () => {
  await bash.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const start = async (bashrc = "") => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder, bashrc });
  stub.forget();
};
const ran = () => existsSync(join(folder, "ran"));

/** Names of variables that are or were used without guard's prefix. */
const NAMES =
  "map row rows judge line answer status words text word body seen texts options problem shell marks part parts number value own entry separator element rest skipped depth narrow wide columns editor file prompt plain";

describe.skipIf(missing)("the next line is judged all the same", () => {
  test.for([
    `readonly ${NAMES}`,
    "readonly IFS",
    "readonly BASH_ENV LC_ALL ENV LANGUAGE COLUMNS PS0 PS1",
    "readonly PROMPT_COMMAND",
    "declare -i line status map",
    "set -u",
    "set -f",
    "shopt -s nocasematch",
    "set -o posix",
    "readonly HISTSIZE HISTCONTROL HISTIGNORE HISTTIMEFORMAT",
  ])("%s", async (line) => {
    await start();
    await bash.enter(line);
    for (const denied of ["echo DENYME > ran", ": > ran; echo 'DENYME'; echo !!"]) {
      await bash.enter(denied);
    }
    expect(ran()).toBe(false);
    expect(stub.lines().filter((text) => text.includes("DENYME"))).not.toEqual([]);
    await bash.enter("echo fine > allowed");
    expect(existsSync(join(folder, "allowed"))).toBe(true);
  });
});

describe.skipIf(missing)("nothing that is denied runs", () => {
  test.for<readonly string[]>([
    ["enable -n bind"],
    ["enable -n return"],
    ["enable -n bind local shopt set printf return"],
    ["shopt -s extdebug; trap '[[ $BASH_COMMAND == echo* ]]' DEBUG"],
    ["shopt -s extdebug", "set -T; trap '[[ $BASH_COMMAND == echo* ]]' DEBUG"],
  ])("after %j", async (lines) => {
    await start();
    for (const line of ["echo 1", ...lines, "echo DENYME > ran", "echo DENYME > ran"]) await bash.enter(line);
    expect(ran()).toBe(false);
  });
  // Return does nothing any more.
  test.for(["builtin() { return 1; }", "enable -n builtin", "FUNCNEST=1", "ulimit -Sn 3"])(
    "after %s",
    async (line) => {
      await start();
      await bash.enter("echo 1");
      for (const text of [line, "echo DENYME > ran", "echo DENYME > ran"]) {
        await bash.type(text);
        await bash.press("Enter");
      }
      await bash.type("zz");
      await bash.waitFor((screen) => screen.endsWith("zz"), "the last keys");
      expect(ran()).toBe(false);
    },
  );
});

describe.skipIf(missing)("the shell ends, as no text can be judged any more", () => {
  test.for([
    "readonly READLINE_LINE",
    "declare -r READLINE_LINE=ls",
    "readonly READLINE_POINT",
    "declare -i READLINE_LINE",
    "readonly READLINE_LINE; PROMPT_COMMAND=",
    "declare -n READLINE_LINE=x; readonly x",
    "declare -a READLINE_LINE",
  ])("%s", async (line) => {
    await start();
    await bash.type(line);
    await bash.press("Enter");
    await bash.waitFor((screen) => /shell ended|P>$/.test(screen.replace(line, "")), "an end or a prompt");
    await bash.type("echo x > ran");
    await bash.press("Enter", "Enter");
    await bash.waitFor((screen) => screen.includes("shell ended"), "the end");
    expect(ran()).toBe(false);
  });
});

describe.skipIf(missing)("a bash that edits no lines ends before anything is typed", () => {
  test.for([
    ["--noediting", {}],
    ["--norc", { TERM: "emacs", EMACS: "t" }],
  ] as const)("bash %s %j", async ([option, env]) => {
    const { agentFolder } = stub;
    const guards = { PROMPT_COMMAND: `. '${agentFolder}/rc-prompt.bash'` };
    const shell = `bash ${option} -i; echo ended $?; cat`;
    const { PATH = "/usr/bin:/bin" } = process.env;
    const pane = await startPane({
      argv: ["env", ...Object.entries(env).map(([name, value]) => `${name}=${value}`), "sh", "-c", shell],
      cwd: folder,
      env: { PATH, HOME: folder, ...guards },
    });
    bash = { ...pane, enter: () => Promise.resolve(""), waitForPrompt: () => Promise.resolve("") };
    const screen = await pane.waitFor((text) => /^ended \d+$/m.test(text), "the end of the shell");
    expect(screen).toMatch(/cannot be judged: shell ended[\s\S]*^ended 126$/m);
  });
});

describe.skipIf(missing)("keys that expand", () => {
  test("shell-expand-line runs nothing", async () => {
    await start("bind '\"\\C-xz\": shell-expand-line'");
    for (const [at, keys] of [["M-C-e"], ["C-x", "z"]].entries()) {
      await bash.type("echo $(: > ran) `: > ran`");
      await bash.press(...keys, "C-a", "#", "Enter");
      await bash.waitForPrompt(at + 2);
    }
    expect(ran()).toBe(false);
  });
  test.for([
    "echo $(: > ran)",
    "echo `: > ran`",
    "echo $(: > ran)/",
    "echo `: > ran`/",
    'echo "$(: > ran)/',
    "echo ${x[$(: > ran)]}/",
    "echo $((x[$(: > ran)]))/",
    "cat <(: > ran)/",
  ])("Tab: %s", async (text) => {
    await start("shopt -s direxpand");
    await bash.type(text);
    await bash.press("Tab", "Tab", "C-a", "#", "Enter");
    await bash.waitFor((screen) => /P>[\s\S]*P>$/.test(screen), "a prompt");
    expect(ran()).toBe(false);
  });
});
