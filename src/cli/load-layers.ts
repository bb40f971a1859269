/** Policy files with their examples tried by the real parser. Loads yaml and zod: only for when a file is there. */
import { classify } from "../classify/classify.ts";
import type { Knowledge } from "../classify/knowledge.ts";
import { parseLine } from "../parse/parse.ts";
import type { ReadExample } from "../policy/examples.ts";
import type { Places } from "../policy/find.ts";
import { loadPolicy } from "../policy/load.ts";
import { formatProblem, type PolicyLayers } from "../policy/policy.ts";

export type LoadedLayers =
  | { readonly kind: "layers"; readonly layers: PolicyLayers; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

export async function loadLayersFor(places: Places, knowledge: Knowledge): Promise<LoadedLayers> {
  const outcome = await loadPolicy({ places, readExample: exampleReader(places, knowledge) });
  if (outcome.kind === "refused") return { kind: "refused", problems: outcome.problems.map(formatProblem) };
  return { kind: "layers", layers: outcome.layers, warnings: outcome.warnings };
}

/** A line as the engine would see it in the project's root. */
export function exampleReader(places: Places, knowledge: Knowledge): ReadExample {
  return (line) => {
    const parsed = parseLine(line, { dialect: "bash", home: places.home, cwd: places.projectRoot });
    if (parsed.kind === "unparsable") return { kind: "unreadable", reason: parsed.reason };
    const context = { home: places.home, project: places.projectRoot };
    const subjects = parsed.commands.map((command) => ({
      command,
      classified: classify(command, knowledge, context),
    }));
    return { kind: "subjects", subjects };
  };
}
