/** What has to be known of an agent to drive it without a person, with the scripted model instead of its own. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { JsonObject } from "./dialect.ts";

export interface Agent {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The name in node_modules/.bin. */
  readonly program: string;
  /** Does not run with guard's own oldest node. */
  readonly needsNewNode?: true;
  readonly args: readonly string[];
  /** The same, with a sandbox of its own (bwrap) around each command. */
  readonly sandboxArgs?: readonly string[];
  /** Lines that it does not run by its own rules: it ends its turn. */
  readonly refuses?: RegExp;
  /** Its tool for commands. */
  readonly shell: { readonly name: string; readonly args: (command: string) => JsonObject };
  /** Its tool that reads a file by itself, where it has one. */
  readonly read?: { readonly name: string; readonly args: (path: string) => JsonObject };
  /** Writes its settings below the home folder; returns the variables that it needs besides. */
  readonly configure: (home: string, modelUrl: string) => NodeJS.ProcessEnv;
}

export const PROMPT = "Follow the script.";

export function writeSettings(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Of many: the command alone. */
export const byCommand = (name: string) => ({ name, args: (command: string) => ({ command }) });

/** Of many: the path alone, under some name. */
export const byPath = (name: string, key: string) => ({ name, args: (path: string) => ({ [key]: path }) });
