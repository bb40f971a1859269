/** The card at the first visit of a project: what its keys do, and that it comes before the agent. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GUARD, Machine } from "./guard-run.ts";
import { canUseTerminal, openUserTerminal, type UserTerminal } from "./user-terminal.ts";

let machine: Machine;
let user: UserTerminal | undefined;
beforeEach(() => {
  machine = new Machine();
  mkdirSync(join(machine.work, ".git"));
  writeFileSync(join(machine.work, "package.json"), "{}\n");
});
afterEach(async () => {
  await user?.kill();
  user = undefined;
  machine.dispose();
});

const CARD = /y {2}use it here from now on/;

async function run(line = "@echo agent ran"): Promise<UserTerminal> {
  user ??= await openUserTerminal(machine, "guard");
  await user.enter(line);
  return user;
}

function remembered(): unknown {
  const folder = join(machine.folder, "home/state/guard/projects");
  try {
    const [name = ""] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    return JSON.parse(readFileSync(join(folder, name), "utf8")).profiles;
  } catch {
    return "nothing";
  }
}

describe.skipIf(!canUseTerminal)("the offer", () => {
  test("is short, says what was found, and comes before the agent", async () => {
    const { waitFor } = await run();
    const screen = await waitFor((now) => CARD.test(now), "the card");
    expect(screen).toContain("node-dev");
    expect(screen).not.toContain("\nagent ran");
    const card = screen.slice(screen.indexOf("guard: work looks like"));
    expect(card.split("\n").length).toBeLessThanOrEqual(7);
  });

  test("a key that means nothing shows the keys again, and decides nothing", async () => {
    const { waitFor, press, status, screen } = await run();
    await waitFor((now) => CARD.test(now), "the card");
    await press("x");
    await waitFor((now) => now.split("use it here").length === 3, "the keys again");
    expect(await screen()).not.toContain("\nagent ran");
    expect(remembered()).toBe("nothing");
    await press("y");
    expect(await status()).toBe("0");
    expect(remembered()).toEqual(["node-dev"]);
  });

  test("what was answered with y counts in guard check, until it is forgotten", async () => {
    const { waitFor, press, status, screen, enter } = await run();
    await waitFor((now) => CARD.test(now), "the card");
    await press("y");
    expect(await status()).toBe("0");
    await enter(`clear; ${GUARD} check -- npm test`);
    expect(await status()).toBe("0");
    expect(await screen()).toContain("ALLOW");
    await enter(`clear; ${GUARD} policy forget`);
    expect(await status()).toBe("0");
    expect(await screen()).toContain("forgotten: node-dev");
    await enter(`clear; ${GUARD} check -- npm test`);
    expect(await status()).toBe("10");
    await enter("clear; @echo again");
    await waitFor((now) => CARD.test(now), "the card again");
  });

  test("y uses the profile and remembers it", async () => {
    const { waitFor, press, status, screen, enter } = await run();
    await waitFor((now) => CARD.test(now), "the card");
    await press("y");
    expect(await status()).toBe("0");
    expect(await screen()).toContain("profile node-dev");
    expect(remembered()).toEqual(["node-dev"]);
    await enter("clear; @echo again");
    expect(await status()).toBe("0");
    expect(await screen()).not.toMatch(CARD);
    expect(await screen()).toContain("profile node-dev");
  });

  test("n never asks again here", async () => {
    const { waitFor, press, status, screen, enter } = await run();
    await waitFor((now) => CARD.test(now), "the card");
    await press("n");
    expect(await status()).toBe("0");
    expect(remembered()).toEqual([]);
    await enter("clear; @echo again");
    expect(await status()).toBe("0");
    expect(await screen()).not.toMatch(CARD);
    expect(await screen()).not.toContain("profile node-dev");
  });

  test("Enter means not now: it asks next time", async () => {
    const { waitFor, press, status, enter } = await run();
    await waitFor((now) => CARD.test(now), "the card");
    await press("Enter");
    expect(await status()).toBe("0");
    expect(remembered()).toBe("nothing");
    await enter("clear; @echo again");
    await waitFor((now) => CARD.test(now), "the card again");
  });

  test("Ctrl-C ends guard run with 130, the terminal as it was, nothing left", async () => {
    const { waitFor, press, status, screen, enter } = await run("stty -g > before; @echo agent ran");
    await waitFor((now) => CARD.test(now), "the card");
    await press("C-c");
    expect(await status()).toBe("130");
    expect(await screen()).not.toContain("\nagent ran");
    expect(remembered()).toBe("nothing");
    await enter("stty -g | diff before - && echo same modes");
    await waitFor((now) => now.includes("\nsame modes"), "the modes");
    expect(machine.sessions).toEqual([]);
  });

  test.for([
    ["a profile was given", nothing, `${GUARD} run --gate off --profile go-dev -- echo agent ran`],
    ["the project has rules of its own", addRules, "@echo agent ran"],
    ["nothing was recognised", nothing, "mkdir -p sub/.git; cd sub; @echo agent ran"],
    ["stdout is no terminal", nothing, "@echo agent ran | cat"],
    ["nobody is to be asked", nothing, `${GUARD} run --gate off --console none -- echo agent ran`],
  ] as const)("does not come when %s", async ([, prepare, line]) => {
    prepare();
    const { status, screen } = await run(line);
    expect(await status()).toBe("0");
    expect(await screen()).toContain("\nagent ran");
    expect(await screen()).not.toMatch(CARD);
  });
});

function addRules(): void {
  mkdirSync(join(machine.work, ".guard"));
  writeFileSync(join(machine.work, ".guard/policy.yaml"), "version: 1\n");
}

function nothing(): void {
  // The project as it is.
}
