/** On a terminal: the agent's own goes on working in every tier, and nobody else's is reached. */
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forUser } from "./all-intrusions.ts";
import { type Attack, attack } from "./attack.ts";
import { TERMINALS } from "./attempts/terminals.ts";
import { whyNot } from "./guard-machine.ts";
import { type Intrusion, intrusion } from "./intrusion.ts";
import { HOW_TO, hasTier, TIERS } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const SCRIPT = "/usr/bin/script";
const HOOK_MS = 60_000;
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
const onTerminal = {
  wrap: (argv: readonly string[]) => [SCRIPT, "-qec", argv.map(quoted).join(" "), "/dev/null"],
};

const says = (name: string, way: Intrusion["way"], text: string): Intrusion =>
  intrusion("nothing", name, way, { kind: "leaks", text });

/** What every program on a terminal may expect. */
const WORKS: readonly Intrusion[] = [
  says("the terminal's name leads to the very same terminal", ["terminals.own_name"], "the same: /dev/pts/"),
  says("/dev/tty is that terminal", ["terminals.own_by_tty"], "/dev/"),
  says("a terminal can be made, and opened by its name", ["terminals.makes_one"], "xyz"),
  says(
    "a program runs on a terminal of the agent's own making",
    ["terminals.spawns", "/bin/ls", "/proc/self/fd"],
    "0 ",
  ),
];

/** There is one only here. */
const GUARDS: Intrusion = intrusion(
  "own /dev",
  "the terminal on which guard asks is written to",
  ["terminals.writes_to_terminal_of", "{launcher}", "{mark}"],
  { kind: "is shown" },
);

describe.skipIf(whyNot.length > 0 || !existsSync(SCRIPT)).each(USERS)("as %s", (user) => {
  describe.each(TIERS.filter((one) => hasTier(one, user)))("%s", (tier) => {
    const foreign = [...forUser(TERMINALS, user), GUARDS];
    let world: World;
    let made: Attack;
    beforeAll(async () => {
      world = await new World(user, onTerminal).inhabit();
      made = await attack(world, [...HOW_TO[tier].options], [...WORKS, ...foreign]);
    }, HOOK_MS);
    afterAll(() => world.dispose());

    test.for(WORKS)("$name", (row) => {
      expect(made.outcomes.get(row)).toMatchObject({ succeeded: true });
    });

    test.for(foreign)("$name", (row) => {
      const outcome = made.outcomes.get(row);
      expect(outcome?.succeeded, outcome?.says).toBe(row.open.includes(tier));
    });
  });
});
