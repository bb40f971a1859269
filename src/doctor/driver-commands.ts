/** Which programs play the agent on this machine. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findAgent } from "../launcher/find-agent.ts";
import type { InstalledParts } from "../launcher/installed-parts.ts";
import type { Driver } from "./canary.ts";
import type { DriverCommand } from "./drivers.ts";

export interface DriverPlaces {
  /** Of the driver for node. */
  readonly node: string;
  readonly canary: string | undefined;
  readonly python: string;
  readonly env: NodeJS.ProcessEnv;
}

export function findDriver(
  driver: Driver,
  { node, python, canary, env }: DriverPlaces,
): DriverCommand | undefined {
  switch (driver) {
    case "node":
      return { driver, argv: [process.execPath, node] };
    case "python": {
      const interpreter = findPython(env);
      return interpreter === undefined ? undefined : { driver, argv: [interpreter, python] };
    }
    case "native":
      return canary === undefined ? undefined : { driver, argv: [canary, "try"] };
  }
}

/** The program itself: on PATH may stand a version manager's script, which is not what is to be proven. */
function findPython(env: NodeJS.ProcessEnv): string | undefined {
  const named = findProgram("python3", env);
  if (named === undefined) return undefined;
  const ran = spawnSync(named, ["-c", "import sys; print(sys.executable)"], { env, encoding: "utf8" });
  return ran.status === 0 ? findFile(ran.stdout.trim()) : undefined;
}

export const WITHOUT_DRIVER: Readonly<Record<Driver, string>> = {
  node: "",
  python: "python3 is not here, or does not run",
  native: "guard's C programs were not built",
};

export function nodeDriver({ hooks }: InstalledParts): string {
  return join(dirname(hooks), "dist/doctor/drive-canaries.js");
}

export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const found = findAgent(name, "/", env["PATH"]);
  return found.kind === "found" ? found.program : undefined;
}

export function findFile(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
