/**
 * A person's `always` becomes a rule in the user's or the project's file, and can be taken back. Everything else in the file
 * stays byte for byte; a file that guard would not accept is never written. Nothing here throws: the outcome says what happened.
 */
import { join } from "node:path";
import {
  type ApprovedMatch,
  type ApprovedRule,
  approvedIn,
  entriesFor,
  isMeant,
  MAX_APPROVED,
  type SavedVia,
  sameAnswer,
} from "./approved-rules.ts";
import { checkDraft, type SavedLayer } from "./check-draft.ts";
import { type Edit, editPolicy, standingOf, type Unsaved } from "./edit-policy.ts";
import type { LoadInput } from "./load-layer.ts";
import { isNamed } from "./presence.ts";
import { addEntries, removeEntry } from "./rule-text.ts";

export interface SaveTarget {
  readonly layer: SavedLayer;
  readonly input: LoadInput;
}

export type SaveOutcome =
  | { readonly kind: "saved"; readonly file: string; readonly ids: readonly string[] }
  /** The same answer is in the file already. */
  | { readonly kind: "already"; readonly file: string; readonly ids: readonly string[] }
  | { readonly kind: "full"; readonly file: string; readonly limit: number }
  | Unsaved;

export type RemoveOutcome =
  | { readonly kind: "removed"; readonly file: string; readonly ids: readonly string[] }
  | { readonly kind: "not-found"; readonly file: string }
  | Unsaved;

export type ListOutcome =
  | {
      readonly kind: "listed";
      readonly file: string;
      readonly rules: readonly ApprovedRule[];
      /** Rules of a project's file that nobody trusts do not count. */
      readonly standing: "trusted" | "untrusted";
    }
  | Extract<Unsaved, { kind: "broken" }>;

/** All of `matches`, or none. */
export async function saveRules(
  target: SaveTarget,
  matches: readonly ApprovedMatch[],
  now: Date,
  via?: SavedVia,
): Promise<SaveOutcome> {
  const file = fileOf(target);
  return await editPolicy<SaveOutcome>(file, target, ({ text, data, standing }): Edit<SaveOutcome> => {
    if (standing === "untrusted") return { kind: "done", outcome: { kind: "untrusted", file } };
    const there = approvedIn(data);
    const same = sameAnswer(there, matches);
    if (same) return { kind: "done", outcome: { kind: "already", file, ids: same.map(({ id }) => id) } };
    if (there.length + matches.length > MAX_APPROVED)
      return { kind: "done", outcome: { kind: "full", file, limit: MAX_APPROVED } };
    const entries = entriesFor(matches, data, now, via);
    const rules = [...(data.rules ?? []), ...entries];
    const outcome = { kind: "saved", file, ids: entries.map(({ id }) => id) } as const;
    return { kind: "write", edited: addEntries(text, entries), expected: { ...data, rules }, outcome };
  });
}

/** `id` of one rule, or of all rules of one answer. Only rules that an answer saved can be removed. */
export async function removeRules(target: SaveTarget, id: string): Promise<RemoveOutcome> {
  const file = fileOf(target);
  if (!isNamed(file)) return { kind: "not-found", file };
  return await editPolicy<RemoveOutcome>(file, target, ({ text, data }): Edit<RemoveOutcome> => {
    const meant = approvedIn(data).filter((rule) => isMeant(rule, id));
    if (meant.length === 0) return { kind: "done", outcome: { kind: "not-found", file } };
    const gone = new Set(meant.map(({ at }) => at));
    const rules = (data.rules ?? []).filter((_rule, at) => !gone.has(at));
    const outcome = { kind: "removed", file, ids: meant.map((rule) => rule.id) } as const;
    return { kind: "write", edited: withoutAll(text, [...gone]), expected: { ...data, rules }, outcome };
  });
}

export async function listRules(target: SaveTarget): Promise<ListOutcome> {
  const file = fileOf(target);
  if (!isNamed(file)) return { kind: "listed", file, rules: [], standing: "trusted" };
  const loaded = await checkDraft(file, file, target.layer, target.input);
  if (loaded.kind === "refused") return { kind: "broken", file, problems: loaded.problems };
  const standing = standingOf(file, target, loaded.sha256);
  return { kind: "listed", file, rules: approvedIn(loaded.data), standing };
}

export function fileOf({ layer, input: { places } }: SaveTarget): string {
  return layer === "user" ? places.userFile : join(places.projectRoot, ".guard/policy.yaml");
}

/** From the last one up, so that the places of the others stay. */
function withoutAll(text: string, places: readonly number[]): ReturnType<typeof removeEntry> {
  let edited = { kind: "text", text } as ReturnType<typeof removeEntry>;
  for (const at of places.toSorted((a, b) => b - a)) {
    if (edited.kind === "text") edited = removeEntry(edited.text, at);
  }
  return edited;
}
