/** No policy file at all: floor and mode decide. */
import { TEMP_FOLDERS } from "../policy/covered-by-allow.ts";
import { DEFAULT_SETTINGS, type PolicyLayers } from "../policy/policy.ts";

export const NO_POLICY: PolicyLayers = {
  org: [],
  user: [],
  project: [],
  context: { pkillProcesses: new Set(), safe: { projectRoot: "/nonexistent", temp: TEMP_FOLDERS } },
  settings: DEFAULT_SETTINGS,
  mode: { mode: "default", from: "default", wishes: [] },
  profiles: [],
  projectFile: { kind: "none" },
};
