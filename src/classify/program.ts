/** Which program a command names, and whether the knowledge base may speak for it. */
import type { Program } from "../core/effect.ts";
import { knownText, type Word } from "../core/word.ts";
import { normalise } from "./paths.ts";

const SYSTEM_FOLDERS: ReadonlySet<string> = new Set([
  "/bin",
  "/usr/bin",
  "/sbin",
  "/usr/sbin",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/opt/homebrew/bin",
  "/snap/bin",
  "/usr/libexec/utempter",
  "/usr/lib/x86_64-linux-gnu/utempter",
  "/usr/lib/aarch64-linux-gnu/utempter",
]);

/**
 * Undefined when the name is not known text. `shims`: guard's own links to programs in this session, as `command -v rm` prints
 * them; writing there is for nobody (the floor).
 */
export function programOf(word: Word, shims: string | undefined): Program | undefined {
  const text = knownText(word);
  if (text === undefined) return undefined;
  if (!text.includes("/")) return { name: text, text, trusted: text !== "" };
  const path = text.startsWith("/") ? normalise(text) : text;
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  return { name, text, trusted: path.startsWith("/") && isSystemFolder(path.slice(0, cut), shims) };
}

function isSystemFolder(folder: string, shims: string | undefined): boolean {
  return SYSTEM_FOLDERS.has(folder) || folder === shims;
}
