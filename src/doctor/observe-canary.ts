/** What is seen of a canary on both sides: below guard and without it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Canary, Deed, Layer, Observation, Told } from "./canary.ts";
import type { CanaryWorld } from "./canary-world.ts";
import { type Filled, fillCanary, type Values } from "./fill-canary.ts";
import type { SeenRecord } from "./session-records.ts";

export type Side = "inside" | "outside";

export function fillFor(canary: Canary, side: Side, values: Values, world: CanaryWorld): Filled {
  const own = {
    mark: markOf(canary, side, world),
    "project-mark": projectMarkOf(canary, side, world),
    script: join(world.root, `${side}-${canary.id}.sh`),
  };
  return fillCanary(canary, { ...values, ...own });
}

function markOf({ id }: Canary, side: Side, { root }: CanaryWorld): string {
  return join(root, "marks", `${side}-${id}`);
}

function projectMarkOf({ id }: Canary, side: Side, { project }: CanaryWorld): string {
  return join(project, `${side}-${id}`);
}

export interface Sides {
  readonly canary: Canary;
  readonly told: ReadonlyMap<string, Told>;
  readonly control: ReadonlyMap<string, Told>;
  readonly records: readonly SeenRecord[];
  readonly world: CanaryWorld;
}

export function observe(
  id: string,
  deed: Deed,
  { canary, told, control, records, world }: Sides,
): Observation {
  const inside = told.get(id);
  const isThere = (side: Side) =>
    existsSync(markOf(canary, side, world)) || existsSync(projectMarkOf(canary, side, world));
  const words = [markOf(canary, "inside", world), ...(deed.kind === "exec" ? deed.argv.slice(0, 1) : [])];
  const deniedBy = denialOf(
    records,
    inside,
    words.filter((word) => word.startsWith(world.root)),
  );
  return {
    inside,
    outside: control.get(id),
    marks: { inside: isThere("inside"), outside: isThere("outside") },
    ...(deniedBy === undefined ? {} : { deniedBy }),
  };
}

/** By the check that guard's line names, or by the mark that the denied words would have made. */
function denialOf(
  records: readonly SeenRecord[],
  told: Told | undefined,
  words: readonly string[],
): Layer | undefined {
  const found = records.find(
    ({ verdict, request_id, command, reason = "" }) =>
      verdict === "deny" &&
      ((request_id !== undefined && told?.stderr?.includes(request_id)) ||
        words.some((word) => `${[command].flat().join(" ")} ${reason}`.includes(word))),
  );
  return found?.layer === "root" ? undefined : found?.layer;
}
