/** Answers for an hour: they lie in the state folder and hold in every session. Needs no running one. */
import { dirname, join } from "node:path";
import { openTimedGrants } from "../grants/timed-grant-files.ts";
import { placesFor } from "../policy/find.ts";
import type { SessionIo } from "./session-io.ts";

function openHere({ env, nowMs }: SessionIo, cwd: string) {
  return openTimedGrants(join(dirname(placesFor(cwd, env).trustDir), "grants"), nowMs);
}

export async function listTimed(io: SessionIo, cwd: string) {
  return openHere(io, cwd).list();
}

/** Undefined: it is gone. Else what stood in the way. */
export async function removeTimed(id: string, io: SessionIo, cwd: string): Promise<string | undefined> {
  const outcome = await openHere(io, cwd).revoke(id);
  switch (outcome.kind) {
    case "revoked":
      return undefined;
    case "not-found":
      return "it is over, or was taken back already";
    case "failed":
      return outcome.reason;
  }
}
