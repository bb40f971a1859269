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
 * guard's own: its links to programs in this session, as `command -v rm` prints them, and its command line, which the `guard` on
 * PATH goes on with. Writing there is for nobody (the floor).
 */
interface OwnPrograms {
  readonly shims?: string;
  readonly guard?: string;
}

/** Undefined when the name is not known text. */
export function programOf(word: Word, own: OwnPrograms): Program | undefined {
  const text = knownText(word);
  if (text === undefined) return undefined;
  if (!text.includes("/")) return { name: text, text, trusted: text !== "" };
  const path = text.startsWith("/") ? normalise(text) : text;
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  return { name, text, trusted: path.startsWith("/") && isTrusted(path, path.slice(0, cut), own) };
}

function isTrusted(path: string, folder: string, { shims, guard }: OwnPrograms): boolean {
  return SYSTEM_FOLDERS.has(folder) || folder === shims || path === guard;
}
