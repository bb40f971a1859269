/** The compiled knowledge of agents' wrappers. Without it lines are judged as they stand: nothing is allowed by its absence. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentWrapper } from "../core/agent.ts";

export const AGENTS_PATH = fileURLToPath(new URL("../../dist/agents.json", import.meta.url));

export function loadAgents(): AgentWrapper[] {
  return JSON.parse(readFileSync(AGENTS_PATH, "utf8")) as AgentWrapper[];
}
