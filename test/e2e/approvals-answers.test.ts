/** Each answer at a console: the real guard, an agent in one terminal, the person in another. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { readOr } from "../launcher/user-terminal.ts";
import { ask, cannotRun, openSession, openWorld, shownLine } from "./approvals-world.ts";

const LINE = "deploy staging";
const SHOWN = shownLine(LINE);

describe.skipIf(cannotRun)("an answer at the console", () => {
  test("a allows this check; the same line is asked again, and denied by d", async () => {
    const { world, console } = await openSession();
    const first = await ask(world, console, LINE);
    await console.answer("a", `allowed once: ${SHOWN}`);
    expect(await first.ended).toEqual({ status: "0", text: "" });
    const second = await ask(world, console, LINE);
    await console.answer("d", `denied: ${SHOWN}`);
    const { status, text } = await second.ended;
    expect(status).toBe("126");
    expect(text).toContain("guard: denied: a person said no");
    expect(world.ran).toBe("deploy staging\n");
  });

  test("s allows the line until the session ends; another line is asked; u takes it back", async () => {
    const { world, console } = await openSession();
    const first = await ask(world, console, LINE);
    await console.answer("s", `allowed until the session ends: ${SHOWN}`);
    expect((await first.ended).status).toBe("0");
    expect((await world.order(LINE)).status).toBe("0");
    const other = await ask(world, console, "deploy live");
    await console.press("d");
    expect((await other.ended).status).toBe("126");
    expect(world.ran).toBe("deploy staging\ndeploy staging\n");
    await console.shows("nothing waits for an answer");
    await console.answer("u", `taken back, it asks again: ${SHOWN}`);
    const again = await ask(world, console, LINE);
    await console.press("d");
    expect((await again.ended).status).toBe("126");
  });

  test("t allows for an hour, in the next session too", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, LINE);
    await console.answer("t", `allowed for an hour: ${SHOWN}`);
    expect((await ended).status).toBe("0");
    world.leave();
    await console.shows("no session runs");
    await world.runAgent(["--console", "wait"]);
    expect((await world.order(LINE)).status).toBe("0");
    expect(world.ran).toBe("deploy staging\ndeploy staging\n");
    expect(await world.run("grants")).toContain(LINE);
  });

  test("Enter denies, and r denies with a reason that the agent reads", async () => {
    const { world, console } = await openSession();
    const first = await ask(world, console, LINE);
    // In the first moment Enter does nothing: it may have been meant for something else.
    await console.shows(/asked +[1-9] s ago/);
    await console.answer("Enter", `denied: ${SHOWN}`);
    expect((await first.ended).status).toBe("126");
    const second = await ask(world, console, "deploy live");
    await console.answer("r", "deny, and tell the agent why:");
    await console.type("use the staging script");
    await console.shows("> use the staging script");
    await console.answer("Enter", `denied: ${shownLine("deploy live")}`);
    const { status, text } = await second.ended;
    expect(status).toBe("126");
    expect(text).toContain("use the staging script");
    expect(world.ran).toBe("");
  });

  test("D denies until the session ends: the second time nobody is asked", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, LINE);
    await console.answer("D", `denied until the session ends: ${SHOWN}`);
    expect((await ended).status).toBe("126");
    expect((await world.order(LINE)).status).toBe("126");
    await console.shows(/DENIED.*deploy staging[\s\S]*DENIED.*deploy staging/);
  });

  test("the countdown goes down, and nobody's answer is a denial", async () => {
    const { world, console } = await openSession("--timeout", "3");
    const { ended } = await ask(world, console, LINE);
    await console.shows(/ONLY 2 s left, then it is denied/);
    await console.shows(/ONLY 1 s left, then it is denied/);
    const { status, text } = await ended;
    expect(status).toBe("126");
    expect(text).toMatch(/nobody answered|no answer|time/);
    await console.shows(`its time is over: ${SHOWN}`);
  });
});

describe.skipIf(cannotRun)("always", () => {
  test("a wider rule goes into the user's file, whose comments stay", async () => {
    const world = openWorld();
    world.write(
      world.userPolicy,
      "# mine since 2019\nversion: 1\n# what I trust\ncommands:\n  - jq # json\n",
    );
    await world.runAgent(["--console", "wait"]);
    const console = await world.openConsole();
    // Without a shell around it: what is wrapped is offered in its exact words only.
    const ended = world.order("touch made", "as-program");
    await console.shows("┃ touch made");
    await console.answer("p", /1 exact +\(suggested\) exactly `touch made`[\s\S]*2 flags[\s\S]*3 program/);
    await console.press("3");
    await console.shows(/● 3 program[\s\S]*matches +touch with any arguments, in any folder/);
    await console.answer("Enter", /allowed .*touch made/);
    expect((await ended).status).toBe("0");
    // The command need not wait for the file.
    const text = await until("the rule in the file", () => {
      const now = readOr(world.userPolicy, "");
      return /approved-[0-9a-f]{8}/.test(now) ? now : undefined;
    });
    expect(text).toMatch(/^# mine since 2019\nversion: 1\n# what I trust\n/);
    expect(text).toContain("- jq # json");
    expect(text).toContain("added via mid-session approval");
    expect((await world.order("touch other", "as-program")).status).toBe("0");
    expect(existsSync(join(world.work, "other"))).toBe(true);
  });

  test("the narrowest rule goes into the project's file", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, "npm run build");
    await console.answer("p", /1 exact/);
    await console.press("1");
    await console.shows("● 1 exact");
    await console.press("j");
    await console.shows(/● project: /);
    await console.answer("Enter", /allowed .*npm run build/);
    expect((await ended).status).toBe("0");
    expect(existsSync(world.userPolicy)).toBe(false);
    await until("the rule in the file", () =>
      readOr(world.projectPolicy, "").includes('exactly: ["run", "build"]') ? true : undefined,
    );
    expect((await world.order("npm run build")).status).toBe("0");
    const other = await ask(world, console, "npm run lint");
    await console.press("d");
    expect((await other.ended).status).toBe("126");
  });
});
