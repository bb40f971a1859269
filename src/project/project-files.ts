/** Tools that run what a file of the project says, even to print their version: policy/project-files.yaml. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { followLinks } from "./real-path.ts";
import { keptByStamp, readSmallText, statIfAny } from "./small-file.ts";

/** Program -> files, each with what must be in it (undefined: it is enough that it is there). */
type FileTable = ReadonlyMap<string, readonly { readonly file: string; readonly holds?: RegExp }[]>;

const TABLE_PATH = join(import.meta.dirname, "../../dist/project-files.json");
const MAX_LEVELS = 20;
const MAX_FILE_BYTES = 1_048_576;

let table: FileTable | undefined;
const textAt = keptByStamp((path) => readSmallText(path, MAX_FILE_BYTES));

export function readsProjectFiles(program: string): boolean {
  table ??= loadTable();
  return table.has(program);
}

/** The file that decides what this program runs in this folder. */
export function findProjectFile(program: string, cwd: string): string | undefined {
  table ??= loadTable();
  const files = table.get(program);
  if (files === undefined) return undefined;
  let folder = followLinks(cwd);
  for (let level = 0; level < MAX_LEVELS; level++) {
    // What lies directly in the home folder is the user's own choice.
    const path = folder === process.env["HOME"] ? undefined : fileIn(folder, files);
    if (path !== undefined) return path;
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  return undefined;
}

function fileIn(
  folder: string,
  files: readonly { readonly file: string; readonly holds?: RegExp }[],
): string | undefined {
  for (const { file, holds } of files) {
    const path = join(folder, file);
    if (statIfAny(path) === undefined) continue;
    const read = holds === undefined ? undefined : textAt(path);
    // A file that cannot be read may hold anything.
    if (read?.kind !== "text" || holds?.test(read.text) === true) return path;
  }
  return undefined;
}

/** Throws when the build is incomplete: then nothing is allowed. */
function loadTable(): FileTable {
  const rows = JSON.parse(readFileSync(TABLE_PATH, "utf8")) as Record<string, Record<string, string>>;
  return new Map(
    Object.entries(rows).map(([program, files]) => [
      program,
      Object.entries(files).map(([file, holds]) =>
        holds === "" ? { file } : { file, holds: new RegExp(holds, "im") },
      ),
    ]),
  );
}
