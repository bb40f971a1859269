/** Many questions at once, and what must be confirmed. */
import { describe, expect, test } from "vitest";
import { readOr } from "../launcher/user-terminal.ts";
import type { Terminal } from "./approvals-terminal.ts";
import { ask, cannotRun, openSession, shownLine, type World } from "./approvals-world.ts";

const TEN = Array.from({ length: 10 }, (_, index) => `deploy part-${index + 1}`);
const DELETES = "kubectl delete pod web";

/** All of them at once; resolves when all wait. */
async function askAll(world: World, console: Terminal, lines: readonly string[]) {
  const ended = lines.map((line) => world.order(line));
  await console.shows(new RegExp(`${lines.length} wait`));
  return () => Promise.all(ended);
}

const byText = (a: string, b: string) => a.localeCompare(b);
const statuses = async (all: () => Promise<{ status: string }[]>) =>
  (await all()).map(({ status }) => status);

describe.skipIf(cannotRun)("a queue of ten", () => {
  test("each has its card, Tab goes to the next, b back, and an answer brings the next one", async () => {
    const { world, console } = await openSession();
    const all = await askAll(world, console, TEN);
    await console.shows(/1 of 10/);
    await console.press("Tab");
    await console.shows(/2 of 10/);
    await console.press("b");
    await console.shows(/1 of 10/);
    for (let left = 10; left > 1; left--) {
      await console.answer("d", new RegExp(`1 of ${left - 1}|◆ needs a look(?! · )`));
    }
    // After so many a mode may be suggested in the place of the empty list.
    await console.answer("d", /nothing waits/);
    expect(await statuses(all)).toEqual(TEN.map(() => "126"));
    expect(world.ran).toBe("");
  });

  test("A lists them all, asks once more, and leaves out what must be confirmed", async () => {
    const { world, console } = await openSession();
    await console.resize(80, 40);
    const all = await askAll(world, console, [...TEN, DELETES]);
    await console.answer("A", "allow all of these until their session ends?");
    await console.shows("left out: 1 must be confirmed one by one");
    await console.answer("y", /allowed until the session ends: 10/);
    await console.shows(/DANGEROUS, MUST BE CONFIRMED/);
    await console.press("d");
    expect((await statuses(all)).toSorted(byText)).toEqual([...TEN.map(() => "0"), "126"]);
    expect(world.ran.split("\n").toSorted(byText).slice(1)).toEqual(TEN.toSorted(byText));
    expect((await world.order(TEN[3] ?? "")).status).toBe("0");
  });

  test("A on a small screen answers only what was shown", async () => {
    const { world, console } = await openSession();
    const all = await askAll(world, console, TEN);
    await console.resize(60, 14);
    await console.answer("A", /the \d+ that were shown/);
    const shown = Number(/the (\d+) that were shown/.exec(await console.view())?.[1]);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(10);
    await console.answer("y", `allowed until the session ends: ${shown}`);
    await console.shows(new RegExp(`${10 - shown} wait`));
    await console.answer("X", "deny all of these?");
    await console.press("PageDown", "PageDown", "PageDown", "PageDown");
    await console.shows(/deny all/);
    await console.answer("y", /denied: /);
    await console.resize(80, 24);
    // At the top: below it another mode may be suggested, or not, as the last ones happened to be denied.
    await console.shows(/nothing waits ·/);
    expect((await statuses(all)).filter((status) => status === "0")).toHaveLength(shown);
  });

  test("X denies them all, with what must be confirmed", async () => {
    const { world, console } = await openSession();
    await console.resize(80, 40);
    const all = await askAll(world, console, [...TEN, DELETES]);
    await console.answer("X", "deny all of these?");
    await console.answer("y", /denied: 11/);
    expect(await statuses(all)).toEqual([...TEN, DELETES].map(() => "126"));
    expect(world.ran).toBe("");
  });

  test("S saves a rule for each, but for what must be confirmed", async () => {
    const { world, console } = await openSession();
    await console.resize(80, 40);
    const all = await askAll(world, console, [...TEN.slice(0, 3), DELETES]);
    await console.answer("S", "allow all of these always");
    await console.shows("left out: 1 must be confirmed one by one");
    await console.answer("y", /allowed always: 3/);
    await console.shows(/DANGEROUS, MUST BE CONFIRMED/);
    await console.press("d");
    expect((await statuses(all)).toSorted(byText)).toEqual(["0", "0", "0", "126"]);
    const rules = readOr(world.userPolicy, "");
    expect(rules.match(/id: approved-/g)).toHaveLength(3);
    expect(rules).not.toContain("kubectl");
  });

  test("Esc answers nothing", async () => {
    const { world, console } = await openSession();
    const all = await askAll(world, console, TEN.slice(0, 2));
    await console.answer("A", "allow all of these");
    await console.answer("Escape", /1 of 2/);
    await console.answer("X", "deny all of these?");
    await console.answer("y", "denied: 2");
    await all();
  });
});

describe.skipIf(cannotRun)("what must be confirmed", () => {
  test("runs after the whole word and o, and only once", async () => {
    const { world, console } = await openSession();
    const { ended } = await ask(world, console, DELETES);
    await console.shows("changes, restarts or deletes workloads");
    await console.answer("a", "this one must be confirmed");
    await console.type("C");
    await console.shows("> C");
    await console.type("ONFIR");
    await console.shows("> CONFIR");
    await console.press("o");
    await console.press("Enter");
    await console.shows("type CONFIRM in capital letters (Esc clears)");
    await console.press("BSpace");
    await console.type("M");
    await console.shows("CONFIRM: allow it for how long?");
    await console.answer("o", `allowed once: ${shownLine(DELETES)}`);
    expect((await ended).status).toBe("0");
    expect(world.ran).toBe(`${DELETES}\n`);
    const again = await ask(world, console, DELETES);
    await console.shows(/asked +[1-9] s ago/);
    await console.answer("Enter", `denied: ${shownLine(DELETES)}`);
    expect((await again.ended).status).toBe("126");
    expect(world.ran).toBe(`${DELETES}\n`);
  });
});
