/** One agent's run, with its daemon starting beside it: profile, permission, agent, end. */
import type { SessionPlace } from "../ipc/session-folder.ts";
import { findProject } from "../policy/find.ts";
import { linkAgentFolder } from "./agent-folder.ts";
import { leave } from "./end-if-signalled.ts";
import { endSession } from "./end-session.ts";
import type { Confinement } from "./find-confinement.ts";
import type { Gate } from "./find-gate.ts";
import { describeTier, type InstalledParts } from "./installed-parts.ts";
import { openPlace } from "./open-place.ts";
import { openSession } from "./open-session.ts";
import { recallChoice } from "./project-choice.ts";
import { isAtTerminal } from "./real-terminal.ts";
import { COULD_NOT_START, type RunExit, type RunOptions } from "./run-options.ts";
import { startAgent } from "./start-agent.ts";
import type { DaemonLink } from "./start-daemon.ts";
import type { ChosenProfiles } from "./start-line.ts";
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
  const { options, parts, program } = wanted;
  // The probes and the daemon are under way: it costs no time here.
  const startUp = watchStartUp(options);
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
  // With --keep the tree goes on without us.
  const findChanged = options.leftovers === "keep" ? () => [] : startUp.changes;
  daemon.onTreeGone(() => daemon.send(changedMessage(findChanged())));
  const run = await startAgent({ place, daemon, options, parts, program, at, gate: gate.kind, confined });
  // The agent is on its way, which takes longer than this.
  startUp.readContents();
  setTimeout(() => at?.screen.begin(), BEGIN_AFTER_MS).unref();
  const seat = parts.seat === undefined ? "none" : "there";
  if (seat === "none") daemon.send({ op: "agent-started", pid: run.pid });
  const { folder } = place;
  const taken = wanted.signalsPass;
  const { end, late } = await watchAgent({ run, daemon, folder, where, seat, notice, taken });
  const exit = await endSession({ end, late, run, daemon, place, options, notice });
  for (const text of [...notices, ...changedLines(findChanged(), options)]) options.say(text);
  return exit;
}

/** What the user asked for and cannot have. */
function findLack(options: RunOptions, gate: Gate, confinement: Confinement): string | undefined {
  if (gate.kind === "off" && options.gate === "on") return `the exec gate cannot work here: ${gate.reason}`;
  if (confinement.kind === "off" && options.confine === "on")
    return `the agent cannot be confined here: ${confinement.reason ?? "confinement is for Linux"}`;
  return undefined;
}

const INTERRUPTED = 130;

/** The agent's start comes first. */
const BEGIN_AFTER_MS = 100;

/**
 * Profiles by hand, else those that the user chose for this project before, else an offer: at a terminal, unless nobody
 * is to be asked.
 */
async function chooseProfiles(
  { profiles, console, cwd, env, say }: RunOptions,
  where: "pty" | "inherited",
): Promise<ChosenProfiles | "interrupted"> {
  if (profiles.length > 0) return { names: profiles, by: "hand" };
  const project = findProject(cwd).root;
  const remembered = await recallChoice(project, env);
  if (remembered !== undefined || where !== "pty" || console === "none")
    return { names: remembered ?? [], by: "memory" };
  const { offerProfile } = await import("./offer-profile.ts");
  const names = await offerProfile(project, cwd, env, say);
  return names === "interrupted" ? names : { names, by: "memory" };
}
