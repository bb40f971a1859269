/** A command with what it does, on its way through the layers. */
import type { Command } from "../core/command.ts";
import type { Classified } from "../core/effect.ts";

export interface Judged {
  readonly command: Command;
  readonly classified: Classified;
  /** Part of what this agent puts around its own line. */
  readonly wrapperOf?: string;
  /** The command whose project script this belongs to (`npm run build`). */
  readonly task?: Judged;
}
