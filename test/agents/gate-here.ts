/** Whether the exec gate works on this machine: guard-seat's own trial tells. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../launcher/guard-run.ts";

/** Why it does not, or undefined. */
export function whyNoGate(): string | undefined {
  const { status, stdout, error } = spawnSync(join(ROOT, "dist/native/guard-seat"), ["--probe-gate"], {
    encoding: "utf8",
  });
  return status === 0 ? undefined : (error?.message ?? stdout.trim());
}
