/** Policy files with their examples tried by the real parser. Loads yaml and zod: only for when a file is there. */
import { classify } from "../classify/classify.ts";
import type { Knowledge } from "../classify/knowledge.ts";
import { makeVisible } from "../core/visible.ts";
import { parseBounded } from "../parse/parse-bounded.ts";
import type { ReadExample } from "../policy/examples.ts";
import type { Places } from "../policy/find.ts";
import { type LoadInput, loadPolicy } from "../policy/load.ts";
import { formatProblem, type PolicyLayers } from "../policy/policy.ts";

export type LoadedLayers =
  | { readonly kind: "layers"; readonly layers: PolicyLayers; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** What it says is for the terminal: names and keys of a repository's files are hostile text. */
export async function loadLayersFor(
  places: Places,
  knowledge: Knowledge,
  profiles: readonly string[] = [],
): Promise<LoadedLayers> {
  const outcome = await loadPolicy({ ...loadInput(places, knowledge), profiles });
  if (outcome.kind === "refused")
    return { kind: "refused", problems: outcome.problems.map(formatProblem).map(makeVisible) };
  return { kind: "layers", layers: outcome.layers, warnings: outcome.warnings.map(makeVisible) };
}

export function loadInput(places: Places, knowledge: Knowledge): LoadInput {
  const needsConfirm = (name: string): boolean => knowledge.spec(name)?.confirm !== undefined;
  return {
    places,
    readExample: exampleReader(places, knowledge),
    confirm: { names: [...knowledge.programs.keys()], needsConfirm },
  };
}

/** A line as the engine would see it in the project's root, without what it starts in turn. */
export function exampleReader(places: Places, knowledge: Knowledge): ReadExample {
  return async (line) => {
    const parsed = await parseBounded(line, {
      dialect: "bash",
      home: places.home,
      cwd: places.projectRoot,
    });
    if (parsed.kind === "unparsable") return { kind: "unreadable", reason: parsed.reason };
    const context = { home: places.home, project: places.projectRoot };
    const subjects = parsed.commands.map((command) => ({
      command,
      classified: classify(command, knowledge, context),
    }));
    return { kind: "subjects", subjects };
  };
}
