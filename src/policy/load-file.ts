/** One policy file, from disk to checked data. */

import { sha256 } from "../core/sha256.ts";
import type { PolicyLayer, Problem, Rule } from "./policy.ts";
import { readPolicyFile } from "./read-file.ts";
import { MAX_FILE_EXAMPLES, POLICY_SCHEMA, type PolicyData } from "./schema.ts";
import { validate } from "./validate.ts";
import { type DataPath, readYaml, type YamlFile } from "./yaml-file.ts";

export interface LoadedFile {
  readonly kind: "file";
  readonly layer: PolicyLayer;
  readonly file: string;
  readonly yaml: YamlFile;
  readonly data: PolicyData;
  readonly sha256: string;
}

export type FileOutcome = LoadedFile | { readonly kind: "refused"; readonly problems: readonly Problem[] };

export function loadFile(file: string, layer: PolicyLayer, owners: readonly number[]): FileOutcome {
  const read = readPolicyFile(file, layer, owners);
  if (read.kind === "refused") return read;
  const yaml = readYaml(file, read.text);
  if (yaml.kind === "refused") return yaml;
  const checked = validate(POLICY_SCHEMA, { ...yaml, data: withoutEmpty(yaml.data) });
  if (checked.kind === "refused") return checked;
  const problems = [...outOfPlace(layer, checked.value, yaml), ...tooManyExamples(checked.value, yaml)];
  if (problems.length > 0) return { kind: "refused", problems };
  return { kind: "file", layer, file, yaml, data: checked.value, sha256: sha256(read.bytes) };
}

/** `commands:` with every entry commented out is an empty list, not a mistake. */
function withoutEmpty(data: unknown): unknown {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return data;
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
}

/** Settings that only a machine's owner may write. */
function outOfPlace(layer: PolicyLayer, data: PolicyData, yaml: YamlFile): Problem[] {
  const settings = data.settings ?? {};
  const problems: Problem[] = [];
  const refuse = (key: keyof typeof settings, where: string): void => {
    const path: DataPath = ["settings", key];
    const problem = `settings.${key} cannot have this value in a ${layer} file`;
    problems.push({ file: yaml.file, line: yaml.lineOf(path), problem, fix: `it belongs in ${where}` });
  };
  if (settings.reveal && layer !== "user") refuse("reveal", "the user's file");
  if (layer !== "project") return problems;
  const owners = "the org's or the user's file";
  if (settings.audit_keep_days !== undefined) refuse("audit_keep_days", owners);
  if (settings.security === "full") refuse("security", owners);
  if (settings.ask_fallback === "full") refuse("ask_fallback", owners);
  if (settings.dangerous_command_requires_confirmation === false)
    refuse("dangerous_command_requires_confirmation", owners);
  return problems;
}

function tooManyExamples({ rules = [] }: PolicyData, yaml: YamlFile): Problem[] {
  let count = 0;
  for (const [at, { examples }] of rules.entries()) {
    count += (examples?.match.length ?? 0) + (examples?.not_match.length ?? 0);
    if (count <= MAX_FILE_EXAMPLES) continue;
    const problem = `the file holds more than ${MAX_FILE_EXAMPLES} examples`;
    return [
      { file: yaml.file, line: yaml.lineOf(["rules", at]), problem, fix: "keep those that prove most" },
    ];
  }
  return [];
}

/** Two rules of one name in one layer: nobody could tell which one spoke. */
export function duplicateIds(rules: readonly Rule[]): Problem[] {
  const seen = new Map<string, Rule>();
  const problems: Problem[] = [];
  for (const rule of rules.filter(({ origin }) => origin === "rule")) {
    const first = seen.get(rule.id);
    if (first) {
      const problem = `the rule id ${rule.id} is already used at ${first.source.file}:${first.source.line}`;
      problems.push({ ...rule.source, problem, fix: "give it another id" });
    } else seen.set(rule.id, rule);
  }
  return problems;
}
