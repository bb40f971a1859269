/**
 * One driver's canaries: in a real session of `guard run`, and the same words again without guard, so that nothing counts
 * as held that would not have worked anyway. In mode PLAN nobody is asked, and no rule of anybody lets a write pass.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Canary, CanaryResult, Told } from "./canary.ts";
import type { CanaryWorld } from "./canary-world.ts";
import { type DriverTalk, startDriver } from "./driver-talk.ts";
import type { DriverCommand, Task } from "./drivers.ts";
import type { Values } from "./fill-canary.ts";
import { findSessionOf } from "./find-session.ts";
import { absentCanary, failedCanary, judgeCanary } from "./judge-canary.ts";
import { fillFor, observe, type Side } from "./observe-canary.ts";
import { type AuditMark, readRecords, type SeenRecord } from "./session-records.ts";

export interface TrySetting {
  readonly world: CanaryWorld;
  /** The words before the driver: node, guard, run and its options. */
  readonly guardRun: readonly string[];
  readonly auditFile: string;
  readonly auditMark: AuditMark;
  readonly policyFile: string;
  /** Why a value of a canary is not there. */
  readonly whyMissing: (name: string) => string;
}

export interface Tried {
  readonly results: readonly CanaryResult[];
  /** In the words of the start line; undefined: there was no session. */
  readonly tierWords: string | undefined;
  /** What guard run said, where it did not start. */
  readonly problem: string | undefined;
}

/** How long guard may take to write down who sits in the session. */
const RECORD_LIMIT_MS = 5_000;

export async function tryCanaries(
  command: DriverCommand,
  canaries: readonly Canary[],
  setting: TrySetting,
): Promise<Tried> {
  const { world, guardRun, auditFile, auditMark } = setting;
  const { driver, argv } = command;
  const start = { driver, cwd: world.project };
  const inside = startDriver({ ...start, env: world.env, argv: [...guardRun, "--", ...argv] });
  if ((await inside.ready) === "no") return notStarted(command, inside, canaries);
  const startedMs = performance.now();
  const found = await findSessionOf(
    inside.pid ?? -1,
    world.env,
    ({ seat }) => seat !== undefined,
    () => performance.now() - startedMs > RECORD_LIMIT_MS,
  );
  const values = { ...world.values, policy: setting.policyFile, audit: auditFile, ...sessionValues(found) };
  const outside = startDriver({ ...start, env: world.envOutside, argv });
  // While the session waits: what it listens at must be there for both.
  const control = await carryOut(outside, "outside", canaries, values, world);
  const told = await carryOut(inside, "inside", canaries, values, world);
  const records = found ? readRecords(auditFile, auditMark, found.session) : [];
  const results = canaries.map((canary) => {
    const filled = fillFor(canary, "inside", values, world);
    if (filled.kind === "absent") return absentCanary(canary, setting.whyMissing(filled.missing));
    return judgeCanary(
      canary,
      filled.deeds.map((deed, index) =>
        observe(`${canary.id}.${index}`, deed, { canary, told, control, records, world }),
      ),
    );
  });
  return { results, tierWords: tierWordsOf(records), problem: undefined };
}

async function notStarted(
  { driver }: DriverCommand,
  inside: DriverTalk,
  canaries: readonly Canary[],
): Promise<Tried> {
  await inside.end();
  const said = inside
    .stderr()
    .split("\n")
    .filter((line) => !/^guard: session |^$/.test(line))
    .slice(0, 3)
    .join(" ");
  const problem = `${driver}: ${said === "" ? "guard run ended before its agent said anything" : said}`;
  const results = canaries.map((canary) => failedCanary(canary, "no session"));
  return { results, tierWords: undefined, problem };
}

function sessionValues(found: Awaited<ReturnType<typeof findSessionOf>>): Values {
  if (found === undefined) return {};
  const { launcher, daemon, seat } = found.record;
  return {
    control: join(found.folder, "control"),
    launcher: String(launcher.pid),
    daemon: daemon && String(daemon.pid),
    seat: seat && String(seat.pid),
  };
}

/** Resolves when the driver has ended, so that everything of it is written down. */
async function carryOut(
  talk: DriverTalk,
  side: Side,
  canaries: readonly Canary[],
  values: Values,
  world: CanaryWorld,
): Promise<ReadonlyMap<string, Told>> {
  const tasks: Task[] = canaries.flatMap((canary) => {
    const filled = fillFor(canary, side, values, world);
    return filled.kind === "absent"
      ? []
      : filled.deeds.map((deed, index) => ({ id: `${canary.id}.${index}`, deed }));
  });
  for (const { deed } of tasks)
    if (deed.kind === "exec" && deed.script !== undefined)
      writeFileSync(deed.argv[0] ?? "", deed.script, { mode: 0o755 });
  const told = await talk.carryOut(tasks);
  await talk.end();
  return told;
}

function tierWordsOf(records: readonly SeenRecord[]): string | undefined {
  const tier = records.find(({ event }) => event === "session-start")?.details?.["tier"];
  return typeof tier === "string" ? tier : undefined;
}
