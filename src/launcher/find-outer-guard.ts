/** A guard inside a guard would ask everything twice, and nobody could tell whose rules count. */
import { findProcess } from "../ipc/process-stamp.ts";

const MAX_DEPTH = 128;
const SEAT_NAME = "guard-seat";

/** How we know, or undefined. The environment is a hint that an agent may drop; its parents it cannot change. */
export function findOuterGuard(env: NodeJS.ProcessEnv): string | undefined {
  const { GUARD_SESSION } = env;
  if (GUARD_SESSION) return `this runs in guard session ${GUARD_SESSION} already`;
  for (let pid = process.ppid, depth = 0; pid > 1 && depth < MAX_DEPTH; depth++) {
    const facts = findProcess(pid);
    if (facts === undefined) return undefined;
    if (facts.name === SEAT_NAME) return `this runs below another guard (process ${pid}) already`;
    pid = facts.parentPid;
  }
  return undefined;
}
