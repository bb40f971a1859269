/** A project file comes from a repository, so its allow lists are short and may not name what wider layers forbid. */

import type { LoadedFile } from "./load-file.ts";
import { coveredName, FLOOR_BLOCKED, takesAnyArguments } from "./never-listed.ts";
import type { ProgramPattern } from "./pattern.ts";
import type { Matcher, Problem, Rule } from "./policy.ts";
import type { ListEntry, NameEntry } from "./schema.ts";
import { SPECIAL_PROGRAM_PATHS } from "./special-checks.ts";
import { readProfiles } from "./switch-profiles.ts";

export const MAX_PROJECT_COMMANDS = 50;

/** Programs that need CONFIRM, as the knowledge base has them. */
export interface ConfirmPrograms {
  readonly names: Iterable<string>;
  needsConfirm(name: string): boolean;
}

export function projectProblems(
  project: LoadedFile,
  rules: readonly Rule[],
  wider: readonly LoadedFile[],
  confirm: ConfirmPrograms | undefined,
): Problem[] {
  const allows = rules.filter(({ ruling }) => ruling === "allow");
  return [
    ...tooMany(project, allows),
    ...allows.flatMap(namesTooLittle),
    ...forbidden(allows, wider),
    ...(confirm ? allows.flatMap((rule) => allowsConfirmed(rule, confirm)) : []),
  ];
}

/** Counts what is allowed, not the entries it is written in: one entry may hold a hundred patterns. */
function tooMany(project: LoadedFile, allows: readonly Rule[]): Problem[] {
  const { data, file, yaml } = project;
  const written = allows.filter(({ origin }) => origin !== "profile").flatMap(({ match }) => match);
  const profiled = [...readProfiles(project).defined.values()].flatMap(({ commands }) => commands);
  const count =
    written.reduce((sum, { programs }) => sum + Math.max(1, programs.length), 0) +
    profiled.reduce((sum, entry) => sum + patternsIn(entry), 0);
  if (count <= MAX_PROJECT_COMMANDS) return [];
  const key =
    ["commands", "allowed_commands", "allowlist", "rules", "profiles"].find((name) => name in data) ?? "";
  const problem = `the file allows ${count} commands, ${MAX_PROJECT_COMMANDS} at most are accepted`;
  return [
    { file, line: yaml.lineOf([], key), problem, fix: "use patterns, or move some to your own policy file" },
  ];
}

function patternsIn(entry: ListEntry): number {
  return typeof entry === "string" ? 1 : (entry.args?.length ?? 1);
}

function namesTooLittle({ match, text, source }: Rule): Problem[] {
  if (match.some(({ programs }) => programs.length === 0)) {
    const problem = `a project file may not allow without naming a program (\`${text}\`)`;
    return [{ ...source, problem, fix: "add program:" }];
  }
  if (match.some(({ programs }) => programs.some(isInAnyFolder))) {
    const problem = `a project file may not allow a program in any folder (\`${text}\`)`;
    return [{ ...source, problem, fix: "name its path without **" }];
  }
  return [];
}

function isInAnyFolder(program: ProgramPattern): boolean {
  if (program.kind !== "path" || [...SPECIAL_PROGRAM_PATHS.values()].includes(program.glob.text))
    return false;
  return program.glob.segments.includes("**");
}

function forbidden(allows: readonly Rule[], wider: readonly LoadedFile[]): Problem[] {
  const names = new Map<string, string>();
  for (const name of FLOOR_BLOCKED) names.set(name, "guard never allows it");
  for (const { data, layer } of wider) {
    for (const name of namesOf(data.blocked_commands)) names.set(name, `the ${layer} policy blocks it`);
    for (const name of namesOf(data.dangerous_commands))
      names.set(name, `the ${layer} policy calls it dangerous`);
  }
  return allows.flatMap((rule) => {
    const name = firstCovered(rule.match, names.keys());
    return name === undefined ? [] : [mayNot(rule, name, names.get(name) ?? "")];
  });
}

/** With arguments it is for the matching to tell: `terraform fmt` needs no CONFIRM, and an allow never covers the rest. */
function allowsConfirmed(rule: Rule, confirm: ConfirmPrograms): Problem[] {
  for (const program of rule.match.filter(takesAnyArguments).flatMap(({ programs }) => programs)) {
    const exact = program.kind === "name" && program.parts.length === 1 ? program.parts : undefined;
    for (const name of exact ?? confirm.names) {
      if ((exact || coveredName(program, [name]) !== undefined) && confirm.needsConfirm(name))
        return [mayNot(rule, name, "guard asks for a typed CONFIRM")];
    }
  }
  return [];
}

function firstCovered(match: readonly Matcher[], names: Iterable<string>): string | undefined {
  const list = [...names];
  for (const program of match.flatMap(({ programs }) => programs)) {
    const name = coveredName(program, list);
    if (name !== undefined) return name;
  }
  return undefined;
}

function mayNot({ text, source }: Rule, name: string, reason: string): Problem {
  const problem = `a project file may not allow ${name} (\`${text}\`): ${reason}`;
  return { ...source, problem, fix: "remove it from the project's file" };
}

function namesOf(entries: readonly NameEntry[] | undefined): string[] {
  const texts = (entries ?? []).map((entry) => (typeof entry === "string" ? entry : entry.name));
  return texts.filter((text) => !/[\s*]/.test(text));
}
