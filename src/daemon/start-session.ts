/** Everything that must be there before an agent may start; anything missing is a refusal with the way out. */
import { basename, dirname, join } from "node:path";
import { createUuidV7 } from "../approval/uuid-v7.ts";
import type { Recorder } from "../audit/recorder.ts";
import { copyOf } from "../audit/store.ts";
import { createRecorder, type LateRecorder } from "../audit/store-recorder.ts";
import type { KnownAgent } from "../core/agent.ts";
import { sortOpenings } from "../core/opening.ts";
import { loadAgents } from "../engine/load-agents.ts";
import { createRandomSource } from "../ipc/random-bytes.ts";
import { writeSession } from "../ipc/session-folder.ts";
import { capMode } from "../policy/cap-mode.ts";
import { type Places, placesFor } from "../policy/find.ts";
import type { StartMessage } from "../protocol/launcher-messages.ts";
import { startAgentServer } from "./agent-server.ts";
import { createAgentStartUp } from "./agent-start-up.ts";
import { createApprovalState } from "./approval-state.ts";
import { startControlServer } from "./control-server.ts";
import { createForeignVariables } from "./foreign-variables.ts";
import { createForesight } from "./foresight.ts";
import { startGateServer } from "./gate-server.ts";
import { holdOwnFolders } from "./hold-own-folders.ts";
import { loadKnownSockets } from "./known-sockets.ts";
import { createLeases } from "./leases.ts";
import { OwnPrograms } from "./own-programs.ts";
import { type PolicyInForce, startPolicy } from "./policy-in-force.ts";
import type { ReachPlaces } from "./reach.ts";
import { findRevealed, withLinksFollowed } from "./revealed.ts";
import { sessionRecord } from "./session-record.ts";
import { addNotice, type SessionState } from "./session-state.ts";
import { statusOf } from "./session-status.ts";
import { createShells } from "./shells.ts";
import { findKnownAgent, lowerMode, takeModes } from "./start-modes.ts";
import { readStartUp } from "./start-up-files.ts";
import { createTold } from "./told.ts";
import { createToldProcesses } from "./told-processes.ts";
import { createTurns } from "./turns.ts";
import { createTypedLines } from "./typed-lines.ts";
import { readUserPath } from "./user-path.ts";
import { choosesRepository, nameOf } from "./variable-readers.ts";
import { matchesWords } from "./word-pattern.ts";

export type StartedSession =
  | {
      readonly kind: "started";
      readonly state: SessionState;
      readonly warnings: readonly string[];
      /** While the agent's start is prepared, and before it starts: why nothing can be recorded, or undefined. */
      readonly openRecord: () => Promise<string | undefined>;
    }
  | { readonly kind: "refused"; readonly problems: readonly string[] };

export async function startSession(message: StartMessage, env: NodeJS.ProcessEnv): Promise<StartedSession> {
  const { session, folder, cwd } = message;
  const places = placesFor(cwd, env);
  // Before anything of theirs is read.
  const held = holdOwnFolders(message, places);
  const file = join(dirname(places.trustDir), "audit.db");
  const auditFile = copyOf(file);
  const isPlaceOurs = () => held.own?.findMoved() === undefined;
  const onStrange = (what: string) => addNotice(state, what);
  const patterns = () => state.policy.last.layers.settings.redact;
  const recorder = createRecorder({ file, session, isPlaceOurs, onStrange, patterns });

  const note = (event: "policy-reloaded" | "policy-refused", details: readonly string[]) =>
    void recorder.append({ event, session, details: { details } });
  const known = findKnownAgent(message);
  const opened = await startPolicy(
    {
      cwd,
      env,
      profiles: message.profiles,
      guardOwned: [folder],
      shims: join(folder, "agent/shims"),
      gate: message.gate,
      agent: { name: known?.agent },
      ...(message.mode ? { mode: message.mode } : {}),
    },
    {
      onReloaded(policy) {
        note("policy-reloaded", policy.warnings);
        addNotice(state, "policy files changed: the new ones count from now on");
        lowerMode(state);
      },
      onRefused(problems) {
        note("policy-refused", problems);
        addNotice(state, `a changed policy file is refused, the old policy stays: ${problems.join("; ")}`);
      },
    },
  );
  if (opened.kind === "refused") return opened;
  const { policy } = opened;
  if (held.own !== undefined) policy.keepTo(held.own);
  const state = createState(message, env, places, policy, {
    ...{ recorder, auditFile },
    agent: known?.agent ?? basename(message.program),
  });
  // After all has been read that counts before the first check.
  const problems = await held.confirm();
  if (problems.length > 0) {
    const details = { reason: problems.join("; "), rule: "guard.folder-replaced" };
    void recorder.open();
    await recorder.append({ event: "notice", session, details });
    return { kind: "refused", problems };
  }
  if (held.own !== undefined) state.ownFolders = held.own;
  state.endVouching = held.endVouching;
  await startAgentServer(join(folder, "agent/agent.sock"), state);
  if (message.gate === "on") await startGateServer(join(folder, "control/gate.sock"), state);
  await startControlServer(state);
  writeSession(folder, sessionRecord(state));
  const warnings = [...policy.last.warnings, ...takeModes(message, state)];
  return { kind: "started", state, warnings, openRecord: () => openRecord(recorder, state) };
}

