/** A copy of the installation, in which parts may be missing or stand-ins. */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./guard-run.ts";

/** Of what make builds only these. Gives the installation's folder back. */
export function copyInstallation(folder: string, native: readonly string[]): string {
  const install = join(folder, "install");
  mkdirSync(join(install, "dist/native"), { recursive: true });
  for (const name of ["bin", "policy", "shims", "package.json"])
    cpSync(join(ROOT, name), join(install, name), { recursive: true });
  cpSync(join(ROOT, "dist/app"), join(install, "dist/app"), { recursive: true });
  for (const name of [
    "knowledge.json",
    "agents.json",
    "project-files.json",
    "confinement.json",
    "sockets.json",
    "redaction.json",
  ])
    cpSync(join(ROOT, "dist", name), join(install, "dist", name));
  for (const name of [...native, "better_sqlite3.node"]) {
    const [from, to] = [join(ROOT, "dist/native", name), join(install, "dist/native", name)];
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(ROOT, "node_modules"), join(install, "node_modules"));
  return install;
}
