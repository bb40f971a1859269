/* scratch: prints outcomes which differ */
import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { attack, missingFor } from "./attack.ts";
import { MACHINE } from "./attempts/machine.ts";
import { OWN_PARTS } from "./attempts/own-parts.ts";
import { PROCESSES_OUTSIDE } from "./attempts/processes-outside.ts";
import { SECRETS } from "./attempts/secrets.ts";
import { SOCKETS } from "./attempts/sockets.ts";
import { START_UP } from "./attempts/start-up.ts";
import { TERMINALS } from "./attempts/terminals.ts";
import { TIERS } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const ROWS = [SECRETS, SOCKETS, TERMINALS, START_UP, MACHINE, PROCESSES_OUTSIDE, OWN_PARTS].flat();
const only = process.env["TIERS"]?.split(",");
test.each(USERS)(
  "%s",
  async (user) => {
    for (const tier of ["no guard", ...TIERS] as const) {
      if (only && !only.includes(tier)) continue;
      const t = performance.now();
      const world = await new World(user).inhabit();
      const rows = ROWS.filter((row) => row.as === undefined || row.as === user);
      const t1 = performance.now();
      const made = await attack(world, tier, rows);
      const t2 = performance.now();
      let out = `== ${user} ${tier} made ${Math.round(t1 - t)} ran ${Math.round(t2 - t1)}\n${made.run.stderr.slice(0, 1500)}\n`;
      for (const row of rows) {
        const outcome = made.outcomes.get(row);
        const expected = tier === "no guard" || row.open.includes(tier);
        const absent = missingFor(row, made.facts, world);
        if (outcome?.succeeded !== expected)
          out += `${absent ? "(absent) " : ""}${outcome?.succeeded ? "SUCCEEDED" : "failed"}: ${row.name} [${row.stoppedBy}] — ${outcome?.says.slice(0, 150)}\n`;
      }
      writeFileSync(`/tmp/evx/out-${user.replace(" ", "-")}-${tier.replace(" ", "-")}`, out);
      writeFileSync(`/tmp/evx/raw-${user.replace(" ", "-")}-${tier.replace(" ", "-")}`, made.run.stdout);
      world.dispose();
    }
  },
  200_000,
);
