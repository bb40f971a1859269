/** Who answered, as it is written down: by which door, and who the machine says it was. `console:alice`. */
import { userName } from "../ipc/system-names.ts";
import type { ControlRequest } from "../protocol/control-messages.ts";

/**
 * The card on the agent's own terminal; a console beside it; else a command of guard's, by what it asked for: `resolve` is
 * `guard resolve`.
 */
export type Door = "card" | "console" | ControlRequest["op"];

let user: string | undefined;

/** Nobody but the daemon's own user (and root) can open the control folder, and the pipe of the card is that user's. */
export function personAt(door: Door): string {
  user ??= userName();
  return `${door}:${user}`;
}
