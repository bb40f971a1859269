/** The text behind `npm run NAME`: package.json's scripts, with their pre and post scripts. */
import { dirname, join } from "node:path";
import { readSmallText, statIfAny } from "./small-file.ts";

const MAX_PACKAGE_BYTES = 1_048_576;
const NODE_TOOLS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);

export function findTask(tool: string, name: string, cwd: string): string | undefined {
  if (!NODE_TOOLS.has(tool)) return undefined;
  const scripts = findScripts(cwd);
  if (!scripts) return undefined;
  const texts = [`pre${name}`, name, `post${name}`].flatMap((key) =>
    Object.hasOwn(scripts, key) ? [scripts[key]] : [],
  );
  const known = texts.filter((text) => typeof text === "string");
  return known.length > 0 ? known.join("\n") : undefined;
}

function findScripts(cwd: string): Record<string, unknown> | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, "package.json");
    if (statIfAny(path)?.isFile()) return readScripts(path);
    if (folder === dirname(folder)) return undefined;
  }
}

function readScripts(path: string): Record<string, unknown> | undefined {
  const read = readSmallText(path, MAX_PACKAGE_BYTES);
  if (read.kind !== "text") return undefined;
  try {
    const parsed: unknown = JSON.parse(read.text);
    if (typeof parsed !== "object" || parsed === null || !("scripts" in parsed)) return undefined;
    const { scripts } = parsed;
    return typeof scripts === "object" && scripts !== null ? (scripts as Record<string, unknown>) : undefined;
  } catch {
    // A package.json that cannot be read runs nothing; npm itself will say so.
    return undefined;
  }
}
