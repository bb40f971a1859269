/** What stands under a path, as far as a look at it tells. Opens nothing. */
import { statLink } from "../disk/files.ts";
import { type CardTime, inTime } from "./card-time.ts";

export type Thing =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly bytes: number }
  | { readonly kind: "folder" }
  | { readonly kind: "link" }
  /** A pipe, a device, a socket. */
  | { readonly kind: "special" }
  /** Nobody may look there, or the disk does not answer. */
  | { readonly kind: "unknown" };

const UNKNOWN: Thing = { kind: "unknown" };

export function lookAt(path: string, time: CardTime): Promise<Thing> {
  return inTime(look(path), time, () => UNKNOWN);
}

async function look(path: string): Promise<Thing> {
  try {
    const found = await statLink(path);
    if (found.isSymbolicLink()) return { kind: "link" };
    if (found.isDirectory()) return { kind: "folder" };
    return found.isFile() ? { kind: "file", bytes: found.size } : { kind: "special" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ENOENT" || code === "ENOTDIR" ? { kind: "none" } : UNKNOWN;
  }
}
