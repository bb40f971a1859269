/**
 * The name `guard` in folders of PATH before the user's own: taken for a session, by empty files that no shell runs. Must never
 * leave a file there that could be run.
 */
import { closeSync, existsSync, lstatSync, mkdirSync, openSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CommandUser, canTakeName } from "./command-folders.ts";
import { type ConfinementData, loadConfinementData } from "./confinement-data.ts";
import { NAME, type OwnCommand } from "./own-command.ts";

type NamesData = Pick<ConfinementData, "unnamed">;

/** Those that are there or can be made. */
export function namesBefore(
  command: OwnCommand,
  user: CommandUser,
  { unnamed }: NamesData = loadConfinementData(),
): readonly string[] {
  if (command.kind === "none") return [];
  const folders = command.before.filter((folder) => canTakeName(folder, user, unnamed));
  return folders.map((folder) => join(folder, NAME));
}

/** Gives back what was made; a folder has a slash at its end, and comes before what lies in it. */
export function makeNamesBefore(
  command: OwnCommand,
  user: CommandUser,
  data: NamesData = loadConfinementData(),
): readonly string[] {
  const made: string[] = [];
  for (const name of namesBefore(command, user, data)) {
    try {
      makeName(name, made);
    } catch {
      // Then the tree can hardly make it either; what comes to be there is told at the end.
    }
  }
  return made;
}

function makeName(name: string, made: string[]): void {
  const folder = dirname(name);
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    made.push(`${folder}/`);
  }
  if (lstatSync(name, { throwIfNoEntry: false }) !== undefined) return;
  closeSync(openSync(name, "wx", 0o600));
  // There are file systems on which everything can be run.
  if (isIdle(name)) made.push(name);
  else unlinkSync(name);
}

/** Empty, and nothing that a shell would run. */
export function isIdle(file: string): boolean {
  try {
    const found = lstatSync(file);
    return found.isFile() && found.size === 0 && (found.mode & 0o111) === 0;
  } catch {
    return false;
  }
}