/** Judging is work for one core; more at once only make each of them late. */
const MOST_AT_ONCE = 8;

interface StateParts extends Pick<SessionState, "agent"> {
  readonly recorder: Recorder;
  readonly auditFile: string;
}

function createState(
  message: StartMessage,
  env: NodeJS.ProcessEnv,
  places: Places,
  policy: PolicyInForce,
  { recorder, auditFile, agent }: StateParts,
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
  const newId = createUuidV7(Date.now, createRandomSource());
  const state: SessionState = {
    session,
    folder,
    cwd,
    ...{ project: places.projectRoot, agent },
    userPath,
    tier: message.tier,
    ...{ gate: message.gate, sandboxes: message.sandboxes },
    projectMount: message.confined === "on" ? "writable" : "unconfined",
    reach: reachPlaces(message, policy, places, env),
    startedAtMs,
    root,
    console: message.console,
    timeoutMs: timeoutS === undefined ? undefined : timeoutS * 1000,
    policy,
    ...createApprovalState({ session, places, auditFile, newId, status: () => statusOf(state) }),
    ...{ recorder, auditFile },
    waiting: new Map(),
    ...{ told: createTold(), leases: createLeases(), typedLines: createTypedLines() },
    shells: createShells({ home: places.home, hooks: join(folder, "agent"), gate: message.gate }),
    startUp: readStartUp({
      home: places.home,
      hooks: join(folder, "agent"),
      variable: (name) => (Object.hasOwn(env, name) ? env[name] : undefined),
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
    newId,
    mode: capMode(message.mode ?? policy.last.layers.mode.mode, policy.last.layers.settings.maxMode),
    launcherPid: message.launcherPid,
    ...{ seatPid: undefined, agentPid: undefined },
    ...{ checks: 0, denied: 0, notices: [], refusals: new Set(), readOnly: [], kept: [], hasKeeper: false },
  };
  return state;
}

/** By hand, and by the user's policy file as it is now. */
function reachPlaces(
  { folder, gate, reveals }: StartMessage,
  policy: PolicyInForce,
  { home }: Places,
  env: NodeJS.ProcessEnv,
): ReachPlaces {
  const known = gate === "on" ? loadKnownSockets(env) : Promise.resolve(() => undefined);
  const { paths, ports, datagrams } = sortOpenings([...reveals, ...policy.last.layers.settings.reveal]);
  const opened = paths.map((path) => path.replace(/^~(?=\/|$)/, home));
  const guardFolders = withLinksFollowed([dirname(folder)]);
  const needed = [...guardFolders, ...withLinksFollowed([home])];
  return { guardFolders, reveals: findRevealed(opened, needed), ports, datagrams, known };
}

async function openRecord(recorder: LateRecorder, state: SessionState): Promise<string | undefined> {
  const started = recorder.append(startRecord(state));
  const problem = await recorder.open();
  if (problem !== undefined) return problem;
  const recorded = await started;
  return recorded === "recorded" ? undefined : `nothing can be recorded: ${recorded.reason}`;
}

function startRecord({ session, agent, root, cwd, project, mode, tier, startedAtMs }: SessionState) {
  const started_at = new Date(startedAtMs).toISOString();
  const details = {
    agent: root.argv,
    name: agent,
    program: root.program,
    cwd,
    project,
    mode,
    tier,
    started_at,
  };
  return {
    event: "session-start" as const,
    session,
    details,
  };
}

/** Most sessions never need it. */
function createAgentLoader(): () => readonly KnownAgent[] {
  let known: readonly KnownAgent[] | undefined;
  return () => {
    known ??= loadAgents().agents;
    return known;
  };
}
