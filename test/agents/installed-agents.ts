/** Gets the agents from npm into a cache folder of their own: they are tested with, never depended on. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Agent } from "./agents.ts";

const CACHE = process.env["GUARD_AGENTS_CACHE"] ?? join(homedir(), ".cache/guard-agents");
const INSTALL_LIMIT_MS = 10 * 60_000;

export function programOf({ program }: Agent): string {
  return join(CACHE, "node_modules/.bin", program);
}

/** Installs what is missing; tells why it could not, or undefined. */
export function installAgents(agents: readonly Agent[]): string | undefined {
  const missing = agents.filter((agent) => !isInstalled(agent));
  if (missing.length === 0) return undefined;
  mkdirSync(CACHE, { recursive: true });
  const wanted = missing.map((agent) => `${agent.package}@${agent.version}`);
  const npm = spawnSync("npm", ["install", "--prefix", CACHE, "--no-audit", "--no-fund", ...wanted], {
    encoding: "utf8",
    timeout: INSTALL_LIMIT_MS,
  });
  const lost = missing.filter((agent) => !isInstalled(agent));
  if (lost.length === 0) return undefined;
  const [problem = String(npm.error ?? npm.status)] = /^npm error .+$/m.exec(npm.stderr ?? "") ?? [];
  return `npm could not install ${wanted.join(" ")} into ${CACHE} (${problem}); $GUARD_AGENTS_CACHE may name a folder that has them`;
}

function isInstalled(agent: Agent): boolean {
  const file = join(CACHE, "node_modules", agent.package, "package.json");
  if (!(existsSync(file) && existsSync(programOf(agent)))) return false;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version === agent.version;
}
