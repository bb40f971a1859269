/** Where this user's record is. */
import { dirname, join } from "node:path";
import { placesFor } from "../policy/find.ts";
import type { SessionIo } from "./session-io.ts";

export function auditDatabase({ env }: Pick<SessionIo, "env">): string {
  // The state folder does not depend on the folder that one is in, which may be gone.
  return join(dirname(placesFor("/", env).trustDir), "audit.db");
}
