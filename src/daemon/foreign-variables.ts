/**
 * Variables that bring other code into a program (LD_PRELOAD, NODE_OPTIONS …). A shell's line that sets them is judged as a
 * line; what sets them in its own memory is seen here only. The user's own values, and those that the parent was started
 * with, are nothing new.
 */
import { readFileSync } from "node:fs";
import type { GateExec } from "../protocol/gate-messages.ts";

/** What is to be said of it; undefined: there are none. */
export function findForeignVariables({ env, parent }: GateExec, own: NodeJS.ProcessEnv): string | undefined {
  const settings = env.filter((setting) => {
    const [name, value] = splitAt(setting);
    return own[name] !== value;
  });
  if (settings.length === 0) return undefined;
  const inherited = readSettings(parent);
  const names = settings.filter((setting) => !inherited.has(setting)).map((setting) => splitAt(setting)[0]);
  return names.length === 0 ? undefined : `${names.join(", ")} brings other code into it`;
}

function splitAt(setting: string): [name: string, value: string] {
  const at = setting.indexOf("=");
  return [setting.slice(0, at), setting.slice(at + 1)];
}

/** As it was started. A parent that cannot be read explains nothing. */
function readSettings(pid: string): ReadonlySet<string> {
  try {
    return new Set(readFileSync(`/proc/${pid}/environ`, "utf8").split("\0"));
  } catch {
    return new Set();
  }
}
