/** However an interactive bash comes to life, its lines are checked, and its start-up files are read as ever. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AskStub, isInstalled, startAskStub, whyNoClient } from "./ask-stub.ts";
import { type BashPane, startBash } from "./bash-pane.ts";

const missing = whyNoClient() ?? (isInstalled("tmux") ? undefined : "tmux is needed");
if (missing) process.stderr.write(`bash start: skipped, ${missing}\n`);

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
  folder = realpathSync(mkdtempSync(join(tmpdir(), "guard-start-")));
  stub.forget();
});
afterEach(async () => {
  await bash.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
const rows = (screen: string) => screen.split("\n").map((row) => row.trimEnd());

describe.skipIf(missing)("what no shim started is checked from its first prompt on", () => {
  test.for<{ name: string; argv: readonly string[] }>([
    { name: "by its path", argv: ["/bin/bash"] },
    { name: "a login shell", argv: ["/bin/bash", "-l"] },
    { name: "with -i", argv: ["/bin/bash", "-i"] },
  ])("$name", async ({ argv }) => {
    bash = await startBash({ folder, agentFolder: stub.agentFolder, argv });
    await bash.enter("touch ran; DENYME");
    expect(existsSync(join(folder, "ran"))).toBe(false);
    expect(rows(await bash.enter("echo $?")).slice(-2)).toEqual(["126", "P>"]);
  });
});

describe.skipIf(missing)("PROMPT_COMMAND is the user's again, and his commands see $?", () => {
  test.for<{
    name: string;
    own?: string;
    bashrc?: string;
    first: readonly string[];
    later: readonly string[];
    text: string;
  }>([
    { name: "none", first: [], later: [], text: "ENTRY" },
    {
      name: "from the environment",
      own: "echo own $?",
      first: ["own 0"],
      later: ["own 7"],
      text: "echo own $?",
    },
    {
      name: "one that start-up files put behind",
      own: "echo own $?",
      bashrc: 'PROMPT_COMMAND="$PROMPT_COMMAND; echo added"',
      first: ["own 0", "added"],
      later: ["own 7", "added"],
      text: "echo own $?; echo added",
    },
    {
      name: "one that start-up files put in front",
      bashrc: 'PROMPT_COMMAND="echo added \\$?${PROMPT_COMMAND:+;$PROMPT_COMMAND}"',
      first: ["added 0"],
      later: ["added 7"],
      text: "echo added $?",
    },
    {
      name: "an array",
      bashrc: "PROMPT_COMMAND+=('echo added $?')",
      first: ["added 0"],
      later: ["added 7"],
      text: "",
    },
  ])("$name", async ({ own, bashrc, first, later, text }) => {
    for (const argv of [["/bin/bash"], undefined]) {
      bash = await startBash({
        folder,
        agentFolder: stub.agentFolder,
        ...(bashrc === undefined ? {} : { bashrc }),
        ...(own === undefined ? {} : { env: { GUARD_USER_PROMPT_COMMAND: own } }),
        ...(argv === undefined ? {} : { argv }),
      });
      expect(rows(await bash.screen())).toEqual([...first, "P>"]);
      expect(rows(await bash.enter("(exit 7)")).slice(-later.length - 1)).toEqual([...later, "P>"]);
      const value = text.replace("ENTRY", `{ . '${stub.agentFolder}/rc-prompt.bash'; } 2>/dev/null`);
      expect(rows(await bash.enter('echo "[$PROMPT_COMMAND]"'))).toContain(`[${value}]`);
      expect(await bash.enter("DENYME")).toContain("guard: denied");
      await bash.kill();
    }
  });
});

test.skipIf(missing)("a bash inside a bash asks for itself", async () => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder });
  await bash.enter("/bin/bash");
  await bash.enter("touch ran; DENYME");
  await bash.enter("exit");
  await bash.enter("touch ran; DENYME");
  expect(existsSync(join(folder, "ran"))).toBe(false);
  const pids = stub.asked.filter((fields) => fields.has("line")).map((fields) => fields.get("pid")?.[0]);
  expect(pids).toEqual([pids[0], pids[1], pids[1], pids[0]]);
  expect(pids[1]).not.toBe(pids[0]);
});

test.skipIf(missing)("what is installed twice works as once", async () => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder });
  await bash.enter(`. ${stub.agentFolder}/rc.bash`);
  await bash.enter("unset __guard_shell");
  stub.forget();
  await bash.enter("touch ran; DENYME");
  expect(rows(await bash.enter("echo $?")).slice(-2)).toEqual(["126", "P>"]);
  expect(stub.lines()).toEqual(["touch ran; DENYME", "echo $?"]);
});

test.skipIf(missing)("~/.bashrc that is left early, or fails", async () => {
  bash = await startBash({ folder, agentFolder: stub.agentFolder, bashrc: "false; return 3; echo never" });
  await bash.enter("touch ran; DENYME");
  expect(existsSync(join(folder, "ran"))).toBe(false);
  await bash.kill();
  bash = await startBash({ folder, agentFolder: stub.agentFolder, bashrc: "if; then" });
  await bash.enter("touch ran; DENYME");
  expect(existsSync(join(folder, "ran"))).toBe(false);
});
