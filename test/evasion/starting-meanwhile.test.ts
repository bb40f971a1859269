/**
 * A session starts while the agent of another one may have put rules of its own in the place of the user's. The other session
 * is a process that says so; how it knows is test/daemon/own-folders.test.ts.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier } from "./tier.ts";
import { asUser, giveTo, numberOf, USERS } from "./user.ts";
import { World } from "./world.ts";

const AGENT = `#!/usr/bin/python3
open("agent-ran", "w").close()
`;
const SESSION = `other-${process.pid}`;

type Says = (folder: string) => { readonly moved: object | null; readonly folders: object };
const inPlace = (folder: string): string => {
  const { dev, ino } = statSync(folder);
  return `${dev}:${ino}`;
};

/** What the other one says of the user's rules, and what is told then; undefined: the session starts. */
const ROWS: Record<string, readonly [says: Says, told: ((folder: string) => string) | undefined]> = {
  "in their place": [(folder) => ({ moved: null, folders: { [folder]: inPlace(folder) } }), undefined],
  moved: [
    (path) => ({ moved: { path, how: "moved" }, folders: { [path]: inPlace(path) } }),
    (folder) => `session ${SESSION} is being ended: ${folder} was moved while its agent ran`,
  ],
  "another folder": [
    (folder) => ({ moved: null, folders: { [folder]: "1:2" } }),
    (folder) => `${folder} is not the folder that session ${SESSION} began with`,
  ],
};
const TIERS = ["full", "advisory"] as const;

let world: World;
describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  beforeEach(() => {
    world = new World(user);
  });
  afterEach(() => world.dispose());

  async function startOther(says: object): Promise<() => Promise<void>> {
    const name = `\0guard/own/${numberOf(user)}/${SESSION}`.padEnd(108, "\0");
    const text = JSON.stringify({ v: 1, session: SESSION, view: readlinkSync("/proc/self/ns/mnt"), ...says });
    const script = `require("node:net").createServer((socket) => socket.end(process.argv[1]))
      .listen(${JSON.stringify(name)}, () => console.log("up"))`;
    const other = spawn(process.execPath, ["-e", script, text], { cwd: "/", ...asUser(user) });
    await new Promise((up) => other.stdout.once("data", up));
    const ended = new Promise<void>((resolve) => other.once("exit", () => resolve()));
    return () => {
      other.kill("SIGKILL");
      return ended;
    };
  }

  const rows = TIERS.flatMap((tier) =>
    Object.entries(ROWS).map(([name, row]) => [tier, name, ...row] as const),
  );
  test.for(rows.filter(([tier]) => hasTier(tier, user)))(
    "%s: the user's rules are %s",
    async ([tier, , says, told]) => {
      const agent = join(world.machine.folder, "agents/agent");
      writeFileSync(agent, AGENT, { mode: 0o755 });
      giveTo(user, agent);
      const folder = join(world.home, ".config/guard");
      const endOther = await startOther(says(folder));
      const run = world.spawn(world.guard, [
        ...["run", ...HOW_TO[tier].options, "--console", "none"],
        ...["--", agent],
      ]);
      const { code } = await run.closed;
      await endOther();
      const ran = readdirSync(world.project).includes("agent-ran");
      if (told === undefined) return expect({ code, ran }, run.stderr).toEqual({ code: 0, ran: true });
      expect({ code, ran }, run.stderr).toEqual({ code: 125, ran: false });
      expect(run.stderr).toContain(told(folder));
      expect(run.stderr).toContain("nothing was started");
      const audit = readFileSync(join(world.home, ".local/state/guard/audit/permissions.jsonl"), "utf8");
      expect(audit).toContain("guard.folder-replaced");
    },
  );
});
