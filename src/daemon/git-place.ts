/** Which repository a git command works on, as its words and its folder say. */
import { resolve } from "node:path";
import { findGitPlaces, type GitPlace } from "../project/git-folder.ts";

export function findGitPlace(cwd: string, argv: readonly string[]): GitPlace | undefined {
  const folder = folderOf(cwd, argv);
  const given = valueFor(argv, "--git-dir");
  return findGitPlaces(given === undefined ? folder : resolve(folder, given))[0];
}

/** `git -C a -C b` goes to a/b. */
function folderOf(cwd: string, argv: readonly string[]): string {
  return argv.reduce((at, word, index) => (word === "-C" ? resolve(at, argv[index + 1] ?? "") : at), cwd);
}

function valueFor(argv: readonly string[], option: string): string | undefined {
  const at = argv.findIndex((word) => word === option || word.startsWith(`${option}=`));
  const word = argv[at] ?? "";
  if (at < 0) return undefined;
  return word === option ? argv[at + 1] : word.slice(option.length + 1);
}
