/**
 * All policy files become layers, or a list of what is wrong with them. A broken org or user file refuses; a broken
 * project file contributes nothing and says so. Import this file lazily: yaml and zod cost more than a whole check.
 */
import { findPolicyFiles } from "./find.ts";
import { type LoadedFile, loadFile } from "./load-file.ts";
import { compileLayer, contextOf, type LayerPart, type LoadInput, profilesByHand } from "./load-layer.ts";
import { loadProject, type ProjectPart } from "./load-project.ts";
import type { PolicyLayer, PolicyLayers, Problem } from "./policy.ts";
import { type MergedSettings, mergeSettings } from "./settings.ts";
import { startMode } from "./start-mode.ts";

export type { LoadInput } from "./load-layer.ts";

export type LoadOutcome =
  | { readonly kind: "loaded"; readonly layers: PolicyLayers; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

export async function loadPolicy(input: LoadInput): Promise<LoadOutcome> {
  const { places } = input;
  const found = findPolicyFiles(places);
  const org = found.org.map((file) => loadFile(file, "org", places.owners));
  const user = found.user ? [loadFile(found.user, "user", places.owners)] : [];
  const unread = [
    ...found.problems,
    ...[...org, ...user].flatMap((file) => (file.kind === "refused" ? file.problems : [])),
  ];
  if (unread.length > 0) return { kind: "refused", problems: unread };

  const orgFiles = org.filter(isLoaded);
  const userFiles = user.filter(isLoaded);
  const orgPart = await compileLayer(orgFiles, new Map(), "full", input);
  const userPart = await compileLayer(userFiles, orgPart.defined, "full", input);
  const byHand = profilesByHand(input, userPart.defined);
  const problems = [...orgPart.problems, ...userPart.problems, ...byHand.problems];
  if (problems.length > 0) return { kind: "refused", problems };

  const wider = [...orgFiles, ...userFiles];
  const project = await loadProject(found.project, wider, userPart.defined, input);
  const rules = [...userPart.rules, ...byHand.rules];
  const profiles = [...userPart.profiles, ...byHand.names];
  const wishes = [...userPart.wishes, ...byHand.wishes];
  return join(wider, orgPart, { ...userPart, rules, profiles, wishes }, project, input);
}

function join(
  wider: readonly LoadedFile[],
  org: LayerPart,
  user: LayerPart,
  project: ProjectPart,
  input: LoadInput,
): LoadOutcome {
  const trusted = project.standing.kind === "trusted";
  const files = project.file ? [...wider, project.file] : wider;
  const { settings, warnings } = settingsOf(files, trusted ? "full" : "tighten-only");
  const asked = [...org.wishes, ...user.wishes, ...project.part.wishes];
  const modes = files.map(({ layer, file, data }) => ({ layer, file, mode: data.mode }));
  const started = startMode(modes, asked, settings);
  const layers: PolicyLayers = {
    org: org.rules,
    user: user.rules,
    project: project.part.rules,
    context: contextOf(trusted ? files : wider, input.places),
    settings,
    mode: started.start,
    profiles: [
      ...named("org", org.profiles),
      ...named("user", user.profiles),
      ...named("project", project.part.profiles),
    ],
    projectFile: project.standing,
  };
  return {
    kind: "loaded",
    layers,
    warnings: [...org.warnings, ...user.warnings, ...project.part.warnings, ...warnings, ...started.warnings],
  };
}

function settingsOf(files: readonly LoadedFile[], projectStanding: "full" | "tighten-only"): MergedSettings {
  return mergeSettings(
    files.map(({ layer, file, data }) => ({
      layer,
      file,
      standing: layer === "project" ? projectStanding : "full",
      data: data.settings ?? {},
      redact: data.redact,
    })),
  );
}

function named(
  layer: PolicyLayer,
  names: readonly string[],
): { readonly name: string; readonly layer: PolicyLayer }[] {
  return names.map((name) => ({ name, layer }));
}

function isLoaded(file: { readonly kind: string }): file is LoadedFile {
  return file.kind === "file";
}
