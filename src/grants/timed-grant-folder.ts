/** The folder of the timed grants: ours alone, or nothing in it counts. */
import { dirname, join } from "node:path";
import { isGrantId } from "../approval/timed-grants.ts";
import { makeFolder, readFolder, removeFile, statLink } from "../disk/files.ts";
import { DRAFT } from "./timed-grant-file.ts";

/** With more names than this somebody else fills the folder. */
const MOST_NAMES = 2_000;
const DRAFT_MS = 10 * 60_000;

/** `not-there`: nothing was granted yet. */
export async function findFolderProblem(folder: string): Promise<string | "not-there" | undefined> {
  try {
    const stats = await statLink(folder);
    if (!stats.isDirectory()) return `${folder} is a link or no folder; make it a real folder`;
    if (stats.uid !== (process.geteuid?.() ?? stats.uid))
      return `${folder} belongs to user id ${stats.uid}; chown it to yourself`;
    return (stats.mode & 0o077) === 0 ? undefined : `${folder} can be opened by others; chmod 700 it`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "not-there";
    throw error;
  }
}

export interface GrantNames {
  /** `unusable`: none of it counts, and nothing is put there. */
  readonly folder: "usable" | "unusable";
  readonly ids: ReadonlySet<string>;
  /** With the folder, or with the names that are no grant's. */
  readonly problems: readonly string[];
}

export async function readGrantNames(folder: string): Promise<GrantNames> {
  const problem = await findFolderProblem(folder);
  if (problem === "not-there") return { folder: "usable", ids: new Set(), problems: [] };
  if (problem !== undefined) return unusable(problem);
  const names = await readFolder(folder);
  if (names.length > MOST_NAMES)
    return unusable(`${folder} has ${names.length} files, so none of them counts; empty it`);
  const ids = new Set<string>();
  const problems: string[] = [];
  for (const name of names) {
    const id = name.endsWith(".json") ? name.slice(0, -".json".length) : "";
    if (isGrantId(id)) ids.add(id);
    else if (!DRAFT.test(name)) problems.push(`${join(folder, name)} is no grant of guard's; remove it`);
  }
  return { folder: "usable", ids, problems };
}

function unusable(problem: string): GrantNames {
  return { folder: "unusable", ids: new Set(), problems: [problem] };
}

/** The user's alone, and what is above it as well. Not node's `recursive`: in /proc that never ends. Throws what the disk says. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const above = dirname(folder);
  if (above === folder || (await findFolderProblem(folder)) !== "not-there") return;
  await makePrivateFolder(above);
  try {
    await makeFolder(folder, { mode: 0o700 });
  } catch (error) {
    // Another session was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Of those who were ended while they wrote. */
export async function dropOldDrafts(folder: string, nowMs: number): Promise<void> {
  for (const name of await readFolder(folder)) {
    if (!DRAFT.test(name)) continue;
    const draft = join(folder, name);
    const age = await statLink(draft).then(
      ({ mtimeMs }) => nowMs - mtimeMs,
      () => 0,
    );
    if (age > DRAFT_MS) await removeFile(draft).catch(() => undefined);
  }
}

export function explainFailure(folder: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOSPC" || code === "EDQUOT") return `the disk of ${folder} is full; make room`;
  return `${folder} cannot be used (${code ?? message}); check the rights of it and what is above it`;
}
