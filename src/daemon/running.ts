/** A session that runs: what the launcher, the seat and the end of it share. And its end, which has one way only. */
import { shortHead } from "../audit/chain.ts";
import type { Connection } from "../ipc/listen.ts";
import type { ToLauncher } from "../protocol/launcher-messages.ts";
import type { ChangedFiles } from "./changed-files.ts";
import type { RootVerdict } from "./check-root.ts";
import type { Conversation } from "./conversation.ts";
import type { Seat } from "./seat-link.ts";
import type { SeatPulse } from "./seat-pulse.ts";
import type { SessionEnd } from "./session-end.ts";
import type { SessionState } from "./session-state.ts";

export interface Running {
  readonly state: SessionState;
  readonly seat: Seat;
  readonly end: SessionEnd;
  readonly changed: ChangedFiles;
  rootVerdict: RootVerdict | undefined;
  /** `keep`: the launcher is gone on purpose, the tree goes on. */
  launcher: "there" | "keep";
  agentEnded: boolean;
  /** guard cannot go on: however the agent ends now, it is not the agent's own end. */
  isLost: boolean;
  /** The launcher has been told of the tree's end. */
  isOver: boolean;
  readonly earlySignals: number[];
  readonly openRecord: () => Promise<string | undefined>;
  /** From when guard run asks something for its person. */
  person?: Conversation;
  /** From when there is an agent. */
  pulse?: SeatPulse;
  /** One for all who end the session: none may tell of the end before all is told and recorded. */
  foldersBack?: Promise<void>;
  endWatch(): void;
}

/** The user hears why, and then of the session's end only: guard run ends with 125, whatever the agent makes of its own end. */
export function lose(running: Running | undefined, launcher: Connection, why: string): void {
  if (running && !running.isLost) {
    const { recorder, session } = running.state;
    tell(launcher, { op: "notice", text: why });
    // Without a seat the launcher sees the agent's end itself, and must know better before.
    if (!running.seat.isThere) report({ op: "seat-lost" }, running, launcher);
    running.isLost = true;
    void recorder.append({
      event: "notice",
      session,
      details: { reason: why },
    });
  }
  void finish(running, launcher, why);
}

export async function finish(running: Running | undefined, launcher: Connection, why: string): Promise<void> {
  running?.endWatch();
  running?.pulse?.stop();
  await running?.end.begin(why);
  if (running) {
    running.foldersBack ??= putFoldersBack(running.state, launcher);
    await running.foldersBack;
  }
  if (running && !running.isOver) tellRefusals(running.state, launcher);
  tell(launcher, { op: "tree-ended", ...(running ? endOf(running.state) : {}) });
  if (running) running.isOver = true;
  const isHeard = launcher.isOpen;
  launcher.end();
  // The disk may take its time; guard run need not wait for that.
  await running?.state.recorder.leave();
  // What guard run writes to a process that is gone would cost it all that it has not read yet: it closes the pipe first.
  if (!isHeard) setImmediate(() => process.exit(0));
}

/** Nothing was recorded: then there is nothing to keep. */
function endOf({ checks, denied, recorder }: SessionState): Pick<Ended, "record"> {
  const head = recorder.head();
  return head === undefined ? {} : { record: { checks, denied, head: shortHead(head) } };
}

type Ended = Extract<ToLauncher, { op: "tree-ended" }>;

const MOST_TOLD = 2;

/** While the agent drew on the terminal nobody may have seen them. */
function tellRefusals({ refusals }: SessionState, launcher: Connection): void {
  const texts = [...refusals];
  refusals.clear();
  for (const text of texts.slice(0, MOST_TOLD)) tell(launcher, { op: "notice", text });
  const more = texts.length - MOST_TOLD;
  if (more > 0)
    tell(launcher, { op: "notice", text: `${more} more refused (guard.reach in the audit file)` });
}

async function putFoldersBack(state: SessionState, launcher: Connection): Promise<void> {
  const { ownFolders, heldProject, secrets, recorder, session } = state;
  delete state.ownFolders;
  delete state.heldProject;
  delete state.secrets;
  const reasons = [ownFolders, heldProject].flatMap((one) => one?.putBack() ?? []);
  // Nobody else can move what is mounted on: then it was its owner who did, and put something better there.
  if (state.sandboxes === "allowed") reasons.push(...(secrets?.putBack() ?? []));
  else secrets?.forget();
  state.endVouching?.();
  for (const text of reasons) tell(launcher, { op: "notice", text });
  for (const reason of reasons) {
    const details = { reason, rule: "guard.folder-replaced" };
    await recorder.append({ event: "notice", session, details });
  }
}

/** What becomes of the agent. */
export function report(message: ToLauncher, { isLost }: Running, launcher: Connection): void {
  if (!isLost) tell(launcher, message);
}

export function tell(launcher: Connection, message: ToLauncher): void {
  launcher.send(Buffer.from(JSON.stringify(message), "utf8"));
}
