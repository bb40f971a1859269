/** The project's file: data from a repository, so it may only tighten until a person trusts it. */
import { type LoadedFile, loadFile } from "./load-file.ts";
import { compileLayer, type LayerPart, type LoadInput, NOTHING } from "./load-layer.ts";
import { formatProblem, type Problem, type ProjectStanding } from "./policy.ts";
import { projectProblems } from "./project-limits.ts";
import type { Definitions } from "./switch-profiles.ts";
import { isTrusted } from "./trust.ts";

export interface ProjectPart {
  readonly file?: LoadedFile;
  readonly part: LayerPart;
  readonly standing: ProjectStanding;
  /** Why it is not used, if it is broken. */
  readonly problems: readonly Problem[];
}

export async function loadProject(
  path: string | undefined,
  wider: readonly LoadedFile[],
  defined: Definitions,
  input: LoadInput,
): Promise<ProjectPart> {
  if (path === undefined) return { part: NOTHING, standing: { kind: "none" }, problems: [] };
  const file = loadFile(path, "project", input.places.owners);
  if (file.kind === "refused") return broken(path, file.problems);
  const { trustDir, tried } = input.places;
  const trusted = tried?.layer === "project" || isTrusted(trustDir, path, file.sha256);
  const part = await compileLayer([file], defined, trusted ? "full" : "tighten-only", input);
  const problems = [...part.problems, ...projectProblems(file, part.rules, wider, input.confirm)];
  if (problems.length > 0) return broken(path, problems);
  const standing = { file: path, sha256: file.sha256 };
  if (trusted) return { file, part, standing: { kind: "trusted", ...standing }, problems: [] };
  const waiting = part.rules.filter(({ ruling }) => ruling === "allow").length;
  return {
    file,
    part: tighteningOnly(path, part, waiting),
    standing: { kind: "untrusted", ...standing, waiting },
    problems: [],
  };
}

function tighteningOnly(path: string, part: LayerPart, waiting: number): LayerPart {
  const rules = part.rules.filter(({ ruling }) => ruling !== "allow");
  const warning = `${path}: ${waiting === 1 ? "1 allow rule is" : `${waiting} allow rules are`} not used until you have read the file and run: guard policy trust`;
  return {
    ...part,
    rules,
    profiles: [],
    wishes: [],
    warnings: waiting > 0 ? [...part.warnings, warning] : part.warnings,
  };
}

function broken(path: string, problems: readonly Problem[]): ProjectPart {
  const warnings = [`${path}: this project's policy is not used, because:`, ...problems.map(formatProblem)];
  return { part: { ...NOTHING, warnings }, standing: { kind: "broken", file: path }, problems };
}
