/** How xargs and its like cut stdin into words: what their options say, or that it cannot be told. */
import type { Splitting } from "../core/effect.ts";
import { knownText, type Word } from "../core/word.ts";
import type { Role, Spec, When } from "./knowledge.ts";
import type { Scene } from "./scene.ts";

/** What the options have said so far. */
export interface SplittingNotes {
  /** The entry says that it splits like xargs, and no option took that back. */
  told: boolean;
  separators: string[];
  marker?: string;
  most?: number;
}

export function noSplitting(): SplittingNotes {
  return { told: false, separators: [] };
}

export function noteSplits(scene: Scene, spec: Spec, whens: readonly When[]): void {
  const { splitting } = scene;
  splitting.told ||= spec.splits === "words";
  for (const { splits } of whens) {
    if (splits === "nul") splitting.separators.push("\0");
    else if (splits === "unknown") splitting.told = false;
  }
}

/** The value of an option that says where to split; without one, `-i` means `{}`. */
export function noteSplittingOption(scene: Scene, role: Role, value: Word | undefined): void {
  const { splitting } = scene;
  const text = value === undefined ? undefined : knownText(value);
  switch (role.name) {
    case "replace":
      if ((value !== undefined && text === undefined) || splitting.marker !== undefined)
        splitting.told = false;
      splitting.marker = text ?? "{}";
      return;
    case "separator":
      splitting.separators.push(separatorOf(text) ?? "");
      return;
    case "most":
      if (!/^[1-9]\d{0,5}$/u.test(text ?? "") || splitting.most !== undefined) splitting.told = false;
      splitting.most = Number(text);
      return;
    default:
      return;
  }
}

/** One plain character; of the escapes only those whose meaning nobody doubts. */
function separatorOf(text: string | undefined): string | undefined {
  if (text === "\\n") return "\n";
  if (text === "\\0") return "\0";
  return text !== undefined && /^[\x20-\x5b\x5d-\x7e\n\t]$/u.test(text) ? text : undefined;
}

/** `argv` = the words of the inner command, with the marker still in them. */
export function splittingOf(notes: SplittingNotes, argv: readonly Word[]): Splitting | undefined {
  const [separator, ...others] = notes.separators;
  if (!notes.told || others.length > 0 || separator === "") return undefined;
  const { marker, most } = notes;
  const each = most === undefined ? {} : { most };
  if (marker === undefined) {
    return separator === undefined ? { kind: "words", ...each } : { kind: "separator", separator, ...each };
  }
  // Of -I and -n the last one holds, and which that is depends on the version.
  if (most !== undefined || marker === "") return undefined;
  return { kind: "replace", marker, argv, ...(separator === undefined ? {} : { separator }) };
}
