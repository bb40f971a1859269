/** What a machine lacks, why that matters and what to do: rows of knowledge over facts. Pure. */
import { LACKS } from "./known-lacks.ts";
import type { Machine } from "./machine.ts";
import { PRIVILEGED } from "./privileged-programs.ts";

export interface Finding {
  readonly id: string;
  /** `lack`: a layer of guard is weaker here. `victim`: a program that will not work below guard. */
  readonly kind: "lack" | "victim";
  readonly problem: string;
  readonly why: string;
  readonly fix: string;
}

export function findLacks(machine: Machine): Finding[] {
  const lacks = LACKS.filter(({ applies }) => applies(machine)).map(
    ({ id, problem, why, fix }): Finding => ({
      id,
      kind: "lack",
      problem: problem(machine),
      why,
      fix: fix(machine),
    }),
  );
  return [...lacks, ...findVictims(machine)];
}

/** Without the gate nothing takes rights away. */
function findVictims(machine: Machine): Finding[] {
  if (machine.gate.kind !== "works" && machine.bwrap.kind !== "works") return [];
  return PRIVILEGED.flatMap((known): Finding[] => {
    const found = machine.privileged.filter(({ name }) => known.names.includes(name));
    if (found.length === 0 || (machine.user === "root" && known.whenRoot === "works")) return [];
    const programs = found.map(({ path, by }) => (by === "helper" ? path : `${path} (${by})`)).join(", ");
    return [
      {
        id: known.id,
        kind: "victim",
        problem: `${programs}: ${known.what}`,
        why: "below guard no program gets more rights by being started (no_new_privs)",
        fix: known.fix,
      },
    ];
  });
}
