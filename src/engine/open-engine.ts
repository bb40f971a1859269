/**
 * Opens the engine for this user, folder and machine: knowledge base, policy files, facts from disk.
 * For guard check and for the daemon; it must never go on with a part of the policy.
 */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Knowledge } from "../classify/knowledge.ts";
import { loadKnowledge } from "../classify/load-knowledge.ts";
import type { KnownAgents } from "../core/agent.ts";
import type { Mode } from "../core/ruling.ts";
import { createEngine, type Engine, type EngineOptions } from "../decide/engine.ts";
import { NO_POLICY } from "../decide/no-policy.ts";
import { capMode } from "../policy/cap-mode.ts";
import { findPolicyFiles, hasPolicyFiles, type Places, placesFor, type TriedFile } from "../policy/find.ts";
import type { LoadInput } from "../policy/load-layer.ts";
import type { PolicyLayers } from "../policy/policy.ts";
import { projectFacts } from "../project/project-facts.ts";
import { loadAgents } from "./load-agents.ts";
import type { MakeTrial } from "./trial-engine.ts";

export type OpenedEngine =
  | {
      readonly kind: "open";
      readonly engine: Engine;
      readonly mode: Mode;
      readonly layers: PolicyLayers;
      readonly project: string;
      readonly warnings: readonly string[];
      /** The same engine with rules added, as an answer would add them to the file of that layer. Nothing is written. */
      withRules(...args: Parameters<MakeTrial>): Promise<ReturnType<MakeTrial>>;
      /** What the knowledge base tells of a program. */
      readonly know: Knowledge["spec"];
      /** For whoever writes policy files. */
      loadInput(): Promise<LoadInput>;
    }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

export interface OpenOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly mode?: Mode;
  /** Switched on by hand, besides those of the policy files. */
  readonly profiles?: readonly string[];
  /** The session's own folders, which nothing below guard may touch. */
  readonly guardOwned?: readonly string[];
  readonly shims?: string;
  /** With the exec gate a program whose name is unknown is judged when it starts. */
  readonly gate?: "on" | "off";
  /** Whose wrappers are known; `name` undefined: nobody's. Left out: all of them. */
  readonly agent?: { readonly name: string | undefined };
  /** To see what another policy file would do; never for a session. */
  readonly tried?: TriedFile;
}

export async function openEngine(options: OpenOptions): Promise<OpenedEngine> {
  const { cwd, env, mode, profiles = [], tried } = options;
  const loaded = loadKnowledge();
  if (loaded.kind === "unusable") return { kind: "refused", problems: [loaded.reason] };
  const { knowledge } = loaded;
  const places = { ...placesFor(cwd, env), ...(tried ? { tried } : {}) };
  const policy = await loadLayers(places, knowledge, profiles);
  if (policy.kind === "refused") return policy;
  const layers = policy.layers ?? NO_POLICY;
  const started = capMode(mode ?? layers.mode.mode, layers.settings.maxMode);
  const made = engineOptions(options, places, knowledge, started, layers);
  let makeTrial: MakeTrial | undefined;
  return {
    kind: "open",
    engine: createEngine(made),
    mode: started,
    layers,
    project: places.projectRoot,
    warnings: policy.warnings,
    know: knowledge.spec,
    // Both load yaml and zod: most sessions never need them.
    async withRules(...args) {
      const { createTrials } = await import("./trial-engine.ts");
      const makeEngine = (tried: PolicyLayers) => createEngine({ ...made, layers: tried });
      makeTrial ??= createTrials({ makeEngine, layers, files: policy.layers ? "some" : "none" }, places);
      return makeTrial(...args);
    },
    async loadInput() {
      return (await import("./load-layers.ts")).loadInput(places, knowledge);
    },
  };
}

function engineOptions(
  options: OpenOptions,
  places: Places,
  knowledge: Knowledge,
  mode: Mode,
  layers: PolicyLayers,
): EngineOptions {
  const { guardOwned = [], shims, gate = "off" } = options;
  return {
    home: places.home,
    knowledge,
    mode,
    project: places.projectRoot,
    facts: projectFacts,
    agents: agentsFor(options),
    gate,
    guardOwned: [dirname(places.userFile), dirname(places.trustDir), places.orgDir, ...guardOwned],
    guardProgram: fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, ""),
    layers,
    ...(shims === undefined ? {} : { shims }),
  };
}

/** In a session only the agent's own ways count: another one could write such a text, and what it reads. */
function agentsFor({ agent }: OpenOptions): KnownAgents {
  const known = loadAgents();
  if (agent === undefined) return known;
  const isIts = (one: { readonly agent: string }) => one.agent === agent.name;
  return { ...known, wrappers: known.wrappers.filter(isIts), texts: known.texts.filter(isIts) };
}

type Layers =
  | { readonly kind: "layers"; readonly layers?: PolicyLayers; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

/** yaml and zod are loaded only when there is a file to read. */
async function loadLayers(
  places: Places,
  knowledge: Knowledge,
  profiles: readonly string[],
): Promise<Layers> {
  if (profiles.length === 0 && !hasPolicyFiles(findPolicyFiles(places)))
    return { kind: "layers", warnings: [] };
  const { loadLayersFor } = await import("./load-layers.ts");
  return loadLayersFor(places, knowledge, profiles);
}
