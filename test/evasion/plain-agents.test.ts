/** Agents as they are: node and bash with what they have built in. What they reach for stays hidden, and PLAN's project unwritten. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier, type Tier } from "./tier.ts";
import { giveTo, USERS } from "./user.ts";
import { World } from "./world.ts";

/** READ prints the file, WRITE adds a line to it; both go on after a refusal. */
const AGENTS = {
  node: `#!${process.execPath}
const fs = require("node:fs");
const attempt = (act) => { try { act(); } catch (problem) { console.log(problem.code); } };
attempt(() => console.log(fs.readFileSync("READ", "utf8")));
attempt(() => fs.appendFileSync("WRITE", "MARK\\n"));
`,
  bash: `#!/bin/bash
printf '%s\\n' "$(< READ)"
printf 'MARK\\n' >> WRITE
true
`,
} as const;

const REACHES = [
  { read: ".aws/credentials", write: "home/.bashrc", mode: "default" },
  { read: ".netrc", write: "work/src/main.ts", mode: "plan" },
] as const;

let world: World;
describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  beforeAll(() => {
    world = new World(user);
  });
  afterAll(() => world.dispose());

  describe.each(Object.entries(AGENTS))("%s", (name, text) => {
    describe.each(REACHES)("~/$read and $write", ({ read, write, mode }) => {
      test.for((["full", "gate"] satisfies Tier[]).filter((one) => hasTier(one, user)))(
        "%s",
        async (tier) => {
          const { folder } = world.machine;
          const agent = join(folder, "agents", name);
          const mark = `by-${name}-in-${tier}`;
          const [from, to] = [join(world.home, read), join(folder, write)];
          const filled = text.replace("READ", from).replace("WRITE", to).replace("MARK", mark);
          writeFileSync(agent, filled, { mode: 0o755 });
          giveTo(user, agent);
          const options = [...HOW_TO[tier].options, "--console", "none", "--mode", mode];
          const run = world.spawn(world.guard, ["run", ...options, "--", agent]);
          await run.closed;
          const isOpen = tier === "gate";
          expect(run.stdout.includes(world.secret), run.stdout).toBe(isOpen);
          expect(readFileSync(to, "utf8").includes(mark)).toBe(isOpen);
        },
      );
    });
  });
});
