/** The names that the system has for its numbers: a user's, a signal's. */
import { constants, userInfo } from "node:os";

/** Of this process's user. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A number without a name: in a container, for one.
    return String(process.geteuid?.() ?? "unknown");
  }
}

export function signalName(signal: number): string {
  const known = Object.entries(constants.signals).find(([, number]) => number === signal);
  return known?.[0] ?? `signal ${signal}`;
}
