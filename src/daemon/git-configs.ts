/**
 * The settings that git reads for a repository: any of them can name a program. Not understood here, only bound: what an
 * answer was given for is another question when one of them has changed.
 */
import { dirname, join, resolve } from "node:path";
import { readAtOnce } from "../disk/read-at-once.ts";
import type { GitPlace } from "../project/git-folder.ts";

const MAX_BYTES = 256 * 1024;
const MOST_FILES = 32;

/** Also those that are not there, and those that others include. */
export function gitConfigsOf({ gitDir, commonDir }: GitPlace): string[] {
  const { HOME = "/", XDG_CONFIG_HOME } = process.env;
  const files = new Set([
    join(commonDir, "config"),
    join(gitDir, "config.worktree"),
    join(HOME, ".gitconfig"),
    join(XDG_CONFIG_HOME || join(HOME, ".config"), "git/config"),
  ]);
  // What is added on the way is gone through as well.
  for (const file of files) {
    if (files.size > MOST_FILES) break;
    for (const path of valuesIn(file, "path")) files.add(full(path, dirname(file)));
  }
  return [...files];
}

/** What says which files the drivers of the settings are for. */
export function gitAttributesOf({ workTree, commonDir }: GitPlace): string[] {
  return [join(workTree, ".gitattributes"), join(commonDir, "info/attributes")];
}

/** All that are named: which of them counts is git's business. */
export function hookFoldersIn(file: string, root: string): string[] {
  return valuesIn(file, "hookspath").map((path) => full(path, root));
}

/** `name = value`, wherever it stands: also behind a section's head. */
function valuesIn(file: string, name: string): string[] {
  const found = readAtOnce(file, MAX_BYTES);
  if (found.kind !== "bytes") return [];
  const pattern = new RegExp(`(?:^|[\\s\\]])${name}[ \\t]*=([^\\n]*)`, "gi");
  return [...found.bytes.toString("utf8").matchAll(pattern)]
    .map(([, value = ""]) => (value.split(/[;#]/, 1)[0] ?? "").replaceAll('"', "").trim())
    .filter((value) => value !== "");
}

function full(path: string, from: string): string {
  return resolve(from, path.replace(/^~(?=\/)/, process.env["HOME"] ?? "/"));
}
