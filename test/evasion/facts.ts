/** What `{…}` stands for in the attempts of a world: places, processes, secrets. The agent knows all of it: the worst case. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { keeperOf } from "../launcher/keeper-of.ts";
import type { Intrusion } from "./intrusion.ts";
import { fillPaths } from "./outside.ts";
import { findDisk, recordOf, type World } from "./world.ts";

export type Facts = Readonly<Record<string, string | number>>;

/** Without guard the other session is the only one. */
export function collectFacts(world: World, session: string): Facts {
  const { folder, runtime } = world.machine;
  const { launcher, daemon, seat } = recordOf(session);
  const itself = world.outside?.itself;
  const disk = findDisk();
  return {
    folder,
    runtime,
    home: world.home,
    project: world.project,
    install: dirname(dirname(world.guard)),
    tmux: world.tmux,
    secret: world.secret,
    session,
    other: world.other,
    token: tokenOf(session),
    otherToken: tokenOf(world.other),
    launcher: launcher?.pid ?? 0,
    daemon: daemon?.pid ?? 0,
    seat: seat?.pid ?? 0,
    // Where there is none, what is tried at it is tried at the seat.
    keeper: keeperOf(seat?.pid ?? 0) ?? seat?.pid ?? 0,
    handle: itself?.handle ?? "",
    ...Object.fromEntries(Object.entries(itself ?? {}).map(([name, value]) => [`outside.${name}`, value])),
    ...(disk ? { disk: disk.path, "disk.major": disk.major, "disk.minor": disk.minor } : {}),
  };
}

const tokenOf = (session: string) => {
  const file = join(session, "control/token");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
};

/** A word that is nothing but one of them stays a number. */
export function fill(text: string, facts: Facts, world: World): string | number {
  const whole = /^\{([^}]+)\}$/.exec(text)?.[1];
  const value = whole === undefined ? undefined : facts[whole];
  if (value !== undefined) return value;
  return fillPaths(text, world).replaceAll(/\{([^}]+)\}/g, (all, name: string) => String(facts[name] ?? all));
}

/** Each attempt has a mark of its own. */
export const markOf = (number: number) => `mark-${number}`;

export function waysOf(rows: readonly Intrusion[], facts: Facts, world: World): unknown[] {
  return rows.map(({ way: [does, ...args] }, number) => {
    const own = { ...facts, mark: markOf(number) };
    return [does, args.map((one) => (typeof one === "number" ? one : fill(one, own, world)))];
  });
}
