/** Which profiles a file defines and switches on. A file's own definition comes before a wider one, before a built-in. */

import type { Mode } from "../core/ruling.ts";
import { type Compiled, type CompileInput, compileProfile } from "./compile.ts";
import type { LoadedFile } from "./load-file.ts";
import type { ModeWish, Problem } from "./policy.ts";
import { loadProfile, profileNames } from "./profiles.ts";
import type { ListEntry, ProfileEntry } from "./schema.ts";
import type { DataPath } from "./yaml-file.ts";

export interface Definition {
  readonly commands: readonly ListEntry[];
  /** Asked for, never switched by itself. */
  readonly mode?: Mode | undefined;
}

export type Definitions = ReadonlyMap<string, Definition>;

interface Wanted {
  readonly name: string;
  readonly path: DataPath;
}

export interface SwitchedOn extends Compiled {
  readonly names: readonly string[];
  readonly wishes: readonly ModeWish[];
}

/** In a list, `- name: [...]` defines and switches on; in a map, profiles are only defined, for narrower layers. */
export function readProfiles({ data }: LoadedFile): {
  readonly defined: Definitions;
  readonly wanted: readonly Wanted[];
} {
  const { profiles } = data;
  if (profiles === undefined) return { defined: new Map(), wanted: [] };
  const defined = new Map<string, Definition>();
  if (!Array.isArray(profiles)) {
    for (const [name, entry] of Object.entries(profiles)) defined.set(name, definitionOf(entry));
    return { defined, wanted: [] };
  }
  const wanted: Wanted[] = [];
  profiles.forEach((item, at) => {
    const path = ["profiles", at];
    if (typeof item === "string") wanted.push({ name: item, path });
    else {
      for (const [name, entry] of Object.entries(item)) {
        defined.set(name, definitionOf(entry));
        wanted.push({ name, path });
      }
    }
  });
  return { defined, wanted };
}

function definitionOf(entry: ProfileEntry): Definition {
  return Array.isArray(entry) ? { commands: entry } : entry;
}

export function switchOn(
  wanted: readonly Wanted[],
  defined: Definitions,
  input: CompileInput,
  profilesDir: string,
): SwitchedOn {
  const parts = wanted.map(({ name, path }) => {
    const found = defined.get(name) ?? builtIn(name, profilesDir);
    if (found) {
      const wishes = found.mode === undefined ? [] : [{ mode: found.mode, from: `profile ${name}` }];
      return { ...compileProfile(name, found.commands, input, path), wishes };
    }
    const problem: Problem = {
      file: input.yaml.file,
      line: input.yaml.lineOf(path),
      problem: `there is no profile "${name}"`,
      fix: `define it, or use one of ${[...defined.keys(), ...profileNames(profilesDir)].join(", ")}`,
    };
    return { rules: [], problems: [problem], warnings: [], wishes: [] };
  });
  return {
    rules: parts.flatMap(({ rules }) => rules),
    problems: parts.flatMap(({ problems }) => problems),
    warnings: parts.flatMap(({ warnings }) => warnings),
    wishes: parts.flatMap(({ wishes }) => wishes),
    names: wanted.map(({ name }) => name),
  };
}

function builtIn(name: string, profilesDir: string): Definition | undefined {
  return profileNames(profilesDir).includes(name) ? loadProfile(profilesDir, name).data : undefined;
}
