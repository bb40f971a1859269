/** Which tiers work on this machine: guard-seat's own trials tell. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../launcher/guard-run.ts";

/** Why the exec gate does not work, or undefined. */
export function whyNoGate(): string | undefined {
  return probe("--probe-gate");
}

/** Why bubblewrap does not work, or undefined. */
export function whyNoConfinement(): string | undefined {
  const found = spawnSync("sh", ["-c", "command -v bwrap"], { encoding: "utf8" }).stdout.trim();
  return found === "" ? "there is no bwrap" : probe("--probe-confine", found);
}

function probe(...args: readonly string[]): string | undefined {
  const { status, stdout, error } = spawnSync(join(ROOT, "dist/native/guard-seat"), args, {
    encoding: "utf8",
  });
  return status === 0 ? undefined : (error?.message ?? stdout.trim());
}
