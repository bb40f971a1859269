/** What an agent leaves in start-up files, where no mount can hold them, is told when it has ended: by the real guard run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier, type Tier } from "./tier.ts";
import { USERS } from "./user.ts";
import { World } from "./world.ts";

const HOOK_MS = 60_000;

interface Row {
  readonly name: string;
  /** Of the agent, in JavaScript: `home`, `make(name, text)`, `again(name, text)`, which may be refused. */
  readonly does: string;
  readonly options?: readonly string[];
  /** In other tiers nothing. */
  readonly tiers?: readonly Tier[];
  /** Below the home folder; with how. */
  readonly told: readonly string[];
  /** Where it is not recorded: nobody is left to do it. */
  readonly record?: "none";
  readonly code?: number;
}

/** In this order, in one world: each session finds what the one before left. */
const ROWS: readonly Row[] = [
  { name: "nothing is said where nothing changed", does: "", told: [] },
  {
    name: "files that were not there",
    does: `make(".tcshrc"); make(".config/nushell/autoload/x.nu"); make("Library/LaunchAgents/x.plist")`,
    told: [
      "~/.config/nushell/autoload/x.nu (new)",
      "~/.tcshrc (new)",
      "~/Library/LaunchAgents/x.plist (new)",
    ],
  },
  {
    name: "files that were not there, where nothing holds those that guard makes",
    does: `make(".bash_profile"); make(".config/environment.d/x.conf"); make(".local/share/systemd/user/x.service")`,
    tiers: ["gate", "advisory"],
    told: [
      "~/.bash_profile (new)",
      "~/.config/environment.d/x.conf (new)",
      "~/.local/share/systemd/user/x.service (new)",
    ],
  },
  {
    name: "the command guard, and another before it on PATH",
    does: `make("bin/guard"); fs.rmSync(home + "/.local/bin/guard"); fs.symlinkSync("../../bin/guard", home + "/.local/bin/guard")`,
    tiers: ["gate", "advisory"],
    told: ["~/.local/bin/guard (leads elsewhere)", "~/bin/guard (new)"],
  },
  {
    name: "a program before one of the same name, and none that only has a name of its own",
    does: `make("bin/git"); make(".local/bin/of-its-own"); fs.writeFileSync(home + "/bin/ssh", "no program")`,
    told: ["~/bin/git (new, found before /usr/bin/git)"],
  },
  {
    name: "a folder of gpg's, where there was none",
    does: `make(".gnupg-of-agent/gpg-agent.conf", "pinentry-program /tmp/x")`,
    told: ["~/.gnupg-of-agent (new)"],
  },
  {
    name: "a file whose content is another",
    does: `make("Library/LaunchAgents/x.plist", "# other")`,
    told: ["~/Library/LaunchAgents/x.plist (other content)"],
  },
  {
    name: "nothing is said of the same bytes written again",
    does: `make("Library/LaunchAgents/x.plist", "# other"); again(".bashrc"); again(".profile")`,
    told: [],
  },
  {
    name: "a start-up file that was there, where nothing holds it",
    does: `try { fs.appendFileSync(home + "/.bashrc", "x") } catch {}`,
    tiers: ["gate", "advisory"],
    told: ["~/.bashrc (other content)"],
  },
  {
    name: "a name that would move the cursor, by its code points",
    does: `make(".config/plasma-workspace/env/\\u001b[2K\\u202e.sh")`,
    told: ["~/.config/plasma-workspace/env/<U+001B>[2K<U+202E>.sh (new)"],
  },
  {
    name: "what a process writes that outlives the agent",
    // It is ended by guard with SIGTERM.
    does: `spawn(process.execPath, ["-e", ${JSON.stringify(`
      process.on("SIGTERM", () => { require("fs").writeFileSync(process.env.HOME + "/.zprofile", "x"); process.exit() });
      setInterval(() => undefined, 1000); console.log("ready")`)}], { detached: true, stdio: ["ignore", "pipe", "ignore"] })
      .stdout.on("data", () => process.exit())`,
    tiers: ["advisory", "confined"],
    told: ["~/.zprofile (new)"],
  },
  {
    name: "nothing is said with --keep: the tree goes on",
    does: `make(".cshrc")`,
    options: ["--keep"],
    told: [],
  },
  {
    name: "also when the session was lost",
    does: `make(".zshenv", "x"); process.kill(daemon(), "SIGKILL"); setInterval(() => undefined, 1000)`,
    tiers: ["advisory"],
    told: ["~/.zshenv (new)"],
    record: "none",
    code: 125,
  },
  {
    name: "PLAN: another folder in the project's place",
    does: `fs.renameSync(process.cwd(), home + "/elsewhere"); fs.mkdirSync(project)`,
    options: ["--mode", "plan"],
    tiers: ["advisory"],
    told: ["{project} (something else in its place)"],
  },
];

