/** A suggestion becomes rules in a policy file, by the same door as an answer that is given for good. */
import { loadKnowledge } from "../classify/load-knowledge.ts";
import type { Suggestion } from "../learn/suggestion.ts";
import { placesFor } from "../policy/find.ts";
import { noteChange, recordChange } from "./note-change.ts";
import { type SessionIo, say, sayProblem } from "./session-io.ts";

export type Layer = "user" | "project";

export type Applied =
  | { readonly kind: "saved"; readonly note: string }
  | { readonly kind: "not-saved"; readonly why: string };

/** Of the day only: a rule gets the id that it was shown with. */
export function ruleDate({ nowMs }: SessionIo): Date {
  return new Date(Math.floor(nowMs() / DAY_MS) * DAY_MS);
}

const DAY_MS = 86_400_000;

/** Never rejects. */
export async function applySuggestion(
  { matches, project, layers, description }: Suggestion,
  layer: Layer,
  io: SessionIo,
): Promise<Applied> {
  if (!layers.includes(layer))
    return { kind: "not-saved", why: "the project's file cannot take it; your own can (--to user)" };
  try {
    const loaded = loadKnowledge();
    if (loaded.kind === "unusable") return { kind: "not-saved", why: loaded.reason };
    const { loadInput } = await import("../engine/load-layers.ts");
    const { saveRules } = await import("../policy/save-rule.ts");
    const { answerIdOf, whyNotSaved } = await import("../policy/saved-words.ts");
    const input = loadInput(placesFor(project, io.env), loaded.knowledge);
    const change = { by: "suggest" as const, layer, project, rules: [description] };
    const unrecorded = recordChange({ ...change, action: "rules added" }, io);
    if (unrecorded !== undefined) return { kind: "not-saved", why: `it cannot be recorded: ${unrecorded}` };
    const outcome = await saveRules({ layer, input }, matches, ruleDate(io), "guard suggest");
    if (outcome.kind !== "saved") noteChange({ ...change, action: "rules not added" }, io);
    if (outcome.kind !== "saved" && outcome.kind !== "already")
      return { kind: "not-saved", why: whyNotSaved(outcome) };
    const id = answerIdOf(outcome.ids);
    const how = outcome.kind === "saved" ? "saved" : "saved before";
    return {
      kind: "saved",
      note: `${how} as ${id} in ${outcome.file}; to take it back: guard grants revoke ${id}`,
    };
  } catch (error) {
    return { kind: "not-saved", why: error instanceof Error ? error.message : String(error) };
  }
}

/** `chosen`: a number of the list, or an id. */
export async function applyChosen(
  chosen: string,
  suggestions: readonly Suggestion[],
  layer: Layer,
  io: SessionIo,
): Promise<number> {
  const one = /^\d{1,4}$/.test(chosen)
    ? suggestions[Number(chosen) - 1]
    : suggestions.find(({ id }) => id === chosen);
  if (one === undefined) {
    const there = suggestions.length === 0 ? "none is suggested" : `there are 1 to ${suggestions.length}`;
    sayProblem(io, `suggest: there is no suggestion ${chosen}: ${there}; guard suggest --list shows them`);
    return 1;
  }
  const applied = await applySuggestion(one, layer, io);
  if (applied.kind === "saved") {
    say(io, `${one.description}: ${applied.note}`);
    return 0;
  }
  sayProblem(io, `suggest: ${applied.why}`);
  return 1;
}
