/** Gets the agents from npm into a cache folder, each into one of its own: they are tested with, never depended on. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Agent } from "./agent.ts";

const CACHE = process.env["GUARD_AGENTS_CACHE"] ?? join(homedir(), ".cache/guard-agents");
const INSTALL_LIMIT_MS = 10 * 60_000;
/** From npm too, for agents that do not run with an older one. */
const NEW_NODE = { name: "node-24", package: "node", version: "24.21.0", program: "node" };
type Installed = Pick<Agent, "name" | "package" | "version" | "program">;

export function programOf({ name, program }: Installed): string {
  return join(CACHE, name, "node_modules/.bin", program);
}

/** The folder of the node that the agent runs with. */
export function nodeOf({ needsNewNode }: Agent): string {
  return dirname(needsNewNode ? programOf(NEW_NODE) : process.execPath);
}

/** Installs it where it is missing; tells why it could not, or undefined. */
export function installAgent(agent: Agent): string | undefined {
  const node = agent.needsNewNode ? install(NEW_NODE, dirname(process.execPath)) : undefined;
  return node ?? install(agent, nodeOf(agent));
}

function install(wanted: Installed, nodeFolder: string): string | undefined {
  if (isInstalled(wanted)) return undefined;
  const folder = join(CACHE, wanted.name);
  mkdirSync(folder, { recursive: true });
  const what = `${wanted.package}@${wanted.version}`;
  const npm = spawnSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", what], {
    encoding: "utf8",
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, PATH: `${nodeFolder}:${process.env["PATH"]}` },
  });
  if (isInstalled(wanted)) return undefined;
  const [problem = String(npm.error ?? npm.status)] = /^npm error .+$/m.exec(npm.stderr ?? "") ?? [];
  return `npm could not install ${what} into ${folder} (${problem}); $GUARD_AGENTS_CACHE may name a folder that has it`;
}

function isInstalled(wanted: Installed): boolean {
  const file = join(CACHE, wanted.name, "node_modules", wanted.package, "package.json");
  if (!(existsSync(file) && existsSync(programOf(wanted)))) return false;
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version === wanted.version;
}
