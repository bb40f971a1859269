/** Every row, by what it reaches for. PLAN's, and those of an empty home, are tried in sessions of their own. */
import { BARE_HOME } from "./attempts/bare-home.ts";
import { MACHINE } from "./attempts/machine.ts";
import { OWN_PARTS } from "./attempts/own-parts.ts";
import { PLAN } from "./attempts/plan.ts";
import { PROCESSES_OUTSIDE } from "./attempts/processes-outside.ts";
import { SECRETS } from "./attempts/secrets.ts";
import { SOCKETS } from "./attempts/sockets.ts";
import { START_UP } from "./attempts/start-up.ts";
import { TERMINALS } from "./attempts/terminals.ts";
import type { Intrusion } from "./intrusion.ts";
import type { User } from "./user.ts";

export const IN_DEFAULT: readonly Intrusion[] = [
  ...SECRETS,
  ...SOCKETS,
  ...TERMINALS,
  ...START_UP,
  ...MACHINE,
  ...PROCESSES_OUTSIDE,
  ...OWN_PARTS,
];
export const IN_BARE_HOME: readonly Intrusion[] = BARE_HOME;
export const IN_PLAN: readonly Intrusion[] = PLAN;

export const ALL: readonly Intrusion[] = [...IN_DEFAULT, ...IN_PLAN, ...IN_BARE_HOME];

/**
 * What reaches for the other session comes first: that one looks every second whether its folders are there, and would end
 * if it looked just when a later row has moved them.
 */
export function forUser(rows: readonly Intrusion[], user: User): readonly Intrusion[] {
  const its = rows.filter(({ as }) => as === undefined || as === user);
  const isAtOther = ({ way }: Intrusion) => way.some((word) => String(word).startsWith("{other}"));
  return [...its.filter(isAtOther), ...its.filter((row) => !isAtOther(row))];
}
