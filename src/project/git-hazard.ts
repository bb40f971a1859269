/**
 * Does this repository's own config make a harmless-looking git command run a program? (fsmonitor, pager, external
 * diff, textconv, filters, hooks.) Only the repository's config counts: the user's own is the user's choice.
 */
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Keys whose value git may run while it only reads. `section.sub.key`, lower case. */
const RUNS: readonly RegExp[] = [
  /^core\.(?:fsmonitor|pager|sshcommand|gitproxy|askpass|alternaterefscommand)$/,
  /^pager\./,
  /^diff\.external$/,
  /^diff\..*\.(?:command|textconv)$/,
  /^filter\..*\.(?:clean|smudge|process)$/,
  /^(?:include|includeif\..*)\.path$/,
  /^gpg\.(?:.*\.)?program$/,
  /^interactive\.difffilter$/,
  /^log\.showsignature$/,
  /^extensions\.worktreeconfig$/,
];
const HARMLESS_VALUES = /^(?:true|false|cat|less(?: -[A-Za-z]+)?|git-lfs .*|"?)$/;
/** Hooks that run although nothing is changed. */
const QUIET_HOOKS = ["post-index-change", "fsmonitor-watchman", "reference-transaction"];
const MAX_CONFIG_BYTES = 262_144;

const cache = new Map<string, { stamp: string; hazard: string | undefined }>();

export function findGitHazard(cwd: string): string | undefined {
  const gitDir = findGitDir(cwd);
  if (gitDir === undefined) return undefined;
  const config = join(gitDir, "config");
  const stamp = `${stampOf(config)} ${stampOf(join(gitDir, "config.worktree"))} ${stampOf(join(gitDir, "hooks"))}`;
  const known = cache.get(gitDir);
  if (known?.stamp === stamp) return known.hazard;
  const hazard = hazardIn(gitDir, config);
  if (cache.size > 200) cache.clear();
  cache.set(gitDir, { stamp, hazard });
  return hazard;
}

/** As git looks for it: `.git` above, a `.git` file that points elsewhere, or a folder that is itself a repository. */
function findGitDir(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const dotGit = join(folder, ".git");
    const kind = kindOf(dotGit);
    if (kind === "folder") return dotGit;
    if (kind === "file") return followGitFile(folder, dotGit);
    const bare = ["HEAD", "config"].every((name) => kindOf(join(folder, name)) === "file");
    if (bare && ["objects", "refs"].every((name) => kindOf(join(folder, name)) === "folder")) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function followGitFile(folder: string, dotGit: string): string | undefined {
  const target = /^gitdir: (.+)$/m.exec(readSmall(dotGit) ?? "")?.[1];
  if (target === undefined) return undefined;
  const gitDir = resolve(folder, target.trim());
  const common = readSmall(join(gitDir, "commondir"))?.trim();
  return common ? resolve(gitDir, common) : gitDir;
}

function hazardIn(gitDir: string, config: string): string | undefined {
  const text = readSmall(config);
  if (text === undefined) return stampOf(config) === "-" ? undefined : `${config} cannot be read`;
  let hooks = join(gitDir, "hooks");
  for (const { key, value } of readConfig(`${text}\n${readSmall(join(gitDir, "config.worktree")) ?? ""}`)) {
    if (key === "core.hookspath") hooks = resolve(dirname(gitDir), value);
    if (RUNS.some((run) => run.test(key)) && !HARMLESS_VALUES.test(value)) {
      return `the repository's config sets ${key}, which git runs`;
    }
  }
  const hook = QUIET_HOOKS.find((name) => isExecutable(join(hooks, name)));
  return hook === undefined ? undefined : `the repository has a ${hook} hook, which git runs`;
}

/** Enough of git's config format: sections, sub-sections, `key = value`, quotes, comments and continued lines. */
export function readConfig(text: string): { key: string; value: string }[] {
  const out: { key: string; value: string }[] = [];
  let section = "";
  for (const raw of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    let line = raw.trim();
    const head = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (head) {
      section = head[2] === undefined ? (head[1] ?? "") : `${head[1]}.${head[2]}`;
      line = line.slice(head[0].length).trim();
    }
    const entry = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(line);
    if (!entry?.[1]) continue;
    const value = (entry[2] ?? "true").replace(/\s+[#;].*$/, "").replace(/^"(.*)"$/, "$1");
    out.push({ key: `${section}.${entry[1]}`.toLowerCase(), value });
  }
  return out;
}

function readSmall(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_CONFIG_BYTES ? undefined : readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function kindOf(path: string): "file" | "folder" | "none" {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return "none";
  return found.isDirectory() ? "folder" : "file";
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.mtimeMs}:${found.size}:${found.ino}` : "-";
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
