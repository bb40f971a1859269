/** Which files are the agent's own: its programs, and not a tool that it uses; what it reads into the shells of its commands. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { KnownAgent } from "../core/agent.ts";
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import { isAlive, type ProcessStamp } from "../ipc/process-stamp.ts";
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

/** An agent keeps its user's functions and options in a file, and reads that into the shell of each command. */
export interface Snapshots {
  /** To be called often: a file is known from the first look after its maker has ended. */
  look(): void;
  /** `text`: of a shell that the agent has started itself, as `read` tells. Undefined: the file is the one that the agent made. */
  findProblem(text: string, read: CheckResult, shell: ProcessStamp): string | undefined;
}

export function createSnapshots(): Snapshots {
  const contents = new Map<string, string>();
  /** File -> the shell that writes it. */
  const making = new Map<string, ProcessStamp>();

  function findChange(file: string): string | undefined {
    const name = finalName(file);
    // claude's shell writes the file by itself: without one, nobody of claude's has made it.
    if (CLAUDES.test(file) && !contents.has(name) && !making.has(name))
      return `the agent did not make ${file}, which it would read first`;
    if (making.has(name)) return undefined;
    const content = readContent(file);
    const before = contents.get(name);
    if (before === undefined && content !== undefined) contents.set(name, content);
    return before === undefined || before === content
      ? undefined
      : `${file}, which it would read first, has changed since the agent made it`;
  }

  return {
    look() {
      for (const [file, maker] of making) {
        if (isAlive(maker)) continue;
        making.delete(file);
        contents.set(file, readContent(file) ?? "none");
      }
    },
    findProblem(text, read, shell) {
      const made = MAKES.exec(text)?.[1];
      if (made !== undefined) {
        if (contents.has(made)) return `${made}, which it would write, is there already`;
        making.set(made, shell);
        return undefined;
      }
      const files = [text.match(READS) ?? [], ...read.commands.map(({ argv }) => argv)]
        .flat()
        .filter(isSnapshot);
      for (const file of new Set(files)) {
        const problem = findChange(file);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  };
}

const MAKES = /^SNAPSHOT_FILE=(\/.+)$/m;
const READS = /\/[^\s"']*\/\.\w+\/shell[-_]snapshots\/[^\s"';]+/g;
const CLAUDES = /\/\.claude\/shell-snapshots\//;

function isSnapshot(word: string): boolean {
  return /^\/.*\/shell[-_]snapshots\/[^/]+$/.test(word);
}

/** codex tries it under one name, then gives it another. */
function finalName(file: string): string {
  return file.replace(/\.tmp-(\d+)$/, ".$1.sh");
}

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

function readContent(file: string): string | undefined {
  try {
    const found = statSync(file);
    return found.isFile() && found.size <= MAX_SNAPSHOT_BYTES ? sha256(readFileSync(file)) : undefined;
  } catch {
    return undefined;
  }
}
