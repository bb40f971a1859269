/** Which programs play the agent on this machine. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { findSystemProgram, SYSTEM_PATH } from "../ipc/system-program.ts";
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
      const interpreter = isOnPath("python3", env["PATH"]) ? findPython() : undefined;
      return interpreter === undefined ? undefined : { driver, argv: [interpreter, python] };
    }
    case "native":
      return canary === undefined ? undefined : { driver, argv: [canary, "try"] };
  }
}

/** The system's own, which is started without guard too. Asked with -I: nothing of the user's is loaded. */
function findPython(): string | undefined {
  const named = findSystemProgram("python3");
  if (named === undefined) return undefined;
  const ran = spawnSync(named, ["-I", "-c", "import sys; print(sys.executable)"], { encoding: "utf8" });
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

/** For a driver inside, by the user's PATH, and for the same one outside, where nothing but the system's is started. */
export function isHere(name: string, env: NodeJS.ProcessEnv): boolean {
  return isOnPath(name, env["PATH"]) && isOnPath(name, SYSTEM_PATH);
}

function isOnPath(name: string, path: string | undefined): boolean {
  return findAgent(name, "/", path).kind === "found";
}

export function findFile(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
