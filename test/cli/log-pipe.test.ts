/** A reader that has seen enough: guard log ends without a word, and as if all were well. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeWorld, verdict } from "../history/made-record.ts";

const GUARD = join(import.meta.dirname, "../../bin/guard");
/** More than a pipe holds. */
const records = Array.from({ length: 400 }, () => verdict({ command: `make ${"x".repeat(400)}` }));

test.for(["--follow --json --limit 0", "--json --limit 0", "--limit 0", "export --format csv"])(
  "guard log %s | head -1",
  (args) => {
    const { state } = makeWorld(records);
    const { GUARD_SESSION: _, ...env } = process.env;
    const { stdout, stderr } = spawnSync(
      "bash",
      ["-c", `"$0" "$1" log ${args} | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`, process.execPath, GUARD],
      { encoding: "utf8", env: { ...env, XDG_STATE_HOME: state } },
    );
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
  },
);
