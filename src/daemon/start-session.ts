/** Everything that must be there before an agent may start; anything missing is a refusal with the way out. */
import { basename, dirname, join } from "node:path";
import { createApprovals } from "../approval/approvals.ts";
import { createUuidV7 } from "../approval/uuid-v7.ts";
import { openJsonlRecorder } from "../audit/jsonl-recorder.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { KnownAgent } from "../core/agent.ts";
import { loadAgents } from "../engine/load-agents.ts";
import { createRandomSource } from "../ipc/random-bytes.ts";
import { writeSession } from "../ipc/session-folder.ts";
import { type Places, placesFor } from "../policy/find.ts";
import type { StartMessage } from "../protocol/launcher-messages.ts";
import { startAgentServer } from "./agent-server.ts";
import { createAgentStartUp } from "./agent-start-up.ts";
import { startControlServer } from "./control-server.ts";
import { createForeignVariables } from "./foreign-variables.ts";
import { createForesight } from "./foresight.ts";
import { startGateServer } from "./gate-server.ts";
import { createLeases } from "./leases.ts";
import { OwnPrograms } from "./own-programs.ts";
import { type PolicyInForce, startPolicy } from "./policy-in-force.ts";
import { sessionRecord } from "./session-record.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { createShells } from "./shells.ts";
import { readStartUp } from "./start-up-files.ts";
import { createTold } from "./told.ts";
import { createToldProcesses } from "./told-processes.ts";
import { createTurns } from "./turns.ts";
import { readUserPath } from "./user-path.ts";
import { choosesRepository, nameOf } from "./variable-readers.ts";
import { matchesWords } from "./word-pattern.ts";

export type StartedSession =
  | { readonly kind: "started"; readonly state: SessionState; readonly warnings: readonly string[] }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

export async function startSession(message: StartMessage, env: NodeJS.ProcessEnv): Promise<StartedSession> {
  const { session, folder, cwd } = message;
  const places = placesFor(cwd, env);
  const auditFile = join(dirname(places.trustDir), "audit/permissions.jsonl");
  const audit = await openJsonlRecorder(auditFile);
  if (audit.kind === "failed") return { kind: "refused", problems: [audit.reason] };
  const { recorder } = audit;

  const note = (event: "policy-reloaded" | "policy-refused", details: readonly string[]) =>
    void recorder.append({ event, timestamp: new Date().toISOString(), session, details: { details } });
  const opened = await startPolicy(
    {
      cwd,
      env,
      profiles: message.profiles,
      guardOwned: [folder],
      shims: join(folder, "agent/shims"),
      gate: message.gate,
      agent: { name: findKnownAgent(message) },
      ...(message.mode ? { mode: message.mode } : {}),
    },
    {
      onReloaded(policy) {
        note("policy-reloaded", policy.warnings);
        addNotice(state, "policy files changed: the new ones count from now on");
      },
      onRefused(problems) {
        note("policy-refused", problems);
        addNotice(state, `a changed policy file is refused, the old policy stays: ${problems.join("; ")}`);
      },
    },
  );
  if (opened.kind === "refused") return opened;
  const { policy } = opened;
  const state = createState(message, env, places, policy, recorder);
  const recorded = await recorder.append(startRecord(state));
  if (recorded !== "recorded")
    return { kind: "refused", problems: [`nothing can be recorded: ${recorded.reason}`] };
  await startAgentServer(join(folder, "agent/agent.sock"), state);
  if (message.gate === "on") await startGateServer(join(folder, "control/gate.sock"), state);
  await startControlServer(state);
  writeSession(folder, sessionRecord(state));
  return { kind: "started", state, warnings: [...policy.last.warnings, ...wishes(state)] };
}

/** Judging is work for one core; more at once only make each of them late. */
const MOST_AT_ONCE = 8;

function createState(
  message: StartMessage,
  env: NodeJS.ProcessEnv,
  places: Places,
  policy: PolicyInForce,
  recorder: Recorder,
): SessionState {
  const { session, folder, cwd, timeoutS } = message;
  const root = { argv: message.agent, program: message.program };
  const agents = createAgentLoader();
  const processes = createToldProcesses();
  const data = env["XDG_DATA_HOME"] || `${places.home}/.local/share`;
  const patternPlaces = { home: places.home, project: cwd, data };
  const startedAtMs = Date.now();
  const userPath = readUserPath(env["PATH"] ?? "", startedAtMs, async (what, at) =>
    (await policy.current()).check({ what, cwd: at }),
  );
  const own = new OwnPrograms({
    root,
    cwd,
    places: patternPlaces,
    findAgent: (program) => agents().find(({ programs }) => programs.includes(basename(program))),
  });
  return {
    session,
    folder,
    cwd,
    project: places.projectRoot,
    userPath,
    tier: message.tier,
    gate: message.gate,
    startedAtMs,
    root,
    console: message.console,
    timeoutMs: timeoutS === undefined ? undefined : timeoutS * 1000,
    policy,
    approvals: createApprovals({ nowMs: Date.now, setTimer }),
    recorder,
    waiting: new Map(),
    told: createTold(),
    leases: createLeases(),
    shells: createShells({ home: places.home, hooks: join(folder, "agent"), gate: message.gate }),
    startUp: readStartUp({
      home: places.home,
      hooks: join(folder, "agent"),
      variable: (name) => env[name],
    }),
    own,
    agentStartUp: createAgentStartUp(own, patternPlaces, agents, userPath),
    foreign: createForeignVariables(
      (exec, setting) =>
        own.hasStarted(exec) &&
        // Many keep a repository of their own beside the user's. Where somebody is asked, it is shown.
        (choosesRepository(nameOf(setting)) ||
          own.agent?.sets.some((pattern) => matchesWords([pattern], [setting], patternPlaces)) === true),
    ),
    processes,
    toldOf: processes.find,
    foresight: createForesight(),
    takeTurn: createTurns(MOST_AT_ONCE),
    newId: createUuidV7(Date.now, createRandomSource()),
    mode: message.mode ?? policy.last.layers.mode.mode,
    launcherPid: message.launcherPid,
    seatPid: undefined,
    agentPid: undefined,
    checks: 0,
    denied: 0,
    notices: [],
  };
}

/** A mode that a project's file or a profile asks for is the user's to choose. */
function wishes({ policy, session }: SessionState): string[] {
  return policy.last.layers.mode.wishes.map(
    ({ mode, from }) => `${from} asks for mode ${mode}; to allow it: guard mode ${mode} --session ${session}`,
  );
}

function startRecord({ session, root, cwd, mode, tier, startedAtMs }: SessionState) {
  const details = { agent: root.argv, program: root.program, cwd, mode, tier };
  return {
    event: "session-start" as const,
    timestamp: new Date(startedAtMs).toISOString(),
    session,
    details,
  };
}

/** By the names of the programs that the user wrote: `timeout 60 codex` is codex. */
function findKnownAgent({ agent, program }: StartMessage): string | undefined {
  const names = [program, ...agent].map((word) => basename(word));
  return loadAgents().agents.find(({ programs }) => programs.some((name) => names.includes(name)))?.agent;
}

/** Most sessions never need it. */
function createAgentLoader(): () => readonly KnownAgent[] {
  let known: readonly KnownAgent[] | undefined;
  return () => {
    known ??= loadAgents().agents;
    return known;
  };
}

function setTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
