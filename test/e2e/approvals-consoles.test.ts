/** Consoles come and go, and questions stay; modes, suggestions, loops; what an agent writes to fool the eye. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../helpers/until.ts";
import { GUARD } from "../launcher/guard-run.ts";
import { readOr } from "../launcher/user-terminal.ts";
import { ask, cannotRun, openSession, shownLine } from "./approvals-world.ts";

const LINE = "deploy staging";
const SHOWN = shownLine(LINE);

describe.skipIf(cannotRun)("consoles", () => {
  test("a card is whole at every size, also if the size changes under it", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, LINE);
    await console.resize(40, 12);
    await console.shows(/┃ deploy staging[\s\S]*│ a allow once/);
    for (const row of (await console.view()).trimEnd().split("\n"))
      expect([...row].length).toBeLessThanOrEqual(40);
    await console.resize(120, 40);
    await console.shows(/┃ deploy staging[\s\S]*rule +mode.default[\s\S]*D deny for session/);
    await console.resize(80, 24);
    await console.answer("a", `allowed once: ${SHOWN}`);
    expect((await ended).status).toBe("0");
  });

  test("of two consoles that answer the same question one counts, and the other says what happened", async () => {
    const { world, console } = await openSession();
    const other = await world.openConsole();
    const { ended } = await ask(world, console, LINE);
    await other.shows(`┃ ${SHOWN}`);
    await other.shows(/asked +[1-9] s ago/);
    await Promise.all([console.press("a"), other.press("d")]);
    const [mine, others] = await Promise.all([console.shows(/^└ \w/m), other.shows(/^└ \w/m)]);
    const { status } = await ended;
    expect(world.ran).toBe(status === "0" ? `${LINE}\n` : "");
    const [winner, loser] = status === "0" ? [mine, others] : [others, mine];
    expect(winner).toContain(status === "0" ? `allowed once: ${SHOWN}` : `denied: ${SHOWN}`);
    expect(loser).toMatch(/└ (?:answered elsewhere|not answered)/);
  });

  test("a console that is killed answers nothing: the question stays, and another one answers it", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, LINE);
    const pid = Number(await console.command("display-message", "-p", "#{pane_pid}"));
    process.kill(pid, "SIGKILL");
    const other = await world.openConsole();
    await other.shows(`┃ ${SHOWN}`);
    await other.answer("a", `allowed once: ${SHOWN}`);
    expect((await ended).status).toBe("0");
  });

  test("a console that is ended by SIGTERM gives the terminal back as it was", async () => {
    const { world, console } = await openSession();
    await ask(world, console, LINE);
    const user = await world.openTerminal();
    await user.enter("stty -g > before; echo what was here");
    await user.shows("what was here");
    await user.enter(`sh -c 'echo $$ > pid; exec ${GUARD} console --no-notice'`);
    await user.shows(`┃ ${SHOWN}`);
    process.kill(Number(readOr(join(world.work, "pid"), "")), "SIGTERM");
    await user.shows(/1 question waits on; guard pending lists what does[\s\S]*ready 143 \$/);
    await user.enter("stty -g > after; cmp before after && echo the same");
    await user.shows(/what was here[\s\S]*\nthe same/);
    expect(await user.facts()).toMatch(/cursor_flag=1 alternate_on=0 .*wrap_flag=1/);
  });

  test("leaving by q answers nothing and says what waits", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, LINE);
    const user = await world.openTerminal();
    await user.enter(`${GUARD} console --no-notice`);
    await user.shows(`┃ ${SHOWN}`);
    await user.press("q");
    await user.shows(/1 question waits on; guard pending lists what does[\s\S]*ready 0 \$/);
    await console.answer("a", `allowed once: ${SHOWN}`);
    expect((await ended).status).toBe("0");
  });

  test("one console has the questions of two sessions", async () => {
    const { world, console } = await openSession();
    const second = world.openProject("second");
    await world.runAgent(["--console", "wait"], world.agent, second);
    await console.shows("(2 sessions)");
    const one = await ask(world, console, LINE);
    const two = world.order("deploy live", "by-shell", second);
    await console.shows(/deploy live[\s\S]*1 of 2/);
    await console.answer("a", `allowed once: ${SHOWN}`);
    await console.shows(new RegExp(`┃ ${shownLine("deploy live")}[\\s\\S]*in +${second}`));
    await console.answer("d", `denied: ${shownLine("deploy live")}`);
    expect([(await one.ended).status, (await two).status]).toEqual(["0", "126"]);
  });
});

describe.skipIf(cannotRun)("more than questions", () => {
  test("m switches the mode, and what the new one decides is no question any more", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, "touch made");
    await console.answer("m", /f full-auto/);
    await console.answer("f", /y yes/);
    await console.answer("y", /is in mode full-auto now/);
    expect((await ended).status).toBe("0");
    await console.shows(/agent · full-auto/);
    expect((await world.order("touch more")).status).toBe("0");
  });

  test("? and m work while nothing waits", async () => {
    const { world, console } = await openSession();
    await console.answer("?", "what the keys do");
    await console.answer("x", "nothing waits for an answer");
    await console.answer("m", /f full-auto/);
    await console.answer("p", /is in mode plan now/);
    expect((await world.order("touch made")).status).toBe("126");
  });

  test("after three denials another mode is suggested, and PLAN can be taken", async () => {
    const { world, console } = await openSession();
    for (const part of ["one", "two", "three"]) {
      const { ended } = await ask(world, console, `deploy ${part}`);
      await console.press("d");
      expect((await ended).status).toBe("126");
    }
    await console.shows(/another mode for session[\s\S]*you said no 3 times in a row/);
    // A key in the first moment may have been meant for the card before.
    await console.insist("p", /agent · plan/);
    const { status, text } = await world.order("deploy four");
    expect(status).toBe("126");
    expect(text).not.toContain("a person said no");
  });

  test("the same wish in a third spelling is denied at once, and one card tells of all", async () => {
    const { world, console } = await openSession();
    for (const line of ["rm -rf build", "rm -r ./build"]) {
      world.addFolder("build");
      const { ended } = await ask(world, console, line);
      await console.press("d");
      expect((await ended).status).toBe("126");
    }
    const third = await world.order("find build -delete");
    expect(third.status).toBe("126");
    expect(third.text).toContain("guard.loop");
    await console.shows(/tried 3 spellings of: deletes build[\s\S]*┃ rm -rf build[\s\S]*find build -delete/);
    // A key in the first moment may have been meant for the card before.
    await console.insist("a", "└ the next try is a question again");
    const { ended } = await ask(world, console, "rm -rf build");
    await console.press("d");
    expect((await ended).status).toBe("126");
  });
});

describe.skipIf(cannotRun)("a hostile command", () => {
  test("shows no control or invisible characters, and says so", async () => {
    const { world, console } = await openSession();
    const esc = "\u001b";
    const bidi = "\u202e";
    void world.order(`deploy ${esc}[2J${esc}]0;title${"\u0007"} a${bidi}b\u200bc`);
    await console.shows(/BEWARE/);
    const raw = await console.command("capture-pane", "-p", "-e");
    expect(raw).not.toContain(bidi);
    expect(raw).not.toContain("\u200b");
    expect(raw).toContain("┃");
    expect(await console.command("display-message", "-p", "#{pane_title}")).not.toContain("title");
    await console.press("d");
    await console.shows(/nothing waits for an answer/);
  });

  test("one that is longer than the screen cannot be allowed before its end was seen", async () => {
    const { world, console } = await openSession();
    const line = `deploy ${Array.from({ length: 400 }, (_, index) => `word-${index}`).join(" ")} the-end`;
    const ended = world.order(line);
    await console.shows("PgDn: THE COMMAND GOES ON");
    expect(await console.view()).not.toContain("the-end");
    await console.answer("a", "PgDn first: the command goes on below");
    for (let page = 0; !(await console.view()).includes("the-end"); page++) {
      const before = await console.view();
      await console.press("PageDown");
      await until("the next page", async () => (await console.view()) !== before || undefined);
      expect(page).toBeLessThan(40);
    }
    await console.answer("a", "allowed once");
    expect((await ended).status).toBe("0");
    expect(world.ran).toContain("the-end");
  });
});
