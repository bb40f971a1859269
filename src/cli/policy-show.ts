/** `guard policy show`: everything that counts here, and where it comes from. */
import { findPolicyFiles } from "../policy/find.ts";
import { type LoadOutcome, loadPolicy } from "../policy/load.ts";
import { formatProblem, POLICY_LAYERS, type PolicyLayers, type Rule } from "../policy/policy.ts";
import { detectProfiles } from "../policy/profiles.ts";
import { type PolicyCall, printJson, printLine, printProblem } from "./policy-io.ts";
import { redactAsWritten, settingsAsWritten } from "./policy-settings.ts";
import { linesOf } from "./render-policy.ts";

export async function showPolicy(call: PolicyCall): Promise<number> {
  const { io, input, output } = call;
  const outcome = await loadPolicy(input);
  if (outcome.kind === "refused") return refuse(call, outcome.problems);
  const view = viewOf(outcome, call);
  if (output === "json") printJson(io, view, 2);
  else {
    for (const line of linesOf(view, outcome.layers, io.columns)) printLine(io, line);
  }
  return 0;
}

export function refuse(
  { io }: PolicyCall,
  problems: Extract<LoadOutcome, { kind: "refused" }>["problems"],
): number {
  for (const problem of problems) printProblem(io, formatProblem(problem));
  if (problems.some(({ file }) => file === "--profile"))
    printProblem(io, "that profile is remembered for this project; guard policy forget forgets it");
  return 1;
}

type Loaded = Extract<LoadOutcome, { kind: "loaded" }>;

export type View = ReturnType<typeof viewOf>;

function viewOf({ layers, warnings }: Loaded, { places, remembered }: PolicyCall) {
  const { org, user, project } = findPolicyFiles(places);
  return {
    files: { org, user, project },
    projectRoot: places.projectRoot,
    project: layers.projectFile,
    mode: layers.mode,
    settings: settingsAsWritten(layers.settings),
    redact: redactAsWritten(layers.settings),
    pkillProcesses: [...layers.context.pkillProcesses],
    profiles: profilesWithOrigin(layers.profiles, remembered ?? []),
    /** What the user answered when guard run offered profiles; null: never. */
    rememberedProfiles: remembered ?? null,
    fittingProfiles: detectProfiles(places.projectRoot, places.profilesDir),
    rules: POLICY_LAYERS.flatMap((layer) => layers[layer].map(ruleView)),
    warnings,
  };
}

/** What is remembered counts as the user's, behind what the user's file switches on. */
function profilesWithOrigin(profiles: PolicyLayers["profiles"], remembered: readonly string[]) {
  const end = profiles.filter(({ layer }) => layer !== "project").length;
  return profiles.map(({ name, layer }, at) => ({
    name,
    layer,
    from: at < end && at >= end - remembered.length ? "memory" : "file",
  }));
}

function ruleView({ id, layer, ruling, text, because, instead, remember, overridable, source }: Rule) {
  return {
    id,
    layer,
    ruling,
    match: text,
    because,
    instead,
    remember,
    overridable,
    file: source.file,
    line: source.line,
  };
}
