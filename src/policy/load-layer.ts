/** The files of one layer become rules. */
import { type CompileInput, compileFile } from "./compile.ts";
import { TEMP_FOLDERS } from "./covered-by-allow.ts";
import { checkExamples, type ReadExample } from "./examples.ts";
import type { Places } from "./find.ts";
import { duplicateIds, type LoadedFile } from "./load-file.ts";
import type { MatchContext, ModeWish, Problem, Rule } from "./policy.ts";
import type { ConfirmPrograms } from "./project-limits.ts";
import { DEFAULT_PKILL_PROCESSES } from "./special-checks.ts";
import { type Definitions, readProfiles, type SwitchedOn, switchOn } from "./switch-profiles.ts";

export interface LoadInput {
  readonly places: Places;
  /** Without it, examples are not tried: only for callers that cannot read lines. */
  readonly readExample?: ReadExample;
  /** Without it, project files that allow such programs are accepted; their allows cover nothing that needs CONFIRM. */
  readonly confirm?: ConfirmPrograms;
  /** Profiles switched on by hand (`--profile`), counted as the user's. */
  readonly profiles?: readonly string[];
}

/** What one layer's files came to. */
export interface LayerPart {
  readonly rules: readonly Rule[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
  readonly profiles: readonly string[];
  /** Modes that its profiles ask for. */
  readonly wishes: readonly ModeWish[];
  /** Profiles that this layer and wider ones define. */
  readonly defined: Definitions;
}

export const NOTHING: LayerPart = {
  rules: [],
  problems: [],
  warnings: [],
  profiles: [],
  wishes: [],
  defined: new Map(),
};

export async function compileLayer(
  files: readonly LoadedFile[],
  wider: Definitions,
  standing: Rule["standing"],
  input: LoadInput,
): Promise<LayerPart> {
  const { places, readExample } = input;
  const defined = new Map([...wider, ...files.flatMap((file) => [...readProfiles(file).defined])]);
  const parts = files.flatMap((file) => {
    const one: CompileInput = { layer: file.layer, standing, base: places, yaml: file.yaml, data: file.data };
    const profiles = switchOn(readProfiles(file).wanted, defined, one, places.profilesDir);
    return [{ ...compileFile(one), names: [], wishes: [] }, profiles];
  });
  const rules = parts.flatMap((part) => part.rules);
  const problems = [...parts.flatMap((part) => part.problems), ...duplicateIds(rules)];
  if (readExample) problems.push(...(await checkExamples(rules, contextOf(files, places), readExample)));
  return {
    rules,
    problems,
    warnings: parts.flatMap((part) => part.warnings),
    profiles: parts.flatMap((part) => part.names),
    wishes: parts.flatMap((part) => part.wishes),
    defined,
  };
}

export function profilesByHand({ profiles = [], places }: LoadInput, defined: Definitions): SwitchedOn {
  const yaml = { kind: "data", file: "--profile", data: {}, lineOf: () => 1 } as const;
  const one = { layer: "user", standing: "full", base: places, yaml, data: { version: 1 } } as const;
  return switchOn(
    profiles.map((name) => ({ name, path: [] })),
    defined,
    one,
    places.profilesDir,
  );
}

export function contextOf(files: readonly LoadedFile[], { projectRoot, home }: Places): MatchContext {
  // A session started in the home folder, or above it, has no project whose files may all be written.
  const wide = home === projectRoot || home.startsWith(`${projectRoot}/`);
  const names = files.flatMap(({ data }) => data.pkill_processes ?? []);
  return {
    pkillProcesses: new Set([...DEFAULT_PKILL_PROCESSES, ...names]),
    safe: { projectRoot: wide ? "/" : projectRoot, temp: TEMP_FOLDERS },
  };
}
