/** What an allowed line or program covers, of the things that start below it (DESIGN section 5). */
import { basename } from "node:path";
import { isForetold } from "../decide/foretold.ts";
import type { CheckResult } from "../decide/result.ts";
import { leaseHolds } from "./check-content.ts";
import { type Decided, FROM_START_UP } from "./decided.ts";
import type { Cover, Lease } from "./lease.ts";
import { mayBeStartUp, type OpenCheck } from "./open-check.ts";
import { saysVariable } from "./said-variables.ts";
import type { SessionState } from "./session-state.ts";
import { isFromStartUp } from "./start-up-files.ts";

export async function byLease(check: OpenCheck, state: SessionState): Promise<Decided | undefined> {
  const readings = [check.result, ...(await check.otherReadings())];
  const cover = state.leases.coverFor(readings, check.chain);
  switch (cover.kind) {
    case "none":
      return byLeftLine(check, readings, state);
    case "unforeseen":
      return isStartUpOf(cover.lease, check, state) ? FROM_START_UP : byOwnName(cover.lease, check, state);
    case "below":
      if (startsAgent(check, state)) return undefined;
      return (await leaseHolds(cover.lease, check, readings)) ? byCover(cover, check) : undefined;
    case "implied":
      // The answer was for what the file held then.
      return (await leaseHolds(cover.lease, check, readings)) ? byCover(cover, check) : undefined;
  }
}

/** `. venv/bin/activate && pip install x`: whoever allowed that meant the pip that is found then. */
async function byOwnName(
  lease: Lease,
  check: OpenCheck,
  { leases }: SessionState,
): Promise<Decided | undefined> {
  if (check.byName === undefined || !leases.mayHaveChosen(lease, check.byName.folder)) return undefined;
  const named = await check.readByName();
  if (named === undefined) return undefined;
  const cover = leases.coverFor([named], check.chain);
  if (cover.kind !== "implied") return undefined;
  return (await leaseHolds(cover.lease, check, [check.result, named])) ? byCover(cover, check) : undefined;
}

function isStartUpOf(lease: Lease, check: OpenCheck, { startUp, leases }: SessionState): boolean {
  const { from, chain } = check;
  return (
    from.layer === "gate" &&
    mayBeStartUp(check) &&
    isFromStartUp(lease, chain, { argv: argvOf(check), result: check.result }, startUp, leases)
  );
}

/** A program may not bring in what needs a person's CONFIRM; a line may that was answered for it. */
function byCover(
  cover: Extract<Cover, { kind: "implied" | "below" }>,
  check: OpenCheck,
): Decided | undefined {
  const { result } = check;
  const { check: allowed, result: line } = cover.lease;
  const isConfirm = result.ruling === "confirm";
  const under = { ...covered(`started by what ${allowed} allowed`), under: "lease" } as const;
  if (cover.kind === "below") return isConfirm ? undefined : under;
  // By its words it may be the same, and bring in something else all the same.
  if (isConfirm && !isForetold(result, line)) return undefined;
  // A line foretells what its words mean, not what somebody has put in their place.
  if (!wasSaid(check, line)) return cover.also === "below" && !isConfirm ? under : undefined;
  const said = covered(`the allowed line ${allowed} said so`);
  // With a lease of its own it would cover less than what it stands under.
  return cover.also === "below" ? { ...said, under: "lease" } : said;
}

/** Another agent is nobody's consequence: it does as it is told by somebody else. */
function startsAgent(check: OpenCheck, { agentStartUp }: SessionState): boolean {
  const { result } = check;
  return [startedBy(check), ...result.commands.map(({ argv: [program = ""] }) => program)].some((program) =>
    agentStartUp.isAgent(basename(program)),
  );
}

function startedBy(check: OpenCheck): string {
  const { what } = check.input;
  return argvOf(check)[0] ?? (what.kind === "script" ? what.path : "");
}

function argvOf({ input: { what } }: OpenCheck): readonly string[] {
  return what.kind === "argv" ? what.argv : [];
}

function wasSaid(check: OpenCheck, line: CheckResult): boolean {
  const { text, strange, foreign = [] } = check.from;
  if (text === "mangled" || strange !== undefined) return false;
  const started = basename(startedBy(check));
  return foreign.every((setting) => saysVariable(line, setting, started));
}

/** Its shell is gone, and nobody but guard's seat is its parent. */
async function byLeftLine(
  check: OpenCheck,
  readings: readonly CheckResult[],
  { leases, agentPid }: SessionState,
): Promise<Decided | undefined> {
  const top = check.chain.at(-1);
  // A chain that does not end at the agent ends at the seat.
  if (top === undefined || top.pid === agentPid) return undefined;
  if (check.result.ruling === "confirm") return undefined;
  const lease = leases.foretoldByLeft(readings);
  return lease && wasSaid(check, lease.result) && (await leaseHolds(lease, check, readings))
    ? covered(`the allowed line ${lease.check} said so`)
    : undefined;
}

function covered(reason: string): Decided {
  return { verdict: "allow", by: "lease", reason, rule: "guard.lease" };
}
