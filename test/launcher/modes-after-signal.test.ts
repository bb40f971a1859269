/** A signal that ends guard run leaves the user's terminal as it was, whenever it comes. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GUARD, Machine } from "./guard-run.ts";
import { agentScript, canUseTerminal, openUserTerminal, readOr, type UserTerminal } from "./user-terminal.ts";
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

const file = (name: string) => readOr(join(machine.work, name), "none");

/** From dash: bash itself puts the modes right when a job died of a signal. */
async function start(agent: string): Promise<UserTerminal> {
  user = await openUserTerminal(machine, "guard");
  const lines = [
    "stty -g > before",
    `${GUARD} run --gate off --confine off -- ${agent}`,
    "echo $? > status",
    "stty -g > after",
  ];
  writeFileSync(join(machine.folder, "steps"), `trap : INT\n${lines.join("\n")}\n`);
  await user.enter(`dash ${join(machine.folder, "steps")}`);
  return user;
}

function launcherPid(): number {
  const [session = ""] = machine.sessions;
  const record = readFileSync(join(machine.runtime, "guard", session, "control/session.json"), "utf8");
  return JSON.parse(record).launcher.pid;
}

async function expectSameModes(status: string): Promise<void> {
  await waitUntil("the end", () => file("after").endsWith("\n"));
  expect(file("status")).toBe(`${status}\n`);
  expect(file("after")).toBe(file("before"));
  await waitUntil("no folder", () => machine.sessions.length === 0);
}

const SIGNALS = [
  ["SIGTERM", "143"],
  ["SIGHUP", "129"],
  ["SIGINT", "130"],
  ["SIGQUIT", "131"],
] as const;

describe.skipIf(!canUseTerminal)("the modes are the old ones after", () => {
  test.for([...SIGNALS, ["SIGUSR2", "140"]] as const)(
    "%s at the offer of a profile",
    async ([signal, status]) => {
      mkdirSync(join(machine.work, ".git"));
      writeFileSync(join(machine.work, "package.json"), "{}\n");
      const { waitFor } = await start("echo agent ran");
      await waitFor((now) => now.includes("use it here from now on"), "the card");
      process.kill(launcherPid(), signal);
      await expectSameModes(status);
    },
  );

  /** What is told to end sends the signal itself: the seat waits for it no longer than half a second. */
  const deaf = (signal: string) =>
    `(trap 'kill -${signal} $(<launcher) && echo sent > sent' TERM; echo up > up; while :; do /bin/sleep 0.02; done) &`;
  test.for(SIGNALS)("%s while the session ends", async ([signal, status]) => {
    await start(agentScript(machine, "agent", `${deaf(signal)}\nuntil [ -e end ]; do :; done; exit 5`));
    await waitUntil("the agent", () => file("up") === "up\n");
    writeFileSync(join(machine.work, "launcher"), String(launcherPid()));
    writeFileSync(join(machine.work, "end"), "");
    await expectSameModes(status);
    expect(file("sent")).toBe("sent\n");
  });

  test("SIGKILL at the offer nothing can be done, but no folder is left", async () => {
    mkdirSync(join(machine.work, ".git"));
    writeFileSync(join(machine.work, "package.json"), "{}\n");
    const { waitFor } = await start("echo agent ran");
    await waitFor((now) => now.includes("use it here from now on"), "the card");
    process.kill(launcherPid(), "SIGKILL");
    await waitUntil("no folder", () => machine.sessions.length === 0);
  });
});
