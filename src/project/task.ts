/** The text behind `npm run NAME`: package.json's scripts, with their pre and post scripts. */
import { dirname, join } from "node:path";
import type { TaskAnswer } from "../core/task.ts";
import { readSmallText, statIfAny } from "./small-file.ts";

const MAX_PACKAGE_BYTES = 1_048_576;
const NODE_TOOLS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);

const NONE: TaskAnswer = { kind: "none" };

export function findTask(tool: string, name: string, cwd: string): TaskAnswer {
  if (!NODE_TOOLS.has(tool)) return NONE;
  const path = findPackage(cwd);
  return path === undefined ? NONE : readTask(path, name);
}

/** Whatever stands there under that name: a pipe or a folder in its place must not hide it. */
function findPackage(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (statIfAny(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

function readTask(path: string, name: string): TaskAnswer {
  const unreadable: TaskAnswer = { kind: "unreadable", because: `the scripts in ${path} cannot be read` };
  const read = readSmallText(path, MAX_PACKAGE_BYTES);
  if (read.kind !== "text") return unreadable;
  const scripts = parseScripts(read.text);
  if (scripts === undefined) return unreadable;
  const texts = [`pre${name}`, name, `post${name}`].flatMap((key) =>
    Object.hasOwn(scripts, key) ? [scripts[key]] : [],
  );
  if (texts.length === 0) return NONE;
  if (!texts.every((text) => typeof text === "string")) return unreadable;
  return { kind: "text", text: texts.join("\n") };
}

/** npm takes a byte order mark at the start for nothing. */
function parseScripts(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (typeof parsed !== "object" || parsed === null) return undefined;
    const scripts: unknown = "scripts" in parsed ? parsed.scripts : {};
    const listed = typeof scripts === "object" && scripts !== null && !Array.isArray(scripts);
    return listed ? (scripts as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
