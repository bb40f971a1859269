/** Can the exec gate work on this machine? Its tests are skipped elsewhere, and say so. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const SEAT = resolve(import.meta.dirname, "../../dist/native/guard-seat");
const probe = spawnSync(SEAT, ["--probe-gate"], { encoding: "utf8" });

export const hasGate = probe.status === 0;
if (!hasGate)
  process.stderr.write(
    `skipped: tests of the exec gate: ${probe.stdout?.trim() || probe.error?.message || "the probe failed"}\n`,
  );
