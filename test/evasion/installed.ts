/** guard as a user would have it installed: in a place of their own that they can write to. Copied once, then linked. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { ROOT } from "../launcher/guard-run.ts";
import { copyInstallation } from "../launcher/installation.ts";
import { giveTo, type User } from "./user.ts";

/** What guard loads from node_modules while it runs. */
const PACKAGES = ["@lydell", "@xterm"];
const templates = new Map<User, string>();
afterAll(() => {
  for (const install of templates.values()) rmSync(dirname(install), { recursive: true, force: true });
});

/** In a folder of a world. Attempts add and rename files there; none writes into one that is shared. */
export function installFor(user: User, folder: string): string {
  const template = templates.get(user) ?? makeTemplate(user);
  templates.set(user, template);
  execFileSync("cp", ["-al", template, join(folder, "install")]);
  return join(folder, "install");
}

function makeTemplate(user: User): string {
  const parent = mkdtempSync("/tmp/gi-");
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
  return install;
}
