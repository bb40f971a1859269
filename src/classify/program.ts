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
]);

/** guard's own links to programs, as `command -v rm` prints them in a session. Writing there is for nobody (the floor). */
const SHIMS = /^(?:\/run\/user\/\d+\/guard|\/tmp\/guard-\d+)\/[a-z0-9]{8}\/agent\/shims$/;

/** Undefined when the name is not known text. */
export function programOf(word: Word): Program | undefined {
  const text = knownText(word);
  if (text === undefined) return undefined;
  if (!text.includes("/")) return { name: text, text, trusted: text !== "" };
  const path = text.startsWith("/") ? normalise(text) : text;
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  return { name, text, trusted: path.startsWith("/") && isSystemFolder(path.slice(0, cut)) };
}

function isSystemFolder(folder: string): boolean {
  return SYSTEM_FOLDERS.has(folder) || SHIMS.test(folder);
}
