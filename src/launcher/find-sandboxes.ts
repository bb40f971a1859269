/**
 * Whether the agent may make sandboxes of its own, with mounts of their own. In such a namespace names are not held: what is
 * hidden stays hidden, but it can be moved (docs/THREAT-MODEL.md). So only who needs it, and whom the person allows it.
 */
import { basename } from "node:path";
import { loadConfinementData } from "../confine/confinement-data.ts";
import type { RunOptions } from "./run-options.ts";

/** `by`: the person's option, or the agent's name in policy/confinement.yaml. */
export type Sandboxes =
  | { readonly kind: "allowed"; readonly by: "hand" | "agent" }
  | { readonly kind: "refused" };

const REFUSED: Sandboxes = { kind: "refused" };

/** Root has none in any case: it would have its rights back there. */
export function findSandboxes({ sandboxes, agent }: Pick<RunOptions, "sandboxes" | "agent">): Sandboxes {
  if (sandboxes === "refuse" || process.getuid?.() === 0) return REFUSED;
  if (sandboxes === "allow") return { kind: "allowed", by: "hand" };
  return loadConfinementData().sandboxes.includes(basename(agent[0]))
    ? { kind: "allowed", by: "agent" }
    : REFUSED;
}
