/** The devices that the tree may have: an allow-list, because a new kernel brings new kinds of disks and keyboards. */
import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadConfinementData } from "./confinement-data.ts";
import { matchesName } from "./patterns.ts";

/** Names below /dev: nodes, folders of them, and links (`log`). Never a block device. */
export function listDevices(): readonly string[] {
  const names = readdirSync("/dev");
  return loadConfinementData().devices.flatMap((pattern) =>
    (pattern.includes("/") ? [pattern] : names.filter((name) => matchesName(name, pattern))).filter(
      isAllowed,
    ),
  );
}

function isAllowed(name: string): boolean {
  try {
    return !statSync(join("/dev", name)).isBlockDevice();
  } catch {
    return false;
  }
}

/** What bwrap's own --dev makes. */
const MADE_BY_BWRAP = new Set(["null", "zero", "full", "random", "urandom", "tty"]);

/** Where no /dev was made before: bwrap makes one. */
export function deviceArgs(): readonly string[] {
  const more = listDevices().filter((name) => !MADE_BY_BWRAP.has(name));
  return ["--dev", "/dev", ...more.flatMap((name) => bindDevice(join("/dev", name)))];
}

function bindDevice(path: string): readonly string[] {
  try {
    if (lstatSync(path).isSymbolicLink()) return ["--symlink", readlinkSync(path), path];
  } catch {
    return [];
  }
  return ["--dev-bind-try", path, path];
}
