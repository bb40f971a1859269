/** The policy in force as rows for people. */
import { wrapText } from "../core/wrap.ts";
import { POLICY_LAYERS, type PolicyLayers, type Rule } from "../policy/policy.ts";
import type { View } from "./policy-show.ts";

export function linesOf(view: View, layers: PolicyLayers, columns: number): string[] {
  const { files, project, mode, settings } = view;
  const none = "(no file)";
  const shown = Object.entries(settings).map(
    ([key, value]) => `${key} ${typeof value === "object" ? value.join(" ") || "-" : value}`,
  );
  return [
    `org      ${files.org.join(", ") || none}`,
    `user     ${files.user ?? none}`,
    `project  ${files.project ? `${files.project} (${project.kind})` : `${none}, root ${view.projectRoot}`}`,
    `mode     ${mode.mode}${mode.from === "default" ? "" : ` (from ${mode.from})`}`,
    ...mode.wishes.map(
      (wish) => `         ${wish.from} asks for ${wish.mode}; guard mode ${wish.mode} in a session allows it`,
    ),
    ...shown.map((text, at) => `${at === 0 ? "settings" : "        "} ${text}`),
    ...view.redact.map((text, at) => `${at === 0 ? "redact  " : "        "} ${text}`),
    ...profileTexts(view).flatMap((text, at) =>
      wrapText(at === 0 ? "profiles " : " ".repeat(9), text, columns),
    ),
    ...POLICY_LAYERS.flatMap((layer) => ruleLines(layer, layers[layer])),
    ...view.warnings.map((warning) => `warning  ${warning}`),
  ];
}

/** Each with where it comes from, and how what is remembered is taken back. */
function profileTexts({ profiles, rememberedProfiles, fittingProfiles }: View): string[] {
  const written = profiles
    .filter(({ from }) => from === "file")
    .map(({ name, layer }) => `${name} (${layer})`);
  const undo = "guard policy forget takes that back";
  return [
    ...written,
    ...(rememberedProfiles ?? []).map((name) => `${name} (you accepted it for this project; ${undo})`),
    ...(profiles.length === 0 ? ["none on"] : []),
    ...(rememberedProfiles?.length === 0 ? [`you want none to be offered here; ${undo}`] : []),
    `fitting this project: ${fittingProfiles.join(", ") || "none"}`,
  ];
}

/** Profiles are long and guard's own: counted here, in full as JSON. */
function ruleLines(layer: string, rules: readonly Rule[]): string[] {
  if (rules.length === 0) return [];
  const ofProfiles = rules.filter(({ origin }) => origin === "profile").length;
  return [
    "",
    `${layer}:`,
    ...rules
      .filter(({ origin }) => origin !== "profile")
      .map(({ ruling, text, because }) => `  ${ruling.padEnd(8)}${text}  (${because})`),
    ...(ofProfiles === 0 ? [] : [`  allow   ${ofProfiles} rules of its profiles (guard policy show --json)`]),
  ];
}
