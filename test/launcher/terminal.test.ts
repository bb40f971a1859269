/** `guard run` at a terminal. Each row with guard and without: the user must not see a difference. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Machine } from "./guard-run.ts";
import {
  agentScript,
  canUseTerminal,
  openUserTerminal,
  readOr,
  type UserTerminal,
  type With,
} from "./user-terminal.ts";
import { waitUntil } from "./wait-until.ts";

let machine: Machine;
let user: UserTerminal | undefined;
beforeEach(() => {
  machine = new Machine();
});
afterEach(async () => {
  await user?.kill();
  user = undefined;
  machine.dispose();
});

async function open(runWith: With): Promise<UserTerminal> {
  user = await openUserTerminal(machine, runWith);
  return user;
}

const script = (text: string, name = "agent") => agentScript(machine, name, text);
const file = (name: string) => readOr(join(machine.work, name), "none");
const BOTH = ["nothing", "guard"] as const;

describe.skipIf(!canUseTerminal)("start and end", () => {
  test.for(BOTH)("with %s: the exit status reaches the shell", async (runWith) => {
    const { enter, status } = await open(runWith);
    await enter(`@${script("exit 7")}`);
    expect(await status()).toBe("7");
  });

  test.for(BOTH)("with %s: a death by signal reaches the shell", async (runWith) => {
    const { enter, status, screen } = await open(runWith);
    await enter(`@${script("kill -TERM $$")}`);
    expect(await status()).toBe("143");
    expect(await screen()).toContain("Terminated");
  });

  test.for(BOTH)("with %s: size, modes and TERM are those of the user's terminal", async (runWith) => {
    const { enter, status } = await open(runWith);
    const show = "stty -g; stty size; echo $TERM $PWD";
    await enter(`stty -ixon erase ^H; (${show}) > outer`);
    await status();
    await enter(`@${script(`(${show.replaceAll("stty", "/bin/stty")}) > inner`)}`);
    expect(await status()).toBe("0");
    expect(file("inner")).toBe(file("outer"));
  });

  test("the modes are the old ones afterwards, whatever the agent did to its own terminal", async () => {
    const { enter, status } = await open("guard");
    await enter("stty -g > before");
    await status();
    await enter(`@${script("/bin/stty raw -echo")}; stty -g > after`);
    await status();
    expect(file("after")).toBe(file("before"));
  });

  test("the modes are the old ones after SIGTERM to guard run", async () => {
    const { enter, status, waitFor } = await open("guard");
    await enter("stty -g > before");
    await status();
    const agent = script("echo up; exec /bin/sleep 1000");
    await enter(
      `(until grep -q up mark; do sleep 0.05; done; pkill -TERM -f "run --gate off -- ${agent}") 2>/dev/null &`,
    );
    await status();
    await enter(`@${agent}; echo "was $?"; stty -g > after`);
    await waitFor((screen) => screen.includes("\nup"), "the agent");
    writeFileSync(join(machine.work, "mark"), "up\n");
    await waitFor((screen) => screen.includes("was 143"), "the end");
    await status();
    expect(file("after")).toBe(file("before"));
  });

  test.for(BOTH)("with %s: 200,000 lines come out to the last", async (runWith) => {
    const { enter, status, screen } = await open(runWith);
    await enter("@seq 1 200000");
    expect(await status()).toBe("0");
    expect((await screen()).split("\n").slice(-4, -1)).toEqual(["199998", "199999", "200000"]);
  });

  test.for(BOTH)("with %s: 60,000 typed bytes go in unchanged", async (runWith) => {
    const { enter, paste, waitFor, status } = await open(runWith);
    const text = Array.from({ length: 1000 }, (_, line) => `${String(line).padStart(58, "x")}\n`).join("");
    const agent = script("/bin/stty raw -echo; echo up; /usr/bin/head -c 59000 > got; /bin/stty sane");
    await enter(`@${agent}`);
    await waitFor((screen) => screen.includes("\nup"), "the agent");
    for (let at = 0; at < text.length; at += 5900) await paste(text.slice(at, at + 5900));
    expect(await status()).toBe("0");
    expect(file("got")).toBe(text);
  });

  test.for(BOTH)("with %s: a job in the background runs without the terminal", async (runWith) => {
    const { enter, status, waitFor } = await open(runWith);
    await enter(`@${script("echo ran > done; exit 0")} &`);
    await status();
    await enter("wait; echo all done");
    await waitFor((screen) => /\nall done/.test(screen), "the job's end");
    expect(file("done")).toBe("ran\n");
  });
});

describe.skipIf(!canUseTerminal)("keys", () => {
  const UP = "echo up; exec /bin/sleep 1000";
  const isUp = (screen: string) => screen.includes("\nup");

  test.for(BOTH)("with %s: Ctrl-C ends a plain agent", async (runWith) => {
    const { enter, press, status, waitFor } = await open(runWith);
    await enter(`@${script(UP)}`);
    await waitFor(isUp, "the agent");
    await press("C-c");
    expect(await status()).toBe("130");
  });

  test.for(BOTH)("with %s: Ctrl-\\ ends a plain agent", async (runWith) => {
    const { enter, press, status, waitFor } = await open(runWith);
    await enter(`@${script(UP)}`);
    await waitFor(isUp, "the agent");
    await press("C-\\");
    expect(await status()).toBe("131");
  });

  test.for(BOTH)("with %s: Ctrl-D ends the agent's input", async (runWith) => {
    const { enter, press, type, status, waitFor } = await open(runWith);
    await enter(`@${script("echo up; exec /bin/cat")}`);
    await waitFor(isUp, "the agent");
    await type("word");
    await press("Enter");
    await waitFor((screen) => screen.split("\n").filter((line) => line === "word").length === 2, "the echo");
    await press("C-d");
    expect(await status()).toBe("0");
  });

  test.for(BOTH)("with %s: Ctrl-Z stops a plain agent, fg goes on with it", async (runWith) => {
    const { enter, press, type, status, waitFor } = await open(runWith);
    await enter("stty -g > before");
    await status();
    await enter(`@${script("echo up; while read word; do echo got $word; done")}`);
    await waitFor(isUp, "the agent");
    await press("C-z");
    expect(await status()).toBe("148");
    await enter("stty -g > stopped; jobs");
    await waitFor((screen) => /\n\[1\]\+ +Stopped/.test(screen), "the stopped job");
    await status();
    if (runWith === "guard") expect(file("stopped")).toBe(file("before"));
    await enter("fg");
    await type("one\n");
    await waitFor((screen) => screen.includes("got one"), "the continued agent");
    await press("C-z");
    expect(await status()).toBe("148");
    await enter("kill %1; fg; wait");
    await status();
    await waitUntil("the end of the session", () => machine.sessions.length === 0);
  });

  test.for(BOTH)("with %s: Ctrl-Z and Ctrl-C reach an agent in a pipeline, once each", async (runWith) => {
    const { enter, press, status, waitFor } = await open(runWith);
    const text =
      "trap 'n=$((n+1))' INT; trap 'echo $n > count; exit 3' USR1; echo up > up; while :; do /bin/sleep 0.05; done";
    const agent = script(text);
    await enter(`@${agent} | (trap "" INT; cat; echo cat ends)`);
    await waitUntil("the agent", () => file("up") === "up\n");
    await press("C-z");
    expect(await status()).toBe("148");
    await enter(`fg`);
    await waitFor((screen) => screen.split("cat ends").length > 2, "the pipeline again");
    await press("C-c");
    // The signal is passed on by guard run, behind the Ctrl-C.
    await waitUntil("the count", () => {
      spawnSync("pkill", [
        "-USR1",
        "-f",
        `${runWith === "guard" ? "run --gate off -- " : "^/bin/bash -p "}${agent}`,
      ]);
      return file("count") !== "none";
    });
    expect(file("count")).toBe("1\n");
    await status();
  });

  test.for(BOTH)("with %s: job control works in a shell that is the agent", async (runWith) => {
    const { enter, press, type, waitFor, status } = await open(runWith);
    await enter(`PS1='inner> ' @/bin/dash -i`);
    await waitFor((screen) => screen.endsWith("inner>"), "the inner prompt");
    await type("/bin/cat\n");
    await type("hello\n");
    await waitFor((screen) => screen.includes("hello\nhello"), "cat");
    await press("C-z");
    await waitFor((screen) => /Stopped +\/bin\/cat\ninner>/.test(screen), "the stopped job");
    await type("fg\n");
    // The shell names the job that it takes up again.
    await waitFor((screen) => /inner> fg\n\/bin\/cat/.test(screen), "the job taken up");
    await type("again\n");
    await waitFor((screen) => screen.includes("again\nagain"), "cat again");
    await press("C-c");
    await waitFor((screen) => /\^C\s*inner>$/.test(screen), "the prompt after cat");
    await type("exit 9\n");
    expect(await status()).toBe("9");
  });

  test.for(BOTH)("with %s: resizing reaches the agent", async (runWith) => {
    const { enter, resize, waitFor } = await open(runWith);
    const text = `trap 'echo "now $(/bin/stty size)"' WINCH; echo "up $(/bin/stty size)"; while :; do /bin/sleep 0.05; done`;
    await enter(`@${script(text)}`);
    await waitFor((screen) => screen.includes("up 24 80"), "the agent");
    await resize(100, 30);
    await waitFor((screen) => screen.includes("now 30 100"), "the new size");
    await resize(60, 20);
    await waitFor((screen) => screen.includes("now 20 60"), "the next size");
  });
});
