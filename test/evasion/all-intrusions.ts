/** Every row, by what it reaches for. PLAN's are tried in a session of their own. */
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
export const IN_PLAN: readonly Intrusion[] = PLAN;

export const forUser = (rows: readonly Intrusion[], user: User) =>
  rows.filter(({ as }) => as === undefined || as === user);
