/** Where sessions live: a folder that only this user can open, on a path short enough for sockets. */
import { chmodSync, existsSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

export type RuntimeFolder =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

/** The longest path below it is /<8 chars>/control/control.sock; sun_path holds 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET_PATH_BYTES = 103;
const LONGEST_BELOW = "/12345678/control/control.sock";

/**
 * It stands in the agent's PATH, BASH_ENV and PROMPT_COMMAND, where : $ ` ' and others have a meaning of their own: shells
 * would not find their hooks, and run unasked.
 */
const PLAIN = /^[\w/ .+,=@\u0080-\uffff-]+$/;

const WAY_OUT = "set XDG_RUNTIME_DIR to a folder of yours with a short and plain name";

/** Makes it when it is not there. Refused when it is not ours alone: a folder that others can write is no place to ask. */
export function openRuntimeFolder(env: NodeJS.ProcessEnv): RuntimeFolder {
  const problems: string[] = [];
  for (const candidate of candidates(env)) {
    const problem = prepare(candidate);
    if (problem === undefined) return { kind: "folder", path: candidate.path };
    problems.push(problem);
  }
  return { kind: "refused", reason: `no folder for sockets: ${problems.join("; ")}; ${WAY_OUT}` };
}

/** The same places, without making any: for listing sessions. */
export function findRuntimeFolders(env: NodeJS.ProcessEnv): string[] {
  return candidates(env)
    .map(({ path }) => path)
    .filter((path) => findOwnershipProblem(path) === undefined);
}

/** Wherever a session of this user may come to lie, there or not yet. */
export function listRuntimeFolders(env: NodeJS.ProcessEnv): string[] {
  return candidates(env).flatMap(({ base, path }) => (existsSync(base) ? [path] : []));
}

interface Candidate {
  readonly base: string;
  readonly path: string;
}

function candidates({ XDG_RUNTIME_DIR }: NodeJS.ProcessEnv): Candidate[] {
  const uid = process.getuid?.() ?? 0;
  const bases = [
    ...(XDG_RUNTIME_DIR && isAbsolute(XDG_RUNTIME_DIR) ? [XDG_RUNTIME_DIR] : []),
    `/run/user/${uid}`,
  ].map((base) => ({ base, path: join(base, "guard") }));
  const temps = [...new Set([tmpdir(), "/tmp"])].map((base) => ({ base, path: join(base, `guard-${uid}`) }));
  const seen = new Set<string>();
  return [...bases, ...temps].filter(({ path }) => !seen.has(path) && seen.add(path));
}

function prepare({ base, path }: Candidate): string | undefined {
  if (!PLAIN.test(path)) return `${path} has a character in its name that a shell may take for its own`;
  if (Buffer.byteLength(path + LONGEST_BELOW) > MAX_SOCKET_PATH_BYTES)
    return `${path} is too long for a socket`;
  if (!statSync(base, { throwIfNoEntry: false })?.isDirectory()) return `${base} is not there`;
  try {
    mkdirSync(path, { mode: 0o700 });
    chmodSync(path, 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST") return `${path} cannot be made (${code})`;
  }
  return findOwnershipProblem(path);
}

function findOwnershipProblem(path: string): string | undefined {
  try {
    const stats = lstatSync(path);
    if (!stats.isDirectory()) return `${path} is not a folder`;
    if (stats.uid !== (process.getuid?.() ?? stats.uid)) return `${path} belongs to somebody else`;
    return (stats.mode & 0o077) === 0 ? undefined : `${path} can be opened by others: chmod 700 it`;
  } catch (error) {
    return `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}
