/** One validated file becomes rules. Patterns are parsed here, once; what is wrong with them has a line. */
import { type Draft, draftsOf, draftsOfProfile } from "./draft.ts";
import { coveredName, isTooWide, RUN_ANYTHING, takesAnyArguments } from "./never-listed.ts";
import type { GlobBase } from "./path-glob.ts";
import { formatProblem, type PolicyLayer, type Problem, type Rule } from "./policy.ts";
import type { ListEntry, PolicyData } from "./schema.ts";
import type { DataPath, YamlFile } from "./yaml-file.ts";

export interface CompileInput {
  readonly layer: PolicyLayer;
  readonly standing: Rule["standing"];
  readonly base: GlobBase;
  readonly yaml: YamlFile;
  readonly data: PolicyData;
}

export interface Compiled {
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

export function compileFile(input: CompileInput): Compiled {
  return finish(input, draftsOf(input.data, input.base));
}

/** Entries of a profile, as rules of the layer that switched it on. */
export function compileProfile(
  name: string,
  entries: readonly ListEntry[],
  input: CompileInput,
  path: DataPath,
): Compiled {
  return finish(input, draftsOfProfile(name, entries, path, input.base));
}

function finish(input: CompileInput, drafts: readonly Draft[]): Compiled {
  const rules: Rule[] = [];
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const draft of drafts) {
    const source = { file: input.yaml.file, line: input.yaml.lineOf(draft.path) };
    if (draft.matchers.kind === "bad") {
      problems.push({ ...source, problem: draft.matchers.problem, fix: draft.matchers.fix });
      continue;
    }
    const rule = ruleOf(input, draft, draft.matchers.matchers, source);
    if (rule.ruling === "allow" && rule.match.some(({ programs }) => programs.some(isTooWide))) {
      const problem = `\`${rule.text}\` would match nearly every program`;
      problems.push({ ...source, problem, fix: "leave at least two letters of the program's name" });
      continue;
    }
    rules.push(rule);
    const wide = widerThanMeant(rule);
    if (wide) {
      const problem = `\`${rule.text}\` allows ${wide} with any arguments, so any code`;
      warnings.push(formatProblem({ ...source, problem, fix: "name the arguments that are meant" }));
    }
  }
  return { rules, problems, warnings };
}

function ruleOf(
  { layer, standing }: CompileInput,
  draft: Draft,
  match: Rule["match"],
  source: Rule["source"],
): Rule {
  const { full } = draft;
  return {
    id: `${layer}.${draft.id}`,
    layer,
    standing,
    ruling: draft.ruling,
    because: draft.because,
    ...(draft.instead === undefined ? {} : { instead: draft.instead }),
    remember: full?.remember ?? "always",
    overridable: full?.overridable ?? false,
    match,
    origin: draft.origin,
    examples: { match: full?.examples?.match ?? [], notMatch: full?.examples?.not_match ?? [] },
    source,
    text: draft.text,
  };
}

function widerThanMeant(rule: Rule): string | undefined {
  if (rule.ruling !== "allow") return undefined;
  for (const matcher of rule.match.filter(takesAnyArguments)) {
    const name = matcher.programs.map((program) => coveredName(program, RUN_ANYTHING)).find(Boolean);
    if (name) return name;
  }
  return undefined;
}
