/** The files that python and node take for a name that is no file. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { readAtOnce } from "../disk/read-at-once.ts";

/** python takes a folder's __main__.py, node what its package.json names, or the name with an ending. */
export function foundFor(path: string): string[] {
  switch (kindOf(path)) {
    case "file":
      return [];
    case "folder":
      return [join(path, "__main__.py"), join(path, "package.json"), ...inPackage(path)];
    case "none":
      return withEndings(path);
  }
}

function inPackage(folder: string): string[] {
  const main = mainOf(folder);
  const index = withEndings(join(folder, "index"));
  if (main === undefined) return index;
  const file = join(folder, main);
  return [file, ...withEndings(file), ...withEndings(join(file, "index")), ...index];
}

function withEndings(path: string): string[] {
  return [".js", ".json", ".node"].map((ending) => path + ending);
}

const MAX_PACKAGE_BYTES = 1024 * 1024;

function mainOf(folder: string): string | undefined {
  try {
    const found = readAtOnce(join(folder, "package.json"), MAX_PACKAGE_BYTES);
    if (found.kind !== "bytes") return undefined;
    const { main } = JSON.parse(found.bytes.toString("utf8")) as { readonly main?: unknown };
    return typeof main === "string" ? main : undefined;
  } catch {
    return undefined;
  }
}

function kindOf(path: string): "file" | "folder" | "none" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "none";
  }
}

/** `python -m a.b`, where the project's own files go before the installed ones. */
export function moduleFiles(argv: readonly string[]): string[] {
  const at = argv.findIndex((word) => /^-[a-zA-Z]*m/.test(word));
  const name = at < 0 ? undefined : (/^-[a-zA-Z]*?m(.+)$/.exec(argv[at] ?? "")?.[1] ?? argv[at + 1]);
  if (name === undefined || !/^[\w.]+$/.test(name)) return [];
  const path = name.replaceAll(".", "/");
  const [top = ""] = path.split("/");
  return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`, `${top}/__init__.py`];
}
