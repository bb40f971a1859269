/** An agent keeps its user's functions and options in a file, and reads that into the shell of each command. Is it still that file? */
import { sha256 } from "../core/sha256.ts";
import type { CheckResult } from "../decide/result.ts";
import { readAtOnce } from "../disk/read-at-once.ts";
import { isAlive, type ProcessStamp } from "../ipc/process-stamp.ts";
import { type View, viewOf } from "./same-view.ts";

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

  function findChange(file: string, view: View): string | undefined {
    const name = finalName(file);
    // claude's shell writes the file by itself: without one, nobody of claude's has made it.
    if (CLAUDES.test(file) && !contents.has(name) && !making.has(name))
      return `the agent did not make ${file}, which it would read first`;
    if (!view.isSame(file))
      return `${file}, which it would read first, is another file for it than for guard`;
    if (making.has(name)) return undefined;
    const content = readContent(file);
    if (content === "unreadable") return `${file}, which it would read first, cannot be read by guard`;
    const before = contents.get(name) ?? content;
    // One that is not there yet is known from when it is.
    if (content !== "none") contents.set(name, before);
    return before === content
      ? undefined
      : `${file}, which it would read first, has changed since the agent made it`;
  }

  return {
    look() {
      for (const [file, maker] of making) {
        if (isAlive(maker)) continue;
        making.delete(file);
        contents.set(file, readContent(file));
      }
    },
    findProblem(text, read, shell) {
      const made = MAKES.exec(text)?.[1];
      if (made !== undefined) {
        if (contents.has(made)) return `${made}, which it would write, is there already`;
        making.set(made, shell);
      }
      const files = [pathsIn(text), ...read.commands.map(({ argv }) => argv)].flat().filter(isSnapshot);
      const view = viewOf(shell.pid);
      for (const file of new Set(files)) {
        const problem = findChange(file, view);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
  };
}

/** With that claude's text begins; a line of the model's may hold it too. */
const MAKES = /^SNAPSHOT_FILE=(\/[^\n]+)\n/;
const CLAUDES = /\/\.claude\/shell-snapshots\//;

/** Word by word: one pattern for the whole text would begin anew at each of its slashes. */
function pathsIn(text: string): string[] {
  return text.split(/[\s"';]+/).map((word) => word.slice(Math.max(0, word.indexOf("/"))));
}

function isSnapshot(word: string): boolean {
  return /^\/.*\/shell[-_]snapshots\/[^/]+$/.test(word);
}

/** codex tries it under one name, then gives it another. */
function finalName(file: string): string {
  return file.replace(/\.tmp-(\d+)$/, ".$1.sh");
}

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024;

/** What cannot be read is not the same as anything, itself neither. */
function readContent(file: string): string | "unreadable" {
  const found = readAtOnce(file, MAX_SNAPSHOT_BYTES);
  return found.kind === "bytes" ? sha256(found.bytes) : found.kind;
}