const AGENT = `
const fs = require("fs"), path = require("path"), { spawn } = require("child_process");
const home = process.env.HOME, project = process.cwd();
const make = (name, text = "") => {
  fs.mkdirSync(path.dirname(home + "/" + name), { recursive: true });
  fs.writeFileSync(home + "/" + name, text, { mode: 0o755 });
};
const again = (name) => { const text = fs.readFileSync(home + "/" + name); try { fs.writeFileSync(home + "/" + name, text) } catch {} };
const daemon = () => {
  const sessions = process.env.XDG_RUNTIME_DIR + "/guard/" + process.env.GUARD_SESSION;
  return JSON.parse(fs.readFileSync(sessions + "/control/session.json")).daemon.pid;
};
`;

const TRIED: readonly Tier[] = ["full", "advisory"];

describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  describe.each(TRIED.filter((tier) => hasTier(tier, user)))("%s", (tier) => {
    let world: World;
    beforeAll(() => {
      world = new World(user);
      world.machine.env["GNUPGHOME"] = join(world.home, ".gnupg-of-agent");
    }, HOOK_MS);
    afterAll(() => world.dispose());

    const rows = ROWS.filter(({ tiers }) => tiers === undefined || tiers.includes(tier));
    test.for(rows)("$name", async ({ does, options = [], told, record, code = 0 }) => {
      const before = records(world).length;
      const args = ["run", "--console", "none", ...HOW_TO[tier].options, ...options];
      const run = world.spawn(world.guard, [...args, "--", process.execPath, "-e", `${AGENT}${does}`]);
      expect(await run.closed, run.stderr).toEqual({ code, signal: null });
      const wanted = told.map((text) => text.replace("{project}", world.project));
      expect(saidOf(world, run.stderr), run.stderr).toEqual(wanted);
      const isSaid = /^guard: these run outside of guard/m.test(run.stderr);
      if (told.length > 0) expect(isSaid).toBe(true);
      const full = wanted.map((text) => text.replace(/^~/, world.home));
      const recorded = records(world).slice(before).flatMap(filesOf).map(visible);
      expect(recorded.filter((text) => isOurs(text, world))).toEqual(record === "none" ? [] : full);
    });
  });
});

/** Other tests change files of the machine meanwhile, and root is told of those too. */
function isOurs(text: string, world: World): boolean {
  return text.startsWith(world.machine.folder);
}

function saidOf(world: World, stderr: string): readonly string[] {
  return [...stderr.matchAll(/^guard: changed while the agent ran: (.*)$/gm)]
    .map(([, text = ""]) => text)
    .filter((text) => text.startsWith("~/") || isOurs(text, world));
}

interface AuditRecord {
  readonly details?: { readonly rule?: string; readonly files?: readonly string[] };
}

function filesOf({ details }: AuditRecord): readonly string[] {
  return details?.rule === "guard.start-up-changed" ? (details.files ?? []) : [];
}

/** The record has the name itself. */
const visible = (text: string) => text.replace("\u001b", "<U+001B>").replace("\u202e", "<U+202E>");

function records(world: World): readonly AuditRecord[] {
  const file = join(world.home, ".local/state/guard/audit/permissions.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as AuditRecord);
}
