/** What guard log and guard stats print for a world of records. */
import type { SessionIo } from "../../src/cli/session-io.ts";
import { START_MS, type World } from "../history/made-record.ts";

export interface Printed {
  readonly io: SessionIo;
  readonly out: () => string;
  readonly err: () => string;
}

export function printed({ state }: Pick<World, "state">, changes: Partial<SessionIo> = {}): Printed {
  let out = "";
  let err = "";
  const io: SessionIo = {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    env: { HOME: "/home/me", XDG_STATE_HOME: state },
    cwd: () => "/home/me",
    listPlaces: () => [],
    columns: 80,
    colour: "plain",
    nowMs: () => START_MS + 60_000,
    ...changes,
  };
  return { io, out: () => out, err: () => err };
}
