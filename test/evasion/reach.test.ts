/** Every attempt at files, sockets, terminals and guard's own parts, in every tier, as root and as a plain user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Attack, attack, missingFor } from "./attack.ts";
import { MACHINE } from "./attempts/machine.ts";
import { OWN_PARTS } from "./attempts/own-parts.ts";
import { PROCESSES_OUTSIDE } from "./attempts/processes-outside.ts";
import { SECRETS } from "./attempts/secrets.ts";
import { SOCKETS } from "./attempts/sockets.ts";
import { START_UP } from "./attempts/start-up.ts";
import { TERMINALS } from "./attempts/terminals.ts";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, TIERS } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const GROUPS = { SECRETS, SOCKETS, TERMINALS, START_UP, MACHINE, PROCESSES_OUTSIDE, OWN_PARTS };
const ROWS = Object.values(GROUPS).flat();
/** A session with all of them. */
const HOOK_MS = 60_000;

describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  describe.each(["no guard", ...TIERS] as const)("%s", (tier) => {
    let world: World;
    let made: Attack;
    beforeAll(async () => {
      world = await new World(user).inhabit();
      made = await attack(
        world,
        tier,
        ROWS.filter((row) => row.as === undefined || row.as === user),
      );
    }, HOOK_MS);
    afterAll(() => world.dispose());

    test.skipIf(tier === "no guard")("the start line says the tier", () => {
      if (tier !== "no guard") expect(made.run.stderr).toContain(`, ${HOW_TO[tier].says}`);
    });

    describe.each(Object.entries(GROUPS))("%s", (_, rows) => {
      const here = rows.filter((row) => row.as === undefined || row.as === user);
      test.for(here)("$name: $stoppedBy", (row, { skip }) => {
        const absent = missingFor(row, made.facts, world);
        if (absent !== undefined) skip(absent);
        const isOpen = tier === "no guard" || row.open.includes(tier);
        const outcome = made.outcomes.get(row);
        expect(outcome?.succeeded, outcome?.says).toBe(isOpen);
      });
    });
  });
});
