/** What the floor is asked about, and how it answers. */
import type { Command } from "../../core/command.ts";
import type { Classified } from "../../core/effect.ts";
import type { Ruled } from "../../core/ruling.ts";
import type { Places } from "./path-class.ts";

export interface FloorSubject {
  readonly command: Command;
  readonly classified: Classified;
  readonly places: Places;
  /** The project's folder: files below it and temporary files may be written. */
  readonly project: string | undefined;
}

export function deny(rule: string, because: string, instead?: string): Ruled {
  return { ruling: "deny", layer: "floor", rule: `floor.${rule}`, because, ...(instead ? { instead } : {}) };
}
