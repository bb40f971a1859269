/** The door for callers: with no policy file at all, an empty policy at once; else the loader, imported only now. */
import { TEMP_FOLDERS } from "./covered-by-allow.ts";
import { findPolicyFiles, hasPolicyFiles } from "./find.ts";
import type { LoadInput, LoadOutcome } from "./load.ts";
import { DEFAULT_SETTINGS, type PolicyLayers } from "./policy.ts";
import { DEFAULT_PKILL_PROCESSES } from "./special-checks.ts";

function noPolicy(projectRoot: string): PolicyLayers {
  return {
    org: [],
    user: [],
    project: [],
    context: { pkillProcesses: new Set(DEFAULT_PKILL_PROCESSES), safe: { projectRoot, temp: TEMP_FOLDERS } },
    settings: DEFAULT_SETTINGS,
    mode: { mode: "default", from: "default" },
    profiles: [],
    projectFile: { kind: "none" },
  };
}

export async function openPolicy(input: LoadInput): Promise<LoadOutcome> {
  const needed = hasPolicyFiles(findPolicyFiles(input.places)) || (input.profiles?.length ?? 0) > 0;
  if (!needed) return { kind: "loaded", layers: noPolicy(input.places.projectRoot), warnings: [] };
  const { loadPolicy } = await import("./load.ts");
  return loadPolicy(input);
}
