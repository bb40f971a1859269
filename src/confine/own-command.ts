/** Which `guard` the user's PATH leads to, and where another could stand before it. Only looks, and never throws. */
import { lstatSync, realpathSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { readAtOnce } from "../disk/read-at-once.ts";
import { isProgram } from "./is-program.ts";

export type OwnCommand =
  /** As install.sh puts it there: it can be held in its place. */
  | { readonly kind: "file"; readonly path: string; readonly before: readonly string[] }
  /** As earlier versions did: a link cannot be mounted on. */
  | { readonly kind: "link"; readonly path: string; readonly before: readonly string[] }
  /** The installation's own, which is held in any case. */
  | { readonly kind: "installed"; readonly path: string; readonly before: readonly string[] }
  /** None, or somebody else's program of this name. */
  | { readonly kind: "none" };

export const NAME = "guard";

/** `program`: guard's installation. */
export function findOwnCommand({
  path = "",
  program,
}: {
  readonly path: string | undefined;
  readonly program: string;
}): OwnCommand {
  const folders = foldersOf(path);
  const at = folders.findIndex((folder) => isProgram(join(folder, NAME)));
  const folder = folders[at];
  if (folder === undefined) return { kind: "none" };
  const command = join(folder, NAME);
  const before = folders.slice(0, at);
  const kind = kindOf(command, resolve(program, "bin", NAME));
  return kind === "none" ? { kind } : { kind, path: command, before };
}

/** Relative ones depend on where somebody stands; one with a line's end in it could not be written down in a line. */
function foldersOf(path: string): readonly string[] {
  const absolute = path.split(":").filter((folder) => isAbsolute(folder) && !folder.includes("\n"));
  return [...new Set(absolute.map((folder) => resolve(folder)))];
}

function kindOf(command: string, installed: string): OwnCommand["kind"] {
  try {
    if (realpathSync.native(command) === realpathSync.native(installed))
      return lstatSync(command).isSymbolicLink() ? "link" : "installed";
    return lstatSync(command).isFile() && leadsTo(command, installed) ? "file" : "none";
  } catch {
    return "none";
  }
}

const MOST_BYTES = 8192;

/** The last line that install.sh writes. */
function leadsTo(command: string, installed: string): boolean {
  const read = readAtOnce(command, MOST_BYTES);
  const line = `exec '${installed.replaceAll("'", String.raw`'\''`)}' "$@"\n`;
  return read.kind === "bytes" && read.bytes.toString("utf8").endsWith(line);
}
