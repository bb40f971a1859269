/** The scripts of the package.json that a tool finds from a folder: the nearest one above. */
import { dirname, join } from "node:path";
import type { CardTime } from "./card-time.ts";
import { lookAt } from "./look-at.ts";
import { readPlainFile } from "./plain-file.ts";

export interface FoundScripts {
  readonly path: string;
  /** In the order that was asked for; those that are not there are left out. */
  readonly scripts: readonly { readonly name: string; readonly text: string }[];
}

/** Undefined: there is none, or it cannot be read. */
export async function findPackageScripts(
  folder: string,
  names: readonly string[],
  time: CardTime,
): Promise<FoundScripts | undefined> {
  const path = await findPackage(folder, time);
  const file = path === undefined ? undefined : await readPlainFile(path, time);
  const all = file?.kind === "text" ? parseScripts(file.text) : undefined;
  if (path === undefined || all === undefined) return undefined;
  const scripts = names.flatMap((name) => {
    const text = Object.hasOwn(all, name) ? all[name] : undefined;
    return typeof text === "string" ? [{ name, text }] : [];
  });
  return scripts.length === 0 ? undefined : { path, scripts };
}

/** Whatever stands there under that name: the tool goes no further either. */
async function findPackage(folder: string, time: CardTime): Promise<string | undefined> {
  for (let at = folder; time.leftMs() > 0; at = dirname(at)) {
    const path = join(at, "package.json");
    const { kind } = await lookAt(path, time);
    if (kind !== "none") return path;
    if (at === dirname(at)) return undefined;
  }
  return undefined;
}

/** npm takes a byte order mark at the start for nothing. */
function parseScripts(text: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ""));
    if (typeof parsed !== "object" || parsed === null || !("scripts" in parsed)) return undefined;
    const { scripts } = parsed;
    return typeof scripts === "object" && scripts !== null ? (scripts as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
