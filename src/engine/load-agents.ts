/** The compiled knowledge of agents' own ways. Without it lines are judged as they stand: nothing is allowed by its absence. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { KnownAgents } from "../core/agent.ts";

export const AGENTS_PATH = fileURLToPath(new URL("../../dist/agents.json", import.meta.url));

export function loadAgents(): KnownAgents {
  try {
    return JSON.parse(readFileSync(AGENTS_PATH, "utf8")) as KnownAgents;
  } catch (cause) {
    throw new Error(`${AGENTS_PATH} cannot be read: run npm run build, or ./install.sh again`, { cause });
  }
}
