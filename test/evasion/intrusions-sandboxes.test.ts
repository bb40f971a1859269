/**
 * The same attempts by an agent that may make sandboxes of its own (--sandboxes allow): what is hidden and held stays so, with
 * mount namespaces too. Left out is what moves names from a namespace in which nothing is mounted: self-approval.test.ts has
 * what becomes of guard's own, and docs/THREAT-MODEL.md what of the rest.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forUser, IN_DEFAULT, IN_PLAN } from "./all-intrusions.ts";
import { type Attack, attack, expectOutcome } from "./attack.ts";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const HOOK_MS = 60_000;
const MOVES_NAMES = "changes.from_empty_namespace";
const canRun = whyNot.length === 0 && USERS.includes("plain user") && hasTier("full", "plain user");

describe.skipIf(!canRun)("as plain user, with sandboxes", () => {
  let world: World;
  beforeAll(async () => {
    world = await new World("plain user").inhabit();
  }, HOOK_MS);
  afterAll(() => world.dispose());

  describe.each([
    ["default", IN_DEFAULT],
    ["plan", IN_PLAN],
  ] as const)("%s", (mode, all) => {
    const rows = forUser(all, "plain user").filter(({ way }) => way[0] !== MOVES_NAMES);
    let made: Attack;
    beforeAll(async () => {
      const options = [...HOW_TO.full.options, "--mode", mode, "--sandboxes", "allow"];
      made = await attack(world, options, rows);
    }, HOOK_MS);

    test.for(rows)("$name", (row, { skip }) => {
      expectOutcome(row, { made, world, isOpen: row.open.includes("full"), skip });
    });

    test("the start line says so, and the agent came to its end", async () => {
      expect(made.run.stderr).toContain("sandboxes of the agent's own are allowed (by --sandboxes allow)");
      expect(await made.run.closed).toEqual({ code: 0, signal: null });
    });
  });
});
