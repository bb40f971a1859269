/** What one session's daemon knows: made at start, handed to the parts that need it. */
import type { Approvals } from "../approval/approvals.ts";
import type { Loops } from "../approval/loops.ts";
import type { ModeSuggestions } from "../approval/mode-suggestions.ts";
import type { Asked } from "../approval/questions.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { ApprovedTexts } from "../card/approved-texts.ts";
import type { Mode } from "../core/ruling.ts";
import type { TimedGrants } from "../grants/timed-grant-files.ts";
import type { ProcessStamp } from "../ipc/process-stamp.ts";
import type { Console } from "../protocol/consoles.ts";
import type { AgentStartUp } from "./agent-start-up.ts";
import type { Approvers } from "./approvers.ts";
import type { AskedLines } from "./asked-lines.ts";
import type { ForeignVariables } from "./foreign-variables.ts";
import type { Foresight } from "./foresight.ts";
import type { Kept } from "./keeper.ts";
import type { KeptSecrets } from "./kept-secrets.ts";
import type { Leases } from "./leases.ts";
import type { OpenCheck } from "./open-check.ts";
import type { OwnFolders } from "./own-folders.ts";
import type { Own } from "./own-programs.ts";
import type { PolicyInForce } from "./policy-in-force.ts";
import type { ToldProcess } from "./process-chain.ts";
import type { ProjectMount } from "./project-mount.ts";
import type { ReachPlaces } from "./reach.ts";
import type { RootAgent } from "./root.ts";
import type { Shells } from "./shells.ts";
import type { StartUpPlaces } from "./start-up-files.ts";
import type { Told } from "./told.ts";
import type { ToldProcesses } from "./told-processes.ts";
import type { TakeTurn } from "./turns.ts";
import type { TypedLines } from "./typed-lines.ts";
import type { UserPath } from "./user-path.ts";

export interface SessionState {
  readonly session: string;
  readonly folder: string;
  readonly cwd: string;
  readonly project: string;
  /** The known agent's name, else the base name of the program that the user started. */
  readonly agent: string;
  /** Where the user finds programs, without guard's shims. */
  readonly userPath: UserPath;
  readonly tier: string;
  readonly gate: "on" | "off";
  /** Told when the agent's confinement is planned. */
  projectMount: ProjectMount;
  /** What nobody below can change, whatever is allowed; in PLAN the project is among it. */
  readOnly: readonly string[];
  /** What stays hidden and read-only when its owner replaces it, as the seat's keeper counts it. */
  kept: readonly Kept[];
  hasKeeper: boolean;
  /** Whether programs below a confined agent can make mount namespaces. */
  readonly sandboxes: "allowed" | "refused";
  /** Where the agent is confined. */
  ownFolders?: OwnFolders;
  /** In PLAN, from when the agent is confined. */
  heldProject?: OwnFolders;
  secrets?: KeptSecrets;
  /** When guard's folders are where they belong, at the very end. */
  endVouching?: () => void;
  /** What programs below may connect to. */
  readonly reach: ReachPlaces;
  readonly startedAtMs: number;
  readonly root: RootAgent;
  /** `none`: nobody can be asked; every question is a deny that tells how to attach somebody. */
  readonly console: Console;
  /** Given by hand; else the policy's. */
  readonly timeoutMs: number | undefined;
  readonly policy: PolicyInForce;
  readonly approvals: Approvals;
  readonly approvers: Approvers;
  /** What was asked lately, for suggesting rules. */
  readonly history: AskedLines;
  readonly approvedTexts: ApprovedTexts;
  readonly timedGrants: TimedGrants;
  readonly suggestions: ModeSuggestions;
  readonly loops: Loops;
  /** Questions whose answer is on its way to the record: a second answer comes too late. */
  readonly answering: Set<string>;
  /** The checks of questions that can still be answered, by the question's id. */
  readonly asked: Map<string, OpenCheck>;
  readonly recorder: Recorder;
  /** The record's copy in lines. */
  readonly auditFile: string;
  /** What waits for a person, by its check. */
  readonly waiting: Map<string, { readonly check: OpenCheck; readonly settle: Asked["settle"] }>;
  readonly told: Told;
  readonly leases: Leases;
  readonly shells: Shells;
  readonly typedLines: TypedLines;
  readonly startUp: StartUpPlaces;
  readonly own: Own;
  readonly agentStartUp: AgentStartUp;
  readonly foreign: ForeignVariables;
  readonly processes: ToldProcesses;
  toldOf(process: ProcessStamp): ToldProcess | undefined;
  readonly foresight: Foresight;
  readonly takeTurn: TakeTurn;
  newId(): string;
  mode: Mode;
  readonly launcherPid: number;
  seatPid: number | undefined;
  agentPid: number | undefined;
  /** As the seat tells it. */
  agentEnd?: { readonly exit_code: number } | { readonly signal: string };
  checks: number;
  denied: number;
  /** What the user should hear: policy files refused, records lost. Newest last, bounded. */
  readonly notices: { readonly atMs: number; readonly text: string }[];
  /** Sockets that were refused, each once: told again at the end, for an agent may have failed of it. */
  readonly refusals: Set<string>;
}

const MAX_NOTICES = 20;

export function addNotice(state: SessionState, text: string): void {
  const same = state.notices.findIndex((notice) => notice.text === text);
  if (same >= 0) state.notices.splice(same, 1);
  state.notices.push({ atMs: Date.now(), text });
  if (state.notices.length > MAX_NOTICES) state.notices.shift();
  state.approvers.statusChanged();
}

/** It does not hold any more. */
export function dropNotice(state: SessionState, text: string | undefined): void {
  const at = state.notices.findIndex((notice) => notice.text === text);
  if (at >= 0) state.notices.splice(at, 1);
}
