/** Whether this session's agent is confined: bubblewrap must work here, which guard-seat tries (shims/confine-probe.c). */
import { readFileSync } from "node:fs";
import { findSystemProgram } from "../ipc/system-program.ts";
import type { InstalledParts } from "./installed-parts.ts";
import type { RunOptions } from "./run-options.ts";
import { runProbe } from "./run-probe.ts";

/**
 * `dev`: `room` = guard makes the agent's /dev, in which its terminal keeps its name; `bwrap` = bubblewrap makes it, for
 * only that one may (AppArmor). `reason`: why not and what to do, where it was wanted.
 */
export type Confinement =
  | { readonly kind: "on"; readonly bwrap: string; readonly dev: "room" | "bwrap" }
  /** `usedUp`: it works here as a rule; somebody holds all namespaces, perhaps another session's agent. */
  | { readonly kind: "off"; readonly reason?: string; readonly usedUp?: true };

const NOT_THERE = "bubblewrap is not installed (apt-get install bubblewrap)";
const NO_SEAT = "guard's C programs are not there; install guard again (./install.sh)";

export function findBwrap(): string | undefined {
  return findSystemProgram("bwrap");
}

/** Never fails. Takes some milliseconds beside the daemon's start. */
export async function findConfinement(
  wanted: RunOptions["confine"],
  { seat }: Pick<InstalledParts, "seat">,
): Promise<Confinement> {
  if (wanted === "off" || process.platform !== "linux") return { kind: "off" };
  if (seat === undefined) return { kind: "off", reason: NO_SEAT };
  const bwrap = findBwrap();
  if (bwrap === undefined) return { kind: "off", reason: NOT_THERE };
  const withRoom = await runProbe(seat, ["--probe-confine", bwrap, "--room"]);
  if (withRoom.kind === "works") return { kind: "on", bwrap, dev: "room" };
  const alone = await runProbe(seat, ["--probe-confine", bwrap]);
  if (alone.kind === "works") return { kind: "on", bwrap, dev: "bwrap" };
  const reason = `${alone.reason} (guard doctor tells what to do)`;
  return isUsedUp(withRoom.reason) ? { kind: "off", reason, usedUp: true } : { kind: "off", reason };
}

const NONE_LEFT = /No space left on device/;

/** Where none are allowed at all the kernel says the same. */
function isUsedUp(reason: string): boolean {
  return NONE_LEFT.test(reason) && ["user", "mnt"].every((kind) => isAllowed(kind));
}

/** A limit that cannot be read is taken for one that was reached: then nothing is started. */
function isAllowed(kind: string): boolean {
  try {
    return Number(readFileSync(`/proc/sys/user/max_${kind}_namespaces`, "utf8")) > 0;
  } catch {
    return true;
  }
}
