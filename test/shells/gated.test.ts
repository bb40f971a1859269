/** Hooks below the exec gate, which has judged what a shell was started with: they ask at a prompt, and nowhere else. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBash } from "./bash-pane.ts";
import { runProgram } from "./run-bash.ts";
import { checks, type HookedSession, isMissing, kinds, startHookedSession } from "./zsh-fish-session.ts";
import { playTerminal } from "./zsh-terminal.ts";

const FISH_PROMPT = "function fish_prompt; echo -n 'P> '; end; function fish_greeting; end\n";

let session: HookedSession;
beforeAll(async () => {
  session = await startHookedSession();
  writeFileSync(join(session.stub.agentFolder, "gated"), "");
});
afterAll(() => session.stop());
beforeEach(() => {
  session.place({
    ".zshenv": "print env of the user",
    ".zprofile": "print profile of the user",
    ".zshrc": "PS1='P> '",
    ".config/fish/config.fish": FISH_PROMPT,
    // Else the first fish of a home makes it in the background.
    ".local/share/fish/generated_completions/none": "",
  });
  writeFileSync(join(session.work, "script"), "echo script ran\n");
});

const withBashEnv = () => ({ ...session.hooked, BASH_ENV: join(session.stub.agentFolder, "hook.bash") });
const run = (shell: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  runProgram(shell, args, { env, cwd: session.work });

const FORMS = ["-c 'echo line ran'", "-lc 'echo line ran'", "./script", "./script word", "< script"];
const STATE = {
  bash: 'declare -p | grep -ci guard_ ; declare -F; shopt -p; set +o; echo "$_ $- $*"',
  zsh: "print -l ${(k)functions} ${(k)parameters[(I)_guard*]}; setopt; print $-",
  fish: "functions --all --names; set --names | string match '__guard*'",
};

for (const shell of ["bash", "zsh", "fish"] as const) {
  describe.skipIf(isMissing(shell))(shell, () => {
    test.for(FORMS)("%s runs as without guard, and nothing is asked", async (form) => {
      const start = ["-c", `exec ${shell} ${form}`];
      const plain = await run("dash", start, session.plain);
      expect(await run("dash", start, withBashEnv())).toEqual(plain);
      expect(plain.stdout).toMatch(/(line|script) ran\n$/);
      expect(kinds(session.stub)).toEqual([]);
    });

    test("nothing of guard stays in it", async () => {
      const plain = await run(shell, ["-c", STATE[shell], "name", "word"], session.plain);
      expect(await run(shell, ["-c", STATE[shell], "name", "word"], withBashEnv())).toEqual(plain);
    });
  });
}

test.skipIf(isMissing("bash"))("bash -x tells nothing of guard", async () => {
  const args = ["-x", "-c", "echo line ran"];
  expect(await run("bash", args, withBashEnv())).toEqual(await run("bash", args, session.plain));
});

test.skipIf(isMissing("zsh"))("a zsh below it that is typed to finds guard's files again", async () => {
  const ran = await run("zsh", ["-c", "echo $ZDOTDIR"], session.hooked);
  expect(ran.stdout).toContain(`${session.stub.agentFolder}/hook.zsh\n`);
});

describe("at a prompt each line is asked about, once", () => {
  test.skipIf(isMissing("zsh", "tmux")).for(["zsh", "zsh -l"])("%s", async (words) => {
    const argv = words.split(" ");
    const env = { ...session.hooked };
    const screen = await playTerminal(argv, { env, cwd: session.work }, [
      "echo one",
      "touch ran; echo DENYME",
    ]);
    expect(screen).toContain("guard: denied: the test says no");
    expect(checks(session.stub).map(({ line, interactive }) => [line, interactive])).toEqual([
      ["echo one", true],
      ["touch ran; echo DENYME", true],
    ]);
    expect(kinds(session.stub).filter((kind) => kind === "start")).toHaveLength(1);
  });

  test.skipIf(isMissing("fish", "tmux"))("fish", async () => {
    const env = { ...session.hooked };
    const steps = ["echo one", "touch ran; echo DENYME"];
    const screen = await playTerminal(["fish"], { env, cwd: session.work }, steps);
    expect(screen).toContain("guard: denied: the test says no");
    expect(checks(session.stub).map(({ line }) => line)).toEqual(steps);
    expect(kinds(session.stub).filter((kind) => kind === "start")).toHaveLength(1);
  });

  test.skipIf(isMissing("bash", "tmux"))("bash, by PROMPT_COMMAND alone", async () => {
    const { agentFolder } = session.stub;
    const bash = await startBash({ folder: session.home, agentFolder, argv: ["bash"] });
    try {
      await bash.enter("echo one");
      expect(await bash.enter("touch ran; echo DENYME")).toContain("guard: denied: the test says no");
    } finally {
      await bash.kill();
    }
    expect(checks(session.stub).map(({ line }) => line)).toEqual(["echo one", "touch ran; echo DENYME"]);
  });
});
