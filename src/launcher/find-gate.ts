/** Whether this session gets the exec gate: guard-seat tries it on a child of its own (shims/gate-probe.c). */
import { spawn } from "node:child_process";
import type { InstalledParts } from "./installed-parts.ts";
import type { RunOptions } from "./run-options.ts";

/** `reason`: why it cannot work here and what to do, where that is not said elsewhere. */
export type Gate = { readonly kind: "on" } | { readonly kind: "off"; readonly reason?: string };

const NOT_BUILT =
  "guard's C programs were not built; get a C compiler (apt-get install make gcc musl-tools) and install guard again (./install.sh)";
const LOST = "guard-seat is missing from guard's dist/native; install guard again (./install.sh)";

/** It ends itself before that. */
const PROBE_LIMIT_MS = 3_000;

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
  try {
    return await runProbe(seat);
  } catch (error) {
    return { kind: "off", reason: error instanceof Error ? error.message : String(error) };
  }
}

function runProbe(seat: string): Promise<Gate> {
  const child = spawn(seat, ["--probe-gate"], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: PROBE_LIMIT_MS,
    killSignal: "SIGKILL",
  });
  let told = "";
  // Without open files to be had there are no pipes at all, whatever the type says.
  (child.stdout as typeof child.stdout | undefined)?.on("data", (chunk) => {
    told += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const [line = ""] = told.split("\n", 1);
      const oddly = `${seat} --probe-gate ended with ${signal ?? code}; install guard again (./install.sh)`;
      resolve(code === 0 ? { kind: "on" } : { kind: "off", reason: line === "" ? oddly : line });
    });
  });
}
