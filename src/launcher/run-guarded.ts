/** One agent's run, with its daemon starting beside it: profile, permission, agent, end. */
import type { SessionPlace } from "../ipc/session-folder.ts";
import { placesFor } from "../policy/find.ts";
import { linkAgentFolder } from "./agent-folder.ts";
import { chooseProfiles } from "./choose-profiles.ts";
import { makeEmptyPlaces, removeEmptyPlaces } from "./empty-places.ts";
import { leave } from "./end-if-signalled.ts";
import { endSession } from "./end-session.ts";
import type { Confinement } from "./find-confinement.ts";
import type { Gate } from "./find-gate.ts";
import { describeTier, type InstalledParts } from "./installed-parts.ts";
import { openPlace } from "./open-place.ts";
import { openSession } from "./open-session.ts";
import { isAtTerminal } from "./real-terminal.ts";
import { COULD_NOT_START, type RunExit, type RunOptions } from "./run-options.ts";
import { startAgent } from "./start-agent.ts";
import type { DaemonLink } from "./start-daemon.ts";
import { watchAgent } from "./watch-agent.ts";
import { changedLines, changedMessage, watchStartUp } from "./watch-start-up.ts";

export interface Wanted {
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  /** Found out while the daemon starts. */
  readonly gate: Promise<Gate>;
  readonly confinement: Promise<Confinement>;
  readonly program: string;
  /** From here on signals are the agent's. */
  signalsPass(): void;
}

export async function runGuarded(place: SessionPlace, daemon: DaemonLink, wanted: Wanted): Promise<RunExit> {
  const exit = await run(place, daemon, wanted);
  const { cwd, env } = wanted.options;
  await removeEmptyPlaces(placesFor(cwd, env));
  return exit;
}

async function run(place: SessionPlace, daemon: DaemonLink, wanted: Wanted): Promise<RunExit> {
  const { options, parts, program } = wanted;
  // The probes and the daemon are under way: it costs no time here.
  const startUp = watchStartUp(options, parts);
  const [gate, confinement] = await Promise.all([wanted.gate, wanted.confinement]);
  const lack = findLack(options, gate, confinement);
  if (lack !== undefined) {
    options.say(`${lack}; nothing was started`);
    await leave({ place, daemon });
    return { kind: "code", code: COULD_NOT_START };
  }
  linkAgentFolder(`${place.folder}/agent`, parts, gate.kind);
  const where = isAtTerminal() ? "pty" : "inherited";
  const choice = await chooseProfiles(options, where);
  if (choice === "interrupted") {
    await leave({ place, daemon });
    return { kind: "code", code: INTERRUPTED };
  }
  const tier = describeTier(parts, gate.kind, confinement.kind);
  // On a terminal that an agent draws on, guard waits until it is free again.
  const notices: string[] = [];
  const notice = where === "pty" ? (text: string) => void notices.push(text) : options.say;
  const at = where === "pty" ? await openPlace({ options, parts, daemon, place, notice }) : undefined;
  const opened = await openSession({
    ...{ place, daemon, options, parts, program, profiles: choice, tier, gate, confinement, at, startUp },
  });
  if (opened.kind === "closed") {
    at?.screen.end();
    return { kind: "code", code: opened.code };
  }
  const { confined } = opened;
  // What it could not make was said with the plan.
  if (confined !== undefined)
    makeEmptyPlaces(placesFor(options.cwd, options.env), place, { env: options.env, program: parts.root });
  // With --keep the tree goes on without us.
  const findChanged = options.leftovers === "keep" ? () => [] : startUp.changes;
  daemon.onTreeGone(() => daemon.send(changedMessage(findChanged())));
  const started = await startAgent({ place, daemon, options, parts, program, at, gate: gate.kind, confined });
  // The agent is on its way, which takes longer than this.
  startUp.readContents();
  setTimeout(() => at?.screen.begin(), BEGIN_AFTER_MS).unref();
  const seat = parts.seat === undefined ? "none" : "there";
  if (seat === "none") daemon.send({ op: "agent-started", pid: started.pid });
  const { folder } = place;
  const taken = wanted.signalsPass;
  const { end, late } = await watchAgent({ run: started, daemon, folder, where, seat, notice, taken });
  const last: string[] = [];
  const ended = (text: string) => void last.push(text);
  const exit = await endSession({ end, late, run: started, daemon, place, options, notice, ended });
  for (const text of [...notices, ...changedLines(findChanged(), options), ...last]) options.say(text);
  return exit;
}

/** What the user asked for and cannot have. */
function findLack(options: RunOptions, gate: Gate, confinement: Confinement): string | undefined {
  if (gate.kind === "off" && options.gate === "on") return `the exec gate cannot work here: ${gate.reason}`;
  if (confinement.kind === "off" && confinement.usedUp)
    return `all namespaces of this user are taken, perhaps by another session's agent (guard sessions): ${confinement.reason}; --confine off starts without`;
  if (confinement.kind === "off" && options.confine === "on")
    return `the agent cannot be confined here: ${confinement.reason ?? "confinement is for Linux"}`;
  return undefined;
}

const INTERRUPTED = 130;

/** The agent's start comes first. */
const BEGIN_AFTER_MS = 100;
