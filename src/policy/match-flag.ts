/** Is an option there? Restricting rules also see `-xf`, values and abbreviations; allows want exactly the option. */
import { hasGlob, isUnknown, knownPrefix, knownText, type Word } from "../core/word.ts";
import { either } from "./path-glob.ts";
import type { Hit, Stance } from "./policy.ts";
import { partsOfWord } from "./wildcard.ts";

export function matchFlag(flag: string, words: readonly Word[], stance: Stance): Hit {
  return stance === "loosen" ? matchExactly(flag, words) : matchWidely(flag, words);
}

/** `--dry-run` as written; not with a value, not taken back, not next to a word that could take it back. */
function matchExactly(flag: string, words: readonly Word[]): Hit {
  let found: Hit = "no";
  for (const word of words) {
    const text = knownText(word);
    if (text === "--") break;
    if (text === flag) found = "yes";
    else if (text === undefined ? mayBeOption(word) : undoes(flag, text)) return "no";
  }
  return found;
}

function mayBeOption(word: Word): boolean {
  return /^(-|$)/.test(knownPrefix(word));
}

/** `--dry-run=false`, `-dry-run=0`, `--no-dry-run`, `--nodry-run`, and what a program may take for them. */
function undoes(flag: string, text: string): boolean {
  const written = /^(--?)([^=]+)(=)?/.exec(text);
  if (!written) return false;
  const [, dashes, name = "", value] = written;
  const own = flag.replace(/^-+/, "");
  const opposite = own.startsWith("no-") ? own.slice("no-".length) : `no-${own}`;
  if (name === opposite || name === `no${own}`) return true;
  if (value !== undefined && name === own) return true;
  if (dashes !== "--" || own.length < 2) return false;
  // Of the opposite more than `--no-` must be there.
  if (opposite.startsWith(name) && name.length > (opposite.startsWith("no-") ? 3 : 1)) return true;
  return value !== undefined && name.length > 1 && own.startsWith(name);
}

function matchWidely(flag: string, words: readonly Word[]): Hit {
  let best: Hit = "no";
  for (const word of words) {
    const text = knownText(word);
    best = either(best, text === undefined ? flagInUnknown(flag, word) : flagInText(flag, text));
    if (best === "yes") return best;
  }
  return best;
}

function flagInText(flag: string, text: string): Hit {
  if (text === flag || text.startsWith(`${flag}=`)) return "yes";
  if (/^-[^-]$/.test(flag)) return /^-[^-=][^=]*/.exec(text)?.[0].includes(flag.charAt(1)) ? "yes" : "no";
  const name = text.split("=")[0] ?? "";
  return name.length > 2 && flag.startsWith("--") && flag.startsWith(name) ? "maybe" : "no";
}

function flagInUnknown(flag: string, word: Word): Hit {
  if (!(isUnknown(word) || hasGlob(word))) return "no";
  const first = partsOfWord(word)[0] ?? "";
  if (first === "") return isUnknown(word) ? "maybe" : "no";
  if (first.startsWith(`${flag}=`)) return "yes";
  if (/^-[^-]$/.test(flag) && /^-[^-]/.test(first)) return first.includes(flag.charAt(1)) ? "yes" : "maybe";
  return flag.startsWith(first) ? "maybe" : "no";
}
