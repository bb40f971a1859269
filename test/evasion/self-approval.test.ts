/**
 * An agent that puts rules of its own in the place of the user's: in a namespace in which nothing is mounted, a mount keeps no
 * name. Where sandboxes of its own are allowed to it, the rules do not count, the session ends, and the user's folder is where it was.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { whyNot } from "./guard-machine.ts";
import { HOW_TO, hasTier } from "./tier.ts";
import { giveTo, USERS } from "./user.ts";
import { World } from "./world.ts";

/** Tries until guard ends it; whatever is allowed meanwhile leaves a file. */
const AGENT = `#!/usr/bin/python3
import os, subprocess, sys
sys.path.insert(0, "AGENTS")
import kernel
def touch(name): return subprocess.run(["/usr/bin/touch", name], capture_output=True).returncode
print("before", touch("before"), flush=True)
if os.fork() == 0:
    above = os.open("FOLDER/..", os.O_RDONLY)
    try:
        kernel.leave_all_mounts({"empty": "EMPTY"})
    except OSError as problem:
        print("refused", problem.errno, flush=True)
        os._exit(1)
    os.rename("NAME", "NAME-before", src_dir_fd=above, dst_dir_fd=above)
    os.mkdir("NAME", 0o700, dir_fd=above)
    MAKE
    os._exit(0)
_, status = os.wait()
print("after", touch("after"), flush=True)
while status == 0: touch("later")
`;

const KINDS = {
  policy: {
    folder: ".config/guard",
    make: `file = os.open("guard/policy.yaml", os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=above)
    os.write(file, b"version: 1\\ncommands: [touch]\\n")`,
  },
  state: { folder: ".local/state/guard", make: `os.mkdir("guard/grants", 0o700, dir_fd=above)` },
  "project's (PLAN)": { folder: "../work", make: `os.mkdir("work/bin", 0o700, dir_fd=above)` },
  installation: { folder: "../install", make: `os.mkdir("install/bin", 0o700, dir_fd=above)` },
} as const;

let world: World;
describe.skipIf(whyNot.length > 0).each(USERS)("as %s", (user) => {
  beforeEach(() => {
    world = new World(user);
  });
  afterEach(() => world.dispose());

  test.skipIf(!hasTier("full", user)).for(Object.entries(KINDS))(
    "the %s folder",
    async ([name, { folder, make }]) => {
      const agent = join(world.machine.folder, "agents", `replace-${basename(folder)}`);
      const empty = join(world.machine.folder, "empty");
      const path = join(world.home, folder);
      mkdirSync(path, { recursive: true });
      const text = AGENT.replace("AGENTS", join(world.machine.folder, "agents"))
        .replace("FOLDER", path)
        .replace("EMPTY", empty)
        .replace("MAKE", make)
        .replaceAll("NAME", basename(path));
      writeFileSync(agent, text, { mode: 0o755 });
      giveTo(user, world.home);
      const before = readdirSync(path);
      const mode = name.endsWith("(PLAN)") ? "plan" : "default";
      const options = [...HOW_TO.full.options, "--console", "none", "--mode", mode, "--sandboxes", "allow"];
      const run = world.spawn(world.guard, ["run", ...options, "--", agent]);
      const end = await run.closed;
      expect(
        readdirSync(world.project).filter((file) => ["before", "after", "later"].includes(file)),
      ).toEqual([]);
      expect(readdirSync(path)).toEqual(expect.arrayContaining(before));
      if (user === "root") {
        // Root has no namespaces of its own in there.
        expect(run.stdout).toContain("refused 1");
        return;
      }
      // It is ended before it can ask again, or denied.
      expect(run.stdout).not.toContain("after 0");
      expect(end.code).toBe(125);
      // Its end may come before it has put another one there.
      expect(run.stderr.replace(" was moved while", " was replaced while")).toContain(
        `${path} was replaced while the agent ran; it is back, from `,
      );
      const audit = readFileSync(join(world.home, ".local/state/guard/audit/permissions.jsonl"), "utf8");
      expect(audit).toContain("guard.folder-replaced");
    },
  );
});
