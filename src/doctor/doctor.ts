/**
 * `guard doctor`: proves what guard holds on this machine, by trying it. Real sessions of the installed `guard run`, with the
 * user's own policy and audit file, in which drivers play the agent.
 * Must never: ask anybody, change a setting, or try what would do harm if nothing stopped it.
 */
import { dirname, join } from "node:path";
import { findSystemProgram } from "../ipc/system-program.ts";
import { findInstalledParts, type InstalledParts } from "../launcher/installed-parts.ts";
import { type Places, placesFor } from "../policy/find.ts";
import type { Canary, CanaryResult, Driver } from "./canary.ts";
import { openCanaryWorld } from "./canary-world.ts";
import {
  type DriverPlaces,
  findDriver,
  findFile,
  isHere,
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
  const { runOptions, agent, env, cwd, stdout } = options;
  const parts = findInstalledParts();
  const places = placesFor(cwd, env);
  const scene: Scene = {
    parts,
    places,
    auditFile: join(dirname(places.trustDir), "audit/permissions.jsonl"),
    native: join(dirname(parts.hooks), "dist/native"),
    guardRun: [process.execPath, parts.command, "run", ...runOptions],
  };
  const report = await examineMachine(options, scene);
  // The canaries' things are gone by then: Ctrl-C is the agent's.
  const { guardRun, auditFile } = scene;
  return agent === undefined
    ? report
    : withAgent(report, await runAgent({ command: agent, guardRun, auditFile, env, stdout }));
}

interface Scene {
  readonly parts: InstalledParts;
  readonly places: Places;
  readonly auditFile: string;
  /** The folder of guard's C programs. */
  readonly native: string;
  readonly guardRun: readonly string[];
}

async function examineMachine({ wanted, env }: DoctorOptions, scene: Scene): Promise<Report> {
  const { parts, places, auditFile, native, guardRun } = scene;
  const { home, userFile } = places;
  const canary = findFile(join(native, "guard-canary"));
  const python = join(parts.hooks, "canary.py");
  const world = await openCanaryWorld({ env, home, canary, python, tmux: findSystemProgram("tmux") });
  try {
    const setting = {
      world,
      guardRun: [...guardRun, "--mode", "plan", "--console", "none"],
      auditFile,
      auditMark: markAudit(auditFile),
      policyFile: userFile,
      whyMissing,
    };
    const programs = { node: nodeDriver(parts), python: world.python, canary, env };
    const tried = await Promise.all(DRIVERS.map((driver) => tryDriver(driver, setting, programs)));
    const { landlock } = world;
    const compilerNote = join(native, "compiler.txt");
    const machine = await readMachine({ parts, canary, compilerNote, landlock, home, env });
    return reportOn({
      wanted,
      claimed: claimOf(tried),
      canaries: CANARIES,
      results: tried.flatMap(({ results }) => results),
      kernel: { scopes: (landlock ?? 0) >= FIRST_WITH_SCOPES ? "there" : "missing" },
      lacks: findLacks(machine),
      problem: tried.find(({ problem }) => problem !== undefined)?.problem,
    });
  } finally {
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
  const canRun = ({ needs }: Canary) => needs === undefined || isHere(needs, env);
  const absent = (canary: Canary): CanaryResult =>
    absentCanary(canary, command === undefined ? WITHOUT_DRIVER[driver] : `${canary.needs} is not here`);
  if (command === undefined)
    return { results: canaries.map(absent), tierWords: undefined, problem: undefined };
  const tried = await tryCanaries(command, canaries.filter(canRun), setting);
  return { ...tried, results: [...tried.results, ...canaries.filter((one) => !canRun(one)).map(absent)] };
}

function whyMissing(name: string): string {
  return name === "canary" ? WITHOUT_DRIVER.native : `there is no ${name} to try it at`;
}

/** Null: no session started. One that did not start holds nothing. */
function claimOf(tried: readonly Tried[]): Tier | null {
  const words = tried.flatMap(({ tierWords }) => tierWords ?? []);
  return words.length === 0 ? null : commonTier(words.map(claimedTier));
}
