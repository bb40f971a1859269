/** guard as a user would have it installed: in a place of their own that they can write to. Copied once, then linked. */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeOnce } from "../helpers/made-once.ts";
import { ROOT } from "../launcher/guard-run.ts";
import { copyInstallation } from "../launcher/installation.ts";
import { giveTo, numberOf, type User } from "./user.ts";

/** What guard loads from node_modules while it runs. */
const PACKAGES = ["@lydell", "@xterm"];

/** In a folder of a world. Attempts add and rename files there; none writes into one that is shared. */
export function installFor(user: User, folder: string): string {
  const template = makeOnce(`evasion-install-${numberOf(user)}`, (parent) => makeTemplate(user, parent));
  execFileSync("cp", ["-al", join(template, "install"), join(folder, "install")]);
  return join(folder, "install");
}

function makeTemplate(user: User, parent: string): void {
  const install = copyInstallation(parent, [
    "guard-ask",
    "guard-seat",
    "hide.node",
    "beyond-node.node",
    "shims",
  ]);
  rmSync(join(install, "node_modules"));
  for (const name of PACKAGES)
    cpSync(join(ROOT, "node_modules", name), join(install, "node_modules", name), { recursive: true });
  giveTo(user, install);
}
