/** policy/confinement.yaml as the build leaves it: dist/confinement.json. Read once, before the agent starts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A folder that is needed in part: a stand-in takes its place, with what is kept. */
export interface PartlyHidden {
  readonly folder: string;
  /** Names, with * within a name. */
  readonly kept: readonly string[];
  readonly writable: readonly string[];
  /** Folders of the tree's own take the place of these. */
  readonly empty: readonly string[];
  readonly sockets: "kept" | "hidden";
  /** The stand-in can be written to: always, or where this file of it matches. */
  readonly room?: "always";
  readonly roomWhen?: { readonly file: string; readonly holds: string };
}

export interface MadePlaces {
  /** Only where one of these is there; none: always. */
  readonly when: readonly string[];
  readonly paths: readonly string[];
  /** Of its files; most are empty. */
  readonly text: string;
}

/** Folders of PATH in which no name is taken. */
export interface UnnamedFolders {
  readonly folders: readonly string[];
  /** By the last part of their names. */
  readonly named: readonly string[];
  /** By what lies next to them. */
  readonly beside: readonly string[];
}

export interface ConfinementData {
  readonly hidden: readonly string[];
  readonly left: readonly string[];
  readonly inside: readonly PartlyHidden[];
  /** Path -> expression (no case): without a match the file is not hidden. */
  readonly onlyWith: Readonly<Record<string, string>>;
  readonly readOnly: readonly string[];
  readonly rootReadOnly: readonly string[];
  /** Start-up files: what changes in them while the agent runs is told at the end. */
  readonly told: readonly string[];
  readonly rootTold: readonly string[];
  /** Told only if they were not there at all. */
  readonly toldNew: readonly string[];
  /** Made where they are missing, so that they can be held; a folder has a slash at its end. */
  readonly made: readonly MadePlaces[];
  readonly unnamed: UnnamedFolders;
  readonly systemReadOnly: readonly string[];
  readonly sockets: readonly string[];
  /** Path -> permissions, as bwrap takes them. */
  readonly fresh: Readonly<Record<string, string>>;
  /** Variable -> expression whose first group is a path. */
  readonly variables: Readonly<Record<string, string>>;
  readonly devices: readonly string[];
  /** Names without CAP_, with the kernel's numbers. */
  readonly capabilities: readonly (readonly [name: string, number: number])[];
  /** Names of programs of agents that make sandboxes of their own. */
  readonly sandboxes: readonly string[];
}

const DATA_PATH = join(import.meta.dirname, "../../dist/confinement.json");

let data: ConfinementData | undefined;

/** Throws when the build is incomplete: then nothing is started. */
export function loadConfinementData(): ConfinementData {
  data ??= JSON.parse(readFileSync(DATA_PATH, "utf8")) as ConfinementData;
  return data;
}
