/** Keys that an agent does not see are used through ssh-agent. Where none runs, `git push` would ask for a password, and nobody knew why. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** `hidden`: the places that the agent does not see. */
export function findKeysWithoutAgent(
  home: string,
  hidden: readonly string[],
  env: NodeJS.ProcessEnv,
): string[] {
  const folder = join(home, ".ssh");
  if (env["SSH_AUTH_SOCK"] || !hidden.includes(folder)) return [];
  return hasKeys(folder)
    ? ["ssh keys are hidden and no ssh-agent runs: for git push by ssh, first: eval $(ssh-agent) && ssh-add"]
    : [];
}

function hasKeys(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => /^id_[^.]+$/.test(name));
  } catch {
    return false;
  }
}
