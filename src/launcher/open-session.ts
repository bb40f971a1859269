/** Until the agent may start: the daemon is ready, and what the user wrote after -- is allowed. */
import { sortOpenings, withoutPaths } from "../core/opening.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import { removeSessionFolder } from "../ipc/session-folder.ts";
import { findProject } from "../policy/find.ts";
import type { Console } from "../protocol/consoles.ts";
import type { Choice } from "./choose-profiles.ts";
import { type Confined, confineAgent, makeOwnFolders } from "./confine-agent.ts";
import type { Confinement } from "./find-confinement.ts";
import type { Gate } from "./find-gate.ts";
import { findSandboxes } from "./find-sandboxes.ts";
import type { InstalledParts } from "./installed-parts.ts";
import { type TerminalPlace, takeTyping } from "./open-place.ts";
import { isAtTerminal, isSomebodyThere } from "./real-terminal.ts";
import { COULD_NOT_START, DENIED_OR_NOT_EXECUTABLE, type RunOptions } from "./run-options.ts";
import type { DaemonLink, Gone, Heard } from "./start-daemon.ts";
import { type ChosenProfiles, startLines } from "./start-line.ts";
import type { StartUpWatch } from "./watch-start-up.ts";

export interface Opening {
  readonly place: SessionPlace;
  readonly daemon: DaemonLink;
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  readonly program: string;
  readonly profiles: Choice;
  readonly tier: string;
  readonly gate: Gate;
  readonly confinement: Confinement;
  readonly startUp: StartUpWatch;
  /** At a terminal. */
  readonly at: TerminalPlace | undefined;
}

export type Opened =
  /** `confined`: undefined where the agent is not. */
  { readonly kind: "open"; readonly confined: Confined | undefined } | Closed;

interface Closed {
  readonly kind: "closed";
  readonly code: number;
}

/** Then the user should know whom guard waits for. */
const SAY_THAT_WE_WAIT_MS = 400;

export async function openSession(opening: Opening): Promise<Opened> {
  const { daemon, place, options, profiles, tier, gate, confinement } = opening;
  const { say } = options;
  const console = consoleFor(options);
  if (confinement.kind === "on") makeOwnFolders(place, options);
  sendStart(opening, console);
  const early = confine(opening, likely(options));
  const answer = await hearReady(opening);
  if (answer.kind === "closed") return answer;
  const { session } = place;
  const tmux = await tmuxAround(opening, console);
  const confined = isDifferent(answer, likely(options)) ? confine(opening, answer) : early;
  const { mode } = answer;
  if (mode === "plan") opening.startUp.holdFolder(answer.project);
  for (const line of startLines({
    session,
    mode,
    tier,
    console,
    tmux,
    profiles,
    gate,
    confinement,
    confined,
    reveals: sortOpenings(options.reveals).paths,
    ways: withoutPaths([...options.reveals, ...answer.reveals]),
  }))
    say(line);
  if (confined !== undefined)
    daemon.send({
      op: "confined",
      project: confined.plan.project,
      hidden: [...confined.plan.hidden],
      readOnly: [...confined.plan.readOnly],
      kept: confined.plan.kept.map(({ as, path }) => ({ as, path })),
      absent: [...confined.plan.absent].map(([path, holds]) => ({ path, ...(holds ? { holds } : {}) })),
    });
  let endTyping: () => void = () => undefined;
  const waiting = setTimeout(() => {
    say(`the line after -- waits for an answer${opening.at ? "" : ": guard console"}`);
    if (opening.at) endTyping = takeTyping(opening.at);
  }, SAY_THAT_WE_WAIT_MS);
  const verdict = await nextOf(daemon, say, "root-verdict", "refused");
  clearTimeout(waiting);
  endTyping();
  if (verdict.op === "root-verdict" && verdict.verdict === "allow") return { kind: "open", confined };
  if (verdict.op === "refused") {
    for (const problem of verdict.problems) say(problem);
    say("nothing was started");
    return close(daemon, place, COULD_NOT_START);
  }
  if (verdict.op !== "root-verdict") {
    say(`the daemon is gone (${reasonOf(verdict)}); nothing was started`);
    return close(daemon, place, COULD_NOT_START);
  }
  for (const line of verdict.lines) say(line.replace(/^guard: /, ""));
  return close(daemon, place, DENIED_OR_NOT_EXECUTABLE);
}

type Ready = Extract<Heard, { op: "ready" }> & { readonly kind: "ready" };

