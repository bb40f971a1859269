/** guard-seat tries on a child of its own whether something works here; what it says when it does not is the reason. */
import { spawn } from "node:child_process";

export type Probed = { readonly kind: "works" } | { readonly kind: "fails"; readonly reason: string };

/** It ends itself before that. */
const PROBE_LIMIT_MS = 3_000;

/** Never fails. */
export async function runProbe(seat: string, args: readonly string[]): Promise<Probed> {
  try {
    return await spawnProbe(seat, args);
  } catch (error) {
    return { kind: "fails", reason: error instanceof Error ? error.message : String(error) };
  }
}

function spawnProbe(seat: string, args: readonly string[]): Promise<Probed> {
  const child = spawn(seat, args, {
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
      const oddly = `${seat} ${args.join(" ")} ended with ${signal ?? code}; install guard again (./install.sh)`;
      resolve(code === 0 ? { kind: "works" } : { kind: "fails", reason: line === "" ? oddly : line });
    });
  });
}
