/** Engines of today for the projects of the record: each opened once, with the policy files as they are, or with one tried in a layer's place. */
import { type OpenedEngine, openEngine } from "../engine/open-engine.ts";
import type { TriedFile } from "../policy/find.ts";
import { isNamed } from "../policy/presence.ts";

export interface EnginePorts {
  readonly env: NodeJS.ProcessEnv;
  /** Switched on by the user's answer for this project, besides those of the files. */
  readonly profilesFor: (project: string) => Promise<readonly string[]>;
}

export type Open = Extract<OpenedEngine, { kind: "open" }>;
export type ProjectEngine = OpenedEngine | { readonly kind: "gone" };

export interface Place {
  readonly project: string;
  readonly gate: "on" | "off";
}

export type OpenFor = (place: Place, tried?: TriedFile) => Promise<ProjectEngine>;

export function createEngines({ env, profilesFor }: EnginePorts): OpenFor {
  const opened = new Map<string, Promise<ProjectEngine>>();
  const open = async ({ project, gate }: Place, tried?: TriedFile): Promise<ProjectEngine> => {
    // Judged from a folder that is not there it would get the rules of whatever lies above.
    if (!isNamed(project)) return { kind: "gone" };
    const profiles = await profilesFor(project);
    return openEngine({ cwd: project, env, gate, profiles, ...(tried ? { tried } : {}) });
  };
  return (place, tried) => {
    const key = JSON.stringify([place.project, place.gate, tried?.layer]);
    const known = opened.get(key) ?? open(place, tried);
    opened.set(key, known);
    return known;
  };
}
