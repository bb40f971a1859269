/** What confinement costs: once, at a session's start. The same start with and without it, in turns; medians. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const GUARD = join(import.meta.dirname, "../bin/guard");
const ROUNDS = 40;

export function benchConfinement(say) {
  const folder = mkdtempSync(join(tmpdir(), "guard-bench-"));
  const times = { off: [], on: [] };
  try {
    for (let round = 0; round <= ROUNDS; round++)
      for (const confine of ["off", "on"]) {
        const tookMs = start(confine, folder);
        if (tookMs === undefined) return say("  confinement: it does not work here (guard doctor tells why)");
        // The first round warms the caches of the disk.
        if (round > 0) times[confine].push(tookMs);
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [off, on] = [median(times.off), median(times.on)];
  say(
    `  confinement: guard run -- true ${off.toFixed(1)} ms without, ${on.toFixed(1)} ms with it: ${(on - off).toFixed(1)} ms once (asked: 15)`,
  );
}

function start(confine, cwd) {
  const began = performance.now();
  const args = ["run", "--console", "none", "--confine", confine, "--", "true"];
  const { status } = spawnSync(GUARD, args, { cwd, stdio: "ignore" });
  return status === 0 ? performance.now() - began : undefined;
}

function median(numbers) {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
