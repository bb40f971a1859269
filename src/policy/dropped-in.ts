/** The files of policy.d. An administrator who puts a file there means it: what is not read is refused, never skipped. */
import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "./policy.ts";

const MAX_ORG_FILES = 100;
const POLICY = /^[^.].*\.ya?ml$/;
/** Notes, hidden files and editors' backups. */
const NO_POLICY = /^\.|^readme|\.md$|~$/i;

export interface DroppedIn {
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

export function droppedIn(folder: string): DroppedIn {
  const names = namesIn(folder);
  if (!Array.isArray(names)) return { files: [], problems: [names as Problem] };
  const policies = names.filter((name) => POLICY.test(name));
  const problems = names
    .filter((name) => !POLICY.test(name) && !NO_POLICY.test(name))
    .map((name) =>
      refusal(join(folder, name), "is not read as a policy", "end its name in .yaml, or move it"),
    );
  if (policies.length > MAX_ORG_FILES) {
    const what = `holds ${policies.length} policy files, ${MAX_ORG_FILES} at most are read`;
    problems.push(refusal(folder, what, "put several into one file"));
  }
  return { files: policies.map((name) => join(folder, name)), problems };
}

function namesIn(folder: string): string[] | Problem {
  try {
    lstatSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A file in place of the folder above is told where policy.yaml is looked for.
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    return refusal(folder, `cannot be read (${code})`, "check its rights");
  }
  try {
    if (!statSync(folder).isDirectory())
      return refusal(folder, "is not a folder", "make it a folder, or remove it");
    return readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return refusal(folder, "is a link to nowhere", "make it a folder, or remove it");
    return refusal(folder, `cannot be read (${code})`, "check its rights");
  }
}

function refusal(file: string, what: string, fix: string): Problem {
  return { file, line: 1, problem: what, fix };
}
