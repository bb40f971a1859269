/** Which files are the agent's own programs, and not a tool that it uses. */
import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { KnownAgent } from "../core/agent.ts";
import { isInterpreter, isShell } from "./general-programs.ts";
import { isOfTheSystem } from "./system-files.ts";
import { matchesWords, type PatternPlaces } from "./word-pattern.ts";

/** A tool of the system, a shell or an interpreter is not the agent, whatever it is started with. */
export function isAgentsOwnFile(path: string, agent: KnownAgent | undefined): boolean {
  const name = basename(path);
  if (isShell(name) || isInterpreter(name) || STARTS_OTHERS.test(name)) return false;
  return agent?.programs.includes(name) === true || !isOfTheSystem(path);
}

const STARTS_OTHERS = /^(?:java|env|npx?|npm|pnpm|yarn|uvx?|pipx|busybox|make|git|docker|ssh|tmux|screen)$/;

/** In the folder of packages that holds the agent: …/node_modules. */
export function isInItsPackages(path: string, program: string, { own }: KnownAgent): boolean {
  const packages = own.length === 0 || !path.includes("/node_modules/") ? undefined : packagesOf(program);
  if (packages === undefined || !path.startsWith(`${packages}/`)) return false;
  const place = [path.slice(packages.length + 1)];
  return own.some((pattern) => matchesWords([pattern], place, NO_PLACES));
}

const NO_PLACES: PatternPlaces = { home: "", project: "", data: "" };

function packagesOf(program: string): string | undefined {
  try {
    return /^(.*?\/node_modules)\//.exec(`${dirname(realpathSync.native(program))}/`)?.[1];
  } catch {
    return undefined;
  }
}
