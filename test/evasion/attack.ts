/** One session in which the agent tries all rows. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Run } from "../launcher/guard-run.ts";
import { collectFacts, type Facts, fill, waysOf } from "./facts.ts";
import type { Intrusion } from "./intrusion.ts";
import { type Outcome, seeOutcome } from "./outcome.ts";
import type { World } from "./world.ts";

export interface Attack {
  readonly outcomes: ReadonlyMap<Intrusion, Outcome>;
  readonly run: Run;
  readonly facts: Facts;
}

/** Each has a file of its own to be told by. */
let attacks = 0;

/** With these options of guard run, or without guard. */
export async function attack(
  world: World,
  options: readonly string[] | "no guard",
  rows: readonly Intrusion[],
): Promise<Attack> {
  const folder = world.machine.folder;
  const told = `world-${++attacks}.json`;
  const agent = [join(folder, "agents/agent.py"), join(folder, told)];
  const isFree = options === "no guard";
  const guarded = isFree ? [] : [world.guard, "run", "--console", "none", ...options, "--"];
  const run = world.spawnAround([...guarded, ...agent]);
  const facts = collectFacts(world, isFree ? world.other : await world.session(run));
  const { project, home, outside } = world;
  const known = { ways: waysOf(rows, facts, world), project, home, empty: join(folder, "empty") };
  world.tell(told, JSON.stringify({ ...known, outside: outside?.itself }));
  await run.closed;
  const said = wordsOf(run);
  const see = (row: Intrusion, number: number) =>
    seeOutcome(row, number, said[number] ?? "nothing", { facts, world, output: run.stdout });
  return { outcomes: new Map(rows.map((row, number) => [row, see(row, number)])), run, facts };
}

/** Between them there may be other words: on a terminal everything comes the same way. */
function wordsOf(run: Run): string[] {
  const words: string[] = [];
  for (const [line] of run.stdout.matchAll(/\{"way".*\}/g)) {
    const { way, says } = JSON.parse(line) as { way: number; says: string };
    words[way] = says;
  }
  return words;
}

/** Why it cannot be tried in this world. */
function missingFor({ needs }: Intrusion, facts: Facts, world: World): string | undefined {
  if (needs === undefined) return undefined;
  const file = String(fill(needs, facts, world));
  return file.startsWith("{") || !existsSync(file) ? `${file} is not here` : undefined;
}

export interface Expected {
  readonly made: Attack;
  readonly world: World;
  /** It must succeed, or it must not: neither may be otherwise than documented. */
  readonly isOpen: boolean;
  skip(reason: string): void;
}

export function expectOutcome(row: Intrusion, { made, world, isOpen, skip }: Expected): void {
  const absent = missingFor(row, made.facts, world);
  if (absent !== undefined) skip(absent);
  const outcome = made.outcomes.get(row);
  expect(outcome?.succeeded, `${row.stoppedBy}: ${outcome?.says}`).toBe(isOpen);
}
