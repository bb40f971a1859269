/**
 * What the kernel has loaded: the file that its name leads to, the interpreter of a script, or something that nobody can name.
 * Names are only trusted where they lead, now and in our view, to the very file that was loaded.
 */
import { type BigIntStats, statSync } from "node:fs";
import type { GateExec } from "../protocol/gate-messages.ts";
import { writtenPath } from "./own-view.ts";
import { viewOf } from "./same-view.ts";

export type Loaded =
  /** `path`: the name by which it was started, as it was written. */
  | { readonly kind: "program"; readonly path: string }
  /** `path`: the script; `args`: what follows it. */
  | { readonly kind: "script"; readonly path: string; readonly args: readonly string[] }
  | { readonly kind: "nameless"; readonly because: string };

export function findLoaded(exec: GateExec): Loaded {
  const { path, file, cwd, arg } = exec;
  if (!isLoadedFile(path, exec)) return { kind: "nameless", because: whyNot(path) };
  // The kernel puts a script's name behind its interpreter and the interpreter's options.
  const place = arg.indexOf(file, 1);
  if (ONLY_ITS_OWN.test(file))
    return place < 0
      ? { kind: "program", path }
      : nameless("it is a script that only its own process can name");
  const started = writtenPath(cwd, file);
  if (started === path || isLoadedFile(started, exec)) return { kind: "program", path: file };
  if (place < 0) return nameless("the name by which it was started leads to another file");
  if (!isSameForUs(started, exec.pid)) return nameless("its script is another file in guard's view");
  return { kind: "script", path: file, args: arg.slice(place + 1) };
}

/** /proc/self/exe, /dev/fd/3: the kernel has followed it already, and told where it leads. */
const ONLY_ITS_OWN = /^\/(?:proc|dev\/fd)\//;

function nameless(because: string): Loaded {
  return { kind: "nameless", because };
}

function whyNot(path: string): string {
  if (path.startsWith("/memfd:")) return "the program lies in memory only, in no file";
  if (path.endsWith(" (deleted)")) return "the program's file was deleted";
  return "the program's file is another one in guard's view";
}

function isLoadedFile(path: string, { device, inode }: GateExec): boolean {
  const found = findFile(path);
  return found !== undefined && String(found.dev) === device && String(found.ino) === inode;
}

/** There, and the same file in the view of that process. */
export function isSameForUs(path: string, pid: string): boolean {
  return findFile(path) !== undefined && viewOf(Number(pid)).isSame(path);
}

function findFile(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
