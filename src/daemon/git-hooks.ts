/** The programs that git runs for a repository when it changes something: whoever allows a commit allows these too. */
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { GitPlace } from "../project/git-folder.ts";
import { gitConfigsOf, hookFoldersIn } from "./git-configs.ts";
import { findGitPlace } from "./git-place.ts";

const HOOKS = [
  ...["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit", "post-merge"],
  ...["pre-rebase", "post-rewrite", "post-checkout", "pre-push", "applypatch-msg", "pre-applypatch"],
  ...["post-applypatch", "pre-auto-gc", "reference-transaction", "post-index-change", "push-to-checkout"],
];
const MOST_ENTRIES = 64;

/** All that could be there: one that appears later makes it another question. */
export function hookFilesOf(cwd: string, argv: readonly string[]): string[] {
  const place = findGitPlace(cwd, argv);
  if (place === undefined) return [];
  return foldersOf(place).flatMap((folder) => [
    ...HOOKS.map((name) => join(folder, name)),
    // What a hook reads in turn: husky's own file, shared functions.
    ...entriesOf(folder),
  ]);
}

/** Of the files of a check: those that are hooks of git's. */
export function hookNamesOf(files: Iterable<string>): string[] {
  return [...new Set([...files].map((file) => basename(file)).filter((name) => HOOKS.includes(name)))];
}

function foldersOf(place: GitPlace): string[] {
  const chosen = gitConfigsOf(place).flatMap((file) => hookFoldersIn(file, place.workTree));
  const folders = [join(place.commonDir, "hooks"), ...chosen];
  // husky's own folder holds scripts that start those beside it.
  const behind = folders.filter((folder) => basename(folder) === "_").map((folder) => dirname(folder));
  return [...new Set([...folders, ...behind])];
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.endsWith(".sample"))
      .slice(0, MOST_ENTRIES)
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
