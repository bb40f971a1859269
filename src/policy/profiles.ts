/** Built-in profiles: what developers of one stack run all day, as data in policy/profiles. */
import { opendirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatProblem } from "./policy.ts";
import { PROFILE_SCHEMA, type ProfileData } from "./schema.ts";
import { validate } from "./validate.ts";
import { matchesParts } from "./wildcard.ts";
import { readYaml, type YamlFile } from "./yaml-file.ts";

export interface Profile {
  readonly name: string;
  readonly data: ProfileData;
  readonly yaml: YamlFile;
}

/** A project's root may hold very many files; the ones that tell its kind are few. */
const MAX_ENTRIES = 2000;

export function profileNames(profilesDir: string): string[] {
  return readdirSync(profilesDir)
    .filter((name) => /^[a-z][a-z0-9-]*\.yaml$/.test(name))
    .map((name) => name.slice(0, -".yaml".length))
    .sort();
}

/** Ours, shipped with guard and tested: a broken one is a bug, hence an exception. */
export function loadProfile(profilesDir: string, name: string): Profile {
  const file = join(profilesDir, `${name}.yaml`);
  const yaml = readYaml(file, readFileSync(file, "utf8"));
  const data = yaml.kind === "data" ? validate(PROFILE_SCHEMA, yaml) : yaml;
  if (yaml.kind !== "data" || data.kind !== "valid") {
    const problems = data.kind === "refused" ? data.problems.map(formatProblem).join("\n") : "";
    throw new Error(`built-in profile ${name} is broken:\n${problems}`);
  }
  return { name, data: data.value, yaml };
}

/** Profiles that fit the files in the project's root. */
export function detectProfiles(projectDir: string, profilesDir: string): string[] {
  const names = namesIn(projectDir);
  return profileNames(profilesDir).filter((profile) =>
    loadProfile(profilesDir, profile).data.detect.some((pattern) => {
      const parts = pattern.split(/\*+/);
      return names.some((name) => matchesParts(parts, name));
    }),
  );
}

function namesIn(folder: string): string[] {
  const names: string[] = [];
  try {
    const directory = opendirSync(folder);
    try {
      for (
        let entry = directory.readSync();
        entry && names.length < MAX_ENTRIES;
        entry = directory.readSync()
      ) {
        names.push(entry.name);
      }
    } finally {
      directory.closeSync();
    }
  } catch {
    // No folder, no profile.
  }
  return names;
}
