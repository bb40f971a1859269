/**
 * Every attempt at files, sockets, terminals and guard's own parts, in every tier, as root and as a plain user. Where a row is
 * open it must succeed, as it must without guard: so the list in docs/THREAT-MODEL.md stays true.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forUser, IN_BARE_HOME, IN_DEFAULT, IN_PLAN } from "./all-intrusions.ts";
import { type Attack, attack, expectOutcome } from "./attack.ts";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier, TIERS } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const HOOK_MS = 60_000;
/** In this order, in one world. */
const SESSIONS = [
  { session: "a session", mode: "default", all: IN_DEFAULT },
  { session: "PLAN", mode: "plan", all: IN_PLAN },
  { session: "an empty home", mode: "default", all: IN_BARE_HOME },
] as const;

describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  describe.each(["no guard", ...TIERS.filter((one) => hasTier(one, user))] as const)("%s", (tier) => {
    let world: World;
    beforeAll(async () => {
      world = await new World(user).inhabit();
    }, HOOK_MS);
    afterAll(() => world.dispose());

    describe.each(SESSIONS)("$session", ({ session, mode, all }) => {
      const rows = forUser(all, user);
      let made: Attack;
      beforeAll(async () => {
        if (session === "an empty home") world.moveToBareHome();
        const options = tier === "no guard" ? tier : [...HOW_TO[tier].options, "--mode", mode];
        made = await attack(world, options, rows);
      }, HOOK_MS);

      test.for(rows)("$name", (row, { skip }) => {
        const isOpen = tier === "no guard" ? row.stoppedBy !== "itself" : row.open.includes(tier);
        expectOutcome(row, { made, world, isOpen, skip });
      });

      test.skipIf(tier === "no guard")(
        "the start line says the tier, and the agent came to its end",
        async () => {
          if (tier !== "no guard") expect(made.run.stderr).toContain(`, ${HOW_TO[tier].says}, `);
          expect(await made.run.closed).toEqual({ code: 0, signal: null });
        },
      );
    });
  });
});
