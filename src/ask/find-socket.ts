/** Where this session's daemon listens: beside the file that was started, one folder up, or where the environment says. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";

export function findSocket(startedBy: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folder = dirname(startedBy);
  const found = [folder, dirname(folder)].map((place) => join(place, "agent.sock")).find(isSocket);
  // Not looked at: when its file is gone, connecting says so in better words.
  return found ?? (environment["GUARD_AGENT_SOCKET"] || undefined);
}

function isSocket(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}