/** From then on guard's folders are held: what was read before must still be so. */
async function hearReady({ daemon, place, options, profiles }: Opening): Promise<Ready | Closed> {
  const { say } = options;
  const tooLate = setTimeout(() => daemon.kill(NOT_READY), READY_LIMIT_MS);
  const answer = await nextOf(daemon, say, "ready", "refused");
  clearTimeout(tooLate);
  if (answer.op !== "ready") {
    const problems =
      answer.op === "refused" ? answer.problems : [`the daemon did not start (${reasonOf(answer)})`];
    for (const problem of problems) say(problem);
    say(`nothing was started${wayOut(problems, profiles)}`);
    return close(daemon, place, COULD_NOT_START);
  }
  for (const warning of answer.warnings) say(warning);
  const change = await profiles.findChange();
  if (change === undefined) return { ...answer, kind: "ready" };
  say(`${change}; nothing was started`);
  return close(daemon, place, COULD_NOT_START);
}

type Said = Pick<Extract<Heard, { op: "ready" }>, "mode" | "project" | "reveals">;

/** What the daemon will most likely say: the plan is made while it starts. */
function likely({ mode = "default", cwd }: RunOptions): Said {
  return { mode, project: findProject(cwd).root, reveals: [] };
}

function isDifferent(said: Said, guessed: Said): boolean {
  return (
    (said.mode === "plan") !== (guessed.mode === "plan") ||
    said.project !== guessed.project ||
    said.reveals.length > 0
  );
}

function confine(
  { place, options, parts, confinement, daemon }: Opening,
  { mode, project, reveals }: Said,
): Confined | undefined {
  if (confinement.kind === "off") return undefined;
  return confineAgent({
    ...{ place, options, parts, confinement, mode, project },
    reveals: sortOpenings([...reveals, ...options.reveals]).paths,
    guardPids: [process.pid, ...(daemon.pid === undefined ? [] : [daemon.pid])],
  });
}

/** A disk that hangs, a machine without room: nothing may wait for ever. */
const READY_LIMIT_MS = 10_000;
const NOT_READY = "it was not ready in 10 seconds; is the machine or its disk overloaded?";

/** Problems of policies are told as PLACE:LINE: problem; the place of a profile that is not there is the option. */
function wayOut(problems: readonly string[], { by }: ChosenProfiles): string {
  const places = problems.flatMap((problem) => /^(.+?):\d+: /.exec(problem)?.[1] ?? []);
  if (places.some((name) => name !== "--profile")) return "; mend that first (guard policy lint checks it)";
  return places.length > 0 && by === "memory"
    ? "; guard policy forget forgets the profiles that are remembered here"
    : "";
}

function sendStart(
  { place, daemon, options, program, profiles, tier, gate, confinement }: Opening,
  console: Console,
): void {
  const { mode, timeoutS, agent, cwd } = options;
  daemon.send({
    op: "start",
    session: place.session,
    folder: place.folder,
    cwd,
    launcherPid: process.pid,
    agent: [...agent],
    program,
    ...(mode === undefined ? {} : { mode }),
    console,
    ...(timeoutS === undefined ? {} : { timeoutS }),
    profiles: [...profiles.names],
    tier,
    gate: gate.kind,
    confined: confinement.kind,
    sandboxes: findSandboxes(options).kind,
    reveals: [...options.reveals],
  });
}

/** Without a terminal there is nobody to be asked. */
function consoleFor({ console }: RunOptions): Console {
  if (console !== "auto" || isAtTerminal()) return console;
  return isSomebodyThere() ? "wait" : "none";
}

/** Without a terminal nothing is split. */
async function tmuxAround({ at, options }: Opening, console: Console): Promise<"inside" | "outside"> {
  if (at === undefined || (console !== "auto" && console !== "tmux")) return "outside";
  const { isInsideTmux } = await import("./tmux-split.ts");
  return isInsideTmux(options.env) ? "inside" : "outside";
}

/** Other messages are left out, but what the user should hear. */
async function nextOf<Op extends Heard["op"]>(
  daemon: DaemonLink,
  say: (text: string) => void,
  ...ops: readonly Op[]
): Promise<Extract<Heard, { op: Op }> | Gone> {
  for (;;) {
    const message = await daemon.next();
    if (message.op === "notice") say(message.text);
    else if (message.op === "gone") return message;
    else if (isOneOf(message, ops)) return message;
  }
}

function isOneOf<Op extends Heard["op"]>(
  message: Heard,
  ops: readonly Op[],
): message is Extract<Heard, { op: Op }> {
  return ops.some((op) => op === message.op);
}

function reasonOf(message: Heard | Gone): string {
  return message.op === "gone" ? message.reason : message.op;
}

const END_LIMIT_MS = 3_000;

/** The daemon tidies up when it can; what it leaves is removed here. */
async function close(daemon: DaemonLink, place: SessionPlace, code: number): Promise<Closed> {
  daemon.send({ op: "end" });
  const killed = setTimeout(() => daemon.kill("it did not end in time"), END_LIMIT_MS);
  for (;;) {
    const { op } = await daemon.next();
    if (op === "tree-ended" || op === "gone") break;
  }
  clearTimeout(killed);
  removeSessionFolder(place.folder);
  return { kind: "closed", code };
}
