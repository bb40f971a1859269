/** A project file comes from a repository, so its allow lists are short and may not name what wider layers forbid. */

import type { LoadedFile } from "./load-file.ts";
import { coveredName, FLOOR_BLOCKED, FLOOR_DANGEROUS } from "./never-listed.ts";
import type { Problem, Rule } from "./policy.ts";
import type { NameEntry } from "./schema.ts";
import { readProfiles } from "./switch-profiles.ts";

export const MAX_PROJECT_COMMANDS = 50;

export function projectProblems(
  project: LoadedFile,
  rules: readonly Rule[],
  wider: readonly LoadedFile[],
): Problem[] {
  return [...tooMany(project), ...forbidden(rules, wider)];
}

function tooMany(project: LoadedFile): Problem[] {
  const { data, file, yaml } = project;
  const listed = [data.commands, data.allowed_commands, data.allowlist].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
  const allowed = data.rules?.filter(({ ruling }) => ruling === "allow").length ?? 0;
  const profiled = [...readProfiles(project).defined.values()].reduce(
    (sum, entries) => sum + entries.length,
    0,
  );
  const count = listed + allowed + profiled;
  if (count <= MAX_PROJECT_COMMANDS) return [];
  const key =
    ["commands", "allowed_commands", "allowlist", "rules", "profiles"].find((name) => name in data) ?? "";
  const problem = `the file allows ${count} commands, ${MAX_PROJECT_COMMANDS} at most are accepted`;
  return [
    { file, line: yaml.lineOf([], key), problem, fix: "use patterns, or move some to your own policy file" },
  ];
}

function forbidden(rules: readonly Rule[], wider: readonly LoadedFile[]): Problem[] {
  const names = new Map<string, string>();
  for (const name of FLOOR_BLOCKED) names.set(name, "guard never allows it");
  for (const name of FLOOR_DANGEROUS) names.set(name, "guard asks for a typed CONFIRM");
  for (const { data, layer } of wider) {
    for (const name of namesOf(data.blocked_commands)) names.set(name, `the ${layer} policy blocks it`);
    for (const name of namesOf(data.dangerous_commands))
      names.set(name, `the ${layer} policy calls it dangerous`);
  }
  const problems: Problem[] = [];
  for (const rule of rules) {
    if (rule.ruling !== "allow") continue;
    const programs = rule.match.flatMap((matcher) => matcher.programs);
    const name = programs
      .map((program) => coveredName(program, names.keys()))
      .find((found) => found !== undefined);
    if (name === undefined) continue;
    const problem = `a project file may not allow ${name} (\`${rule.text}\`): ${names.get(name)}`;
    problems.push({ ...rule.source, problem, fix: "remove it from the project's file" });
  }
  return problems;
}

function namesOf(entries: readonly NameEntry[] | undefined): string[] {
  const texts = (entries ?? []).map((entry) => (typeof entry === "string" ? entry : entry.name));
  return texts.filter((text) => !/[\s*]/.test(text));
}
