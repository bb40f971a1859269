/** Fills a session's agent/ with links: nothing to copy, nothing to forget. */
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { InstalledParts } from "./installed-parts.ts";

export function linkAgentFolder(agentFolder: string, { ask, shims, hooks }: InstalledParts): void {
  if (ask !== undefined) symlinkSync(ask, join(agentFolder, "guard-ask"));
  if (shims !== undefined) symlinkSync(shims, join(agentFolder, "shims"));
  for (const name of readdirSync(hooks).filter(isForShells))
    symlinkSync(join(hooks, name), join(agentFolder, name));
}

/** The folder holds the C sources too. */
function isForShells(name: string): boolean {
  return name.endsWith(".bash") || name === "hook.zsh" || name === "fish";
}
