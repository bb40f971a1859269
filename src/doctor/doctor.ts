/**
 * `guard doctor`: proves what guard holds on this machine, by trying it. Real sessions of the installed `guard run`, with the
 * user's own policy and audit file, in which drivers play the agent.
 * Must never: ask anybody, change a setting, or try what would do harm if nothing stopped it.
 */
import { dirname, join } from "node:path";
import { findInstalledParts } from "../launcher/installed-parts.ts";
import { placesFor } from "../policy/find.ts";
import type { Canary, CanaryResult, Driver } from "./canary.ts";
import { type CanaryWorld, openCanaryWorld } from "./canary-world.ts";
import {
  type DriverPlaces,
  findDriver,
  findFile,
  findProgram,
  nodeDriver,
  WITHOUT_DRIVER,
} from "./driver-commands.ts";
import { EXEC_CANARIES } from "./exec-canaries.ts";
import { FILE_CANARIES } from "./file-canaries.ts";
import { findLacks } from "./findings.ts";
import { absentCanary } from "./judge-canary.ts";
import { REACH_CANARIES } from "./reach-canaries.ts";
import { readMachine } from "./read-machine.ts";
import { type Report, reportOn, withAgent } from "./report.ts";
import { runAgent } from "./run-agent.ts";
import { markAudit } from "./session-records.ts";
import { claimedTier, commonTier, type Tier } from "./tiers.ts";
import { type Tried, tryCanaries } from "./try-canaries.ts";

export interface DoctorOptions {
  readonly wanted: Tier;
  /** For guard run, as they were given: --gate, --confine. */
  readonly runOptions: readonly string[];
  readonly agent: readonly [string, ...string[]] | undefined;
  /** Whether stdout is for the report alone. */
  readonly stdout: "agent" | "report";
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

export const CANARIES: readonly Canary[] = [...EXEC_CANARIES, ...FILE_CANARIES, ...REACH_CANARIES];

export async function examine(options: DoctorOptions): Promise<Report> {
  const { wanted, runOptions, agent, env, cwd } = options;
  const parts = findInstalledParts();
  const places = placesFor(cwd, env);
  const auditFile = join(dirname(places.trustDir), "audit/permissions.jsonl");
  const native = join(dirname(dirname(parts.daemonBundle)), "native");
  const canary = findFile(join(native, "guard-canary"));
  const world = await openCanaryWorld({
    env,
    home: places.home,
    canary,
    python: join(parts.hooks, "canary.py"),
    tmux: findProgram("tmux", env),
  });
  const forget = closeOnSignals(world);
  const guardRun = [process.execPath, parts.command, "run", ...runOptions];
  try {
    const setting = {
      world,
      guardRun: [...guardRun, "--mode", "plan", "--console", "none"],
      auditFile,
      auditMark: markAudit(auditFile),
      policyFile: places.userFile,
      whyMissing,
    };
    const tried = await Promise.all(
      DRIVERS.map((driver) =>
        tryDriver(driver, setting, { node: nodeDriver(parts), python: world.python, canary, env }),
      ),
    );
    const machine = await readMachine({
      parts,
      canary,
      compilerNote: join(native, "compiler.txt"),
      landlock: world.landlock,
      home: places.home,
      env,
    });
    const report = reportOn({
      wanted,
      claimed: claimOf(tried),
      canaries: CANARIES,
      results: tried.flatMap(({ results }) => results),
      kernel: { scopes: (world.landlock ?? 0) >= FIRST_WITH_SCOPES ? "there" : "missing" },
      lacks: findLacks(machine),
      problem: tried.find(({ problem }) => problem !== undefined)?.problem,
    });
    if (agent === undefined) return report;
    const { stdout } = options;
    return withAgent(report, await runAgent({ command: agent, guardRun, auditFile, env, stdout }));
  } finally {
    forget();
    world.close();
  }
}

const FIRST_WITH_SCOPES = 6;
const DRIVERS: readonly Driver[] = ["node", "python", "native"];

async function tryDriver(
  driver: Driver,
  setting: Parameters<typeof tryCanaries>[2],
  places: DriverPlaces,
): Promise<Tried> {
  const { env } = places;
  const canaries = CANARIES.filter((one) => one.driver === driver);
  const command = findDriver(driver, places);
  const isHere = ({ needs }: Canary) => needs === undefined || findProgram(needs, env) !== undefined;
  const absent = (canary: Canary): CanaryResult =>
    absentCanary(canary, command === undefined ? WITHOUT_DRIVER[driver] : `${canary.needs} is not here`);
  if (command === undefined)
    return { results: canaries.map(absent), tierWords: undefined, problem: undefined };
  const tried = await tryCanaries(command, canaries.filter(isHere), setting);
  return { ...tried, results: [...tried.results, ...canaries.filter((one) => !isHere(one)).map(absent)] };
}

function whyMissing(name: string): string {
  return name === "canary" ? WITHOUT_DRIVER.native : `there is no ${name} to try it at`;
}

/** Null: no session started. One that did not start holds nothing. */
function claimOf(tried: readonly Tried[]): Tier | null {
  const words = tried.flatMap(({ tierWords }) => tierWords ?? []);
  return words.length === 0 ? null : commonTier(words.map(claimedTier));
}

/** Ctrl-C while the canaries run: nothing of them stays. */
function closeOnSignals(world: CanaryWorld): () => void {
  const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
  const handlers = Object.entries(signals).map(([signal, status]) => {
    const end = () => {
      world.close();
      process.exit(status);
    };
    process.once(signal, end);
    return () => void process.off(signal, end);
  });
  return () => {
    for (const remove of handlers) remove();
  };
}
