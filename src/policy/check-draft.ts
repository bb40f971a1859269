/** Would guard accept this file as it stands? Asked of a draft before it takes the place of a policy file. */
import { findPolicyFiles } from "./find.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import { compileLayer, type LoadInput } from "./load-layer.ts";
import type { Problem } from "./policy.ts";
import { projectProblems } from "./project-limits.ts";
import { type Definitions, readProfiles } from "./switch-profiles.ts";

/** Layers that people write into by their answers. The org's file is the administrator's. */
export type SavedLayer = "user" | "project";

export type DraftOutcome = LoadedFile | { readonly kind: "refused"; readonly problems: readonly Problem[] };

/** `path` is read as if it were `file`. */
export async function checkDraft(
  path: string,
  file: string,
  layer: SavedLayer,
  input: LoadInput,
): Promise<DraftOutcome> {
  const loaded = loadFile(path, layer, input.places.owners);
  if (loaded.kind === "refused") return refuse(loaded.problems, path, file);
  const wider = widerFiles(layer, input);
  const part = await compileLayer([loaded], definedIn(wider), "full", input);
  const limits = layer === "project" ? projectProblems(loaded, part.rules, wider, input.confirm) : [];
  const problems = [...part.problems, ...limits];
  return problems.length > 0 ? refuse(problems, path, file) : loaded;
}

/** A broken one is not this file's mistake, and stops every session by itself. */
function widerFiles(layer: SavedLayer, { places }: LoadInput): LoadedFile[] {
  const { org, user } = findPolicyFiles(places);
  return [
    ...org.map((file) => loadFile(file, "org", places.owners)),
    ...(layer === "project" && user !== undefined ? [loadFile(user, "user", places.owners)] : []),
  ].filter((file): file is LoadedFile => file.kind === "file");
}

function definedIn(files: readonly LoadedFile[]): Definitions {
  return new Map(files.flatMap((file) => [...readProfiles(file).defined]));
}

function refuse(problems: readonly Problem[], path: string, file: string): DraftOutcome {
  const named = problems.map((problem) => (problem.file === path ? { ...problem, file } : problem));
  return { kind: "refused", problems: named };
}
