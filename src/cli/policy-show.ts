/** `guard policy show`: everything that counts here, and where it comes from. */
import { findPolicyFiles } from "../policy/find.ts";
import { type LoadOutcome, loadPolicy } from "../policy/load.ts";
import { formatProblem, POLICY_LAYERS, type PolicyLayers, type Rule } from "../policy/policy.ts";
import { detectProfiles } from "../policy/profiles.ts";
import { type PolicyCall, printJson, printLine, printProblem } from "./policy-io.ts";

export async function showPolicy(call: PolicyCall): Promise<number> {
  const { io, input, output } = call;
  const outcome = await loadPolicy(input);
  if (outcome.kind === "refused") return refuse(call, outcome.problems);
  const view = viewOf(outcome, call);
  if (output === "json") printJson(io, view, 2);
  else {
    for (const line of linesOf(view, outcome.layers)) printLine(io, line);
  }
  return 0;
}

export function refuse(
  { io }: PolicyCall,
  problems: Extract<LoadOutcome, { kind: "refused" }>["problems"],
): number {
  for (const problem of problems) printProblem(io, formatProblem(problem));
  return 1;
}

type Loaded = Extract<LoadOutcome, { kind: "loaded" }>;

function viewOf({ layers, warnings }: Loaded, { places }: PolicyCall) {
  const { org, user, project } = findPolicyFiles(places);
  return {
    files: { org, user, project },
    projectRoot: places.projectRoot,
    project: layers.projectFile,
    mode: layers.mode,
    settings: layers.settings,
    pkillProcesses: [...layers.context.pkillProcesses],
    profiles: layers.profiles,
    fittingProfiles: detectProfiles(places.projectRoot, places.profilesDir),
    rules: POLICY_LAYERS.flatMap((layer) => layers[layer].map(ruleView)),
    warnings,
  };
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

function linesOf(view: ReturnType<typeof viewOf>, layers: PolicyLayers): string[] {
  const { files, project, mode, settings } = view;
  const none = "(no file)";
  return [
    `org      ${files.org.join(", ") || none}`,
    `user     ${files.user ?? none}`,
    `project  ${files.project ? `${files.project} (${project.kind})` : `${none}, root ${view.projectRoot}`}`,
    `mode     ${mode.mode}${mode.from === "default" ? "" : ` (from ${mode.from})`}${mode.wished ? `; wished: ${mode.wished}` : ""}`,
    `settings ${Object.entries(settings)
      .map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(" ") || "-" : value}`)
      .join(" · ")}`,
    `profiles ${view.profiles.map(({ name, layer }) => `${name} (${layer})`).join(", ") || "none on"}; fitting this project: ${view.fittingProfiles.join(", ") || "none"}`,
    ...POLICY_LAYERS.flatMap((layer) => ruleLines(layer, layers[layer])),
    ...view.warnings.map((warning) => `warning  ${warning}`),
  ];
}

function ruleLines(layer: string, rules: readonly Rule[]): string[] {
  if (rules.length === 0) return [];
  return [
    "",
    `${layer}:`,
    ...rules.map(({ ruling, text, because }) => `  ${ruling.padEnd(8)}${text}  (${because})`),
  ];
}
