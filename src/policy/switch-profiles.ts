/** Which profiles a file defines and switches on. A file's own definition comes before a wider one, before a built-in. */
import { type Compiled, type CompileInput, compileProfile } from "./compile.ts";
import type { LoadedFile } from "./load-file.ts";
import type { Problem } from "./policy.ts";
import { loadProfile, profileNames } from "./profiles.ts";
import type { ListEntry } from "./schema.ts";
import type { DataPath } from "./yaml-file.ts";

export type Definitions = ReadonlyMap<string, readonly ListEntry[]>;

interface Wanted {
  readonly name: string;
  readonly path: DataPath;
}

export interface SwitchedOn extends Compiled {
  readonly names: readonly string[];
}

/** In a list, `- name: [...]` defines and switches on; in a map, profiles are only defined, for narrower layers. */
export function readProfiles({ data }: LoadedFile): {
  readonly defined: Definitions;
  readonly wanted: readonly Wanted[];
} {
  const { profiles } = data;
  if (profiles === undefined) return { defined: new Map(), wanted: [] };
  if (!Array.isArray(profiles)) return { defined: new Map(Object.entries(profiles)), wanted: [] };
  const defined = new Map<string, readonly ListEntry[]>();
  const wanted: Wanted[] = [];
  profiles.forEach((item, at) => {
    const path = ["profiles", at];
    if (typeof item === "string") wanted.push({ name: item, path });
    else {
      for (const [name, entries] of Object.entries(item)) {
        defined.set(name, entries);
        wanted.push({ name, path });
      }
    }
  });
  return { defined, wanted };
}

export function switchOn(
  wanted: readonly Wanted[],
  defined: Definitions,
  input: CompileInput,
  profilesDir: string,
): SwitchedOn {
  const parts = wanted.map(({ name, path }) => {
    const entries = defined.get(name) ?? builtIn(name, profilesDir);
    if (entries) return compileProfile(name, entries, input, path);
    const problem: Problem = {
      file: input.yaml.file,
      line: input.yaml.lineOf(path),
      problem: `there is no profile "${name}"`,
      fix: `define it, or use one of ${[...defined.keys(), ...profileNames(profilesDir)].join(", ")}`,
    };
    return { rules: [], problems: [problem], warnings: [] };
  });
  return {
    rules: parts.flatMap(({ rules }) => rules),
    problems: parts.flatMap(({ problems }) => problems),
    warnings: parts.flatMap(({ warnings }) => warnings),
    names: wanted.map(({ name }) => name),
  };
}

function builtIn(name: string, profilesDir: string): readonly ListEntry[] | undefined {
  return profileNames(profilesDir).includes(name) ? loadProfile(profilesDir, name).data.commands : undefined;
}
