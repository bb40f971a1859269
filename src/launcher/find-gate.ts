/** Whether this session gets the exec gate: guard-seat tries it on a child of its own (shims/gate-probe.c). */
import type { InstalledParts } from "./installed-parts.ts";
import type { RunOptions } from "./run-options.ts";
import { runProbe } from "./run-probe.ts";

/**
 * `reason`: why it cannot work here and what to do, where that is not said elsewhere. `open`: why sockets that lead out cannot
 * be held (some containers), with everything else of the gate in place.
 */
export type Gate =
  | { readonly kind: "on"; readonly open?: string }
  | { readonly kind: "off"; readonly reason?: string };

const NOT_BUILT =
  "guard's C programs were not built; get a C compiler (apt-get install make gcc musl-tools) and install guard again (./install.sh)";
const LOST = "guard-seat is missing from guard's dist/native; install guard again (./install.sh)";

/** Never fails. Takes a few milliseconds beside the daemon's start. */
export async function findGate(
  wanted: RunOptions["gate"],
  { seat, compiler }: Pick<InstalledParts, "seat" | "compiler">,
): Promise<Gate> {
  if (wanted === "off") return { kind: "off" };
  if (seat !== undefined) return probe(seat);
  if (compiler === "there") return { kind: "off", reason: LOST };
  // The tier's words tell it too.
  return wanted === "auto" ? { kind: "off" } : { kind: "off", reason: NOT_BUILT };
}

async function probe(seat: string): Promise<Gate> {
  const [gate, reach] = await Promise.all([
    runProbe(seat, ["--probe-gate"]),
    runProbe(seat, ["--probe-reach"]),
  ]);
  if (gate.kind === "fails") return { kind: "off", reason: gate.reason };
  return reach.kind === "works" ? { kind: "on" } : { kind: "on", open: reach.reason };
}
