/** Which files are the agent's own programs, and not a tool that it uses. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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

/** What the agent's own files are, as they were before it ran: what it writes there later is nobody's program. */
export interface OwnFiles {
  includes(path: string): boolean;
}

export const NO_FILES: OwnFiles = { includes: () => false };

/** In the folder of packages that holds the agent: …/node_modules. */
export function listOwnFiles(program: string, { own }: KnownAgent): OwnFiles {
  const packages = own.length === 0 ? undefined : packagesOf(program);
  if (packages === undefined) return NO_FILES;
  const files = own.flatMap((pattern) => findFiles(packages, pattern.split("/")));
  const stamps = new Set(files.map(stampOfFile));
  return {
    includes(path) {
      const stamp = path.startsWith(`${packages}/`) ? stampOfFile(path) : undefined;
      return stamp !== undefined && stamps.has(stamp);
    },
  };
}

function findFiles(folder: string, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return [folder];
  return namesLike(folder, part).flatMap((name) => findFiles(join(folder, name), rest));
}

function namesLike(folder: string, part: string): string[] {
  if (!part.includes("*")) return [part];
  try {
    return readdirSync(folder).filter((name) => matchesWords([part], [name], NO_PLACES));
  } catch {
    return [];
  }
}

const NO_PLACES: PatternPlaces = { home: "", project: "", data: "" };

/** With the time of its last change: also what is written into the same file changes it. */
export function stampOfFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    return found?.isFile() === true ? `${found.dev}:${found.ino}:${found.size}:${found.ctimeNs}` : undefined;
  } catch {
    return undefined;
  }
}

function packagesOf(program: string): string | undefined {
  try {
    return /^(.*?\/node_modules)\//.exec(`${dirname(realpathSync.native(program))}/`)?.[1];
  } catch {
    return undefined;
  }
}
