/** What is seen in the place of hidden things: a text that says so, because agents tell their users what they read. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const NOTE_NAME = "HIDDEN-BY-GUARD.txt";

/** One line, and a comment in most of the formats that it takes the place of. */
const NOTE =
  "# guard hides this from agents. The person at the keyboard may open it: `guard run --reveal PATH -- AGENT`, or `settings: {reveal: [PATH]}` in their own ~/.config/guard/policy.yaml.\n";

export interface HiddenTemplates {
  readonly file: string;
  readonly folder: string;
  /** The same text where the tree can read it, for folders that are hidden in part. */
  readonly note: string;
}

export function hiddenTemplates(sessionFolder: string): HiddenTemplates {
  return {
    file: join(sessionFolder, "hidden/file"),
    folder: join(sessionFolder, "hidden/folder"),
    note: join(sessionFolder, "agent", NOTE_NAME),
  };
}

/** Once for a session, however often it is asked for. Throws when they cannot be made: then nothing is started. */
export function makeHiddenTemplates(sessionFolder: string): void {
  const { file, folder, note } = hiddenTemplates(sessionFolder);
  if (existsSync(note)) return;
  mkdirSync(folder, { recursive: true });
  for (const path of [file, join(folder, NOTE_NAME), note]) {
    writeFileSync(path, NOTE);
    chmodSync(path, 0o444);
  }
  // Writable to us: it is removed with the session. The tree has it read-only.
  chmodSync(folder, 0o755);
}
