/** One session in one tier in which the agent tries all rows. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../launcher/guard-run.ts";
import { collectFacts, type Facts, fill, waysOf } from "./facts.ts";
import { type Outcome, seeOutcome } from "./outcome.ts";
import type { Reach } from "./reach.ts";
import { HOW_TO, type Tier } from "./tier.ts";
import type { World } from "./world.ts";

export interface Attack {
  readonly outcomes: ReadonlyMap<Reach, Outcome>;
  readonly run: Run;
  readonly facts: Facts;
}

/** Without a tier there is no guard. */
export async function attack(
  world: World,
  tier: Tier | "no guard",
  rows: readonly Reach[],
  options: readonly string[] = [],
): Promise<Attack> {
  const agent = [join(world.machine.folder, "agents/agent.py"), join(world.machine.folder, "world.json")];
  const run =
    tier === "no guard"
      ? world.spawn("/usr/bin/python3", agent)
      : world.spawn(world.guard, [
          "run",
          ...HOW_TO[tier].options,
          "--console",
          "none",
          ...options,
          "--",
          ...agent,
        ]);
  const session = tier === "no guard" ? world.other : await world.session(run);
  const facts = collectFacts(world, session);
  const told = {
    ways: waysOf(rows, facts, world),
    project: world.project,
    home: world.home,
    empty: join(world.machine.folder, "empty"),
    outside: world.outside?.itself,
  };
  world.tell("world.json", JSON.stringify(told));
  await run.closed;
  const said = wordsOf(run);
  const seen = rows.map(
    (row, number) => [row, seeOutcome(row, number, said[number] ?? "nothing", facts, world)] as const,
  );
  return { outcomes: new Map(seen), run, facts };
}

function wordsOf(run: Run): string[] {
  const words: string[] = [];
  for (const line of run.stdout.split("\n").filter((one) => one.startsWith("{"))) {
    const { way, says } = JSON.parse(line) as { way: number; says: string };
    words[way] = says;
  }
  return words;
}

/** Why it cannot be tried in this world. */
export function missingFor({ as, needs }: Reach, facts: Facts, world: World): string | undefined {
  if (as !== undefined && as !== world.user) return `it is for ${as}`;
  if (needs === undefined) return undefined;
  const file = String(fill(needs, facts, world));
  return file.startsWith("{") || !existsSync(file) ? `${file} is not here` : undefined;
}
