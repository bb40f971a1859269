/** Fills a session's agent/ with links: nothing to copy, nothing to forget. */
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { InstalledParts } from "./installed-parts.ts";

/** Tells hooks that what a shell was started with is judged already. */
const GATED_FILE = "gated";

export function linkAgentFolder(
  agentFolder: string,
  { ask, shims, hooks }: InstalledParts,
  gate: "on" | "off",
): void {
  if (gate === "on") writeFileSync(join(agentFolder, GATED_FILE), "");
  if (ask !== undefined) symlinkSync(ask, join(agentFolder, "guard-ask"));
  if (shims !== undefined && gate === "off") symlinkSync(shims, join(agentFolder, "shims"));
  for (const name of readdirSync(hooks).filter(isForShells))
    symlinkSync(join(hooks, name), join(agentFolder, name));
}

/** The folder holds the C sources too. */
function isForShells(name: string): boolean {
  return name.endsWith(".bash") || name === "hook.zsh" || name === "fish";
}
