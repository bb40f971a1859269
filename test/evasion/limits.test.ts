/** On machines that have less: guard run starts in the best tier that is left, says which, and that tier holds what it should. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forUser, IN_DEFAULT } from "./all-intrusions.ts";
import { type Attack, attack } from "./attack.ts";
import { whyNot } from "./guard-machine.ts";
import { LIMITS, whyNoSuchMachine } from "./limits.ts";
import { HOW_TO, hasTier } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const HOOK_MS = 60_000;

describe.skipIf(whyNot.length > 0).each(LIMITS)("$name", (limits) => {
  const isOurs =
    USERS.includes(limits.user) && (limits.startedBy === undefined || USERS.includes(limits.startedBy));
  const canBe = hasTier(limits.best, limits.user);
  const absent = isOurs && canBe ? whyNoSuchMachine(limits) : "it needs root, and bubblewrap for some";
  if (absent !== undefined) process.stderr.write(`evasion: ${limits.name} is skipped: ${absent}\n`);
  const rows = forUser(IN_DEFAULT, limits.inside ?? limits.user);
  let world: World;
  let made: Attack;
  beforeAll(async () => {
    if (absent !== undefined) return;
    world = await new World(limits.user, limits).inhabit();
    made = await attack(world, [], rows);
  }, HOOK_MS);
  afterAll(() => world?.dispose());

  test.skipIf(absent !== undefined)(`it starts as ${limits.best}, and says so`, async () => {
    expect(made.run.stderr).toContain(`, ${HOW_TO[limits.best].says}, `);
    expect(await made.run.closed).toEqual({ code: 0, signal: null });
  });

  test.skipIf(absent !== undefined)("nothing succeeds but what that tier leaves open", () => {
    const succeeded = rows.filter((row) => made.outcomes.get(row)?.succeeded === true);
    expect(succeeded.filter(({ open }) => !open.includes(limits.best)).map(({ name }) => name)).toEqual([]);
    // The agent was there, and tried.
    expect(succeeded.length).toBeGreaterThan(0);
  });
});
