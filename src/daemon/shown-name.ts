/** What a started program is called, for people. A name counts only where the system has given it: anybody can call a link `git`. */
import { basename } from "node:path";
import type { GateExec } from "../protocol/gate-messages.ts";
import { isOfTheSystem, isSystemCommand } from "./system-files.ts";

export function shownName({ path, file, arg }: Pick<GateExec, "path" | "file" | "arg">): string {
  if (isSystemCommand(file) && isOfTheSystem(path)) return basename(file);
  // The kernel puts a script's name behind its interpreter and that one's options.
  const isScript = file !== path && arg.indexOf(file, 1) > 0;
  return isScript ? `${basename(path)} ${basename(file)}` : basename(path);
}
