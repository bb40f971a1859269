/** All that a session needs to ask a person, and to remember what was said. */
import { dirname, join } from "node:path";
import { createApprovals } from "../approval/approvals.ts";
import { createLoops } from "../approval/loops.ts";
import { createModeSuggestions } from "../approval/mode-suggestions.ts";
import { createApprovedTexts } from "../card/approved-texts.ts";
import { openTimedGrants } from "../grants/timed-grant-files.ts";
import type { Places } from "../policy/find.ts";
import type { Status } from "../protocol/status-message.ts";
import { createApprovers } from "./approvers.ts";
import { createAskedLines } from "./asked-lines.ts";
import type { SessionState } from "./session-state.ts";

type ApprovalState = Pick<
  SessionState,
  | "approvals"
  | "approvers"
  | "asked"
  | "answering"
  | "history"
  | "approvedTexts"
  | "timedGrants"
  | "suggestions"
  | "loops"
>;

export interface ApprovalPlaces {
  readonly session: string;
  readonly places: Places;
  readonly auditFile: string;
  newId(): string;
  status(): Status;
}

export function createApprovalState({
  session,
  places,
  auditFile,
  newId,
  status,
}: ApprovalPlaces): ApprovalState {
  const asked: SessionState["asked"] = new Map();
  const approvals = createApprovals({
    nowMs: Date.now,
    setTimer,
    onChanged: (id) => approvers.questionChanged(id),
    onOver(id, how) {
      asked.delete(id);
      approvers.questionOver(id, how);
    },
  });
  const approvers = createApprovers({ find: approvals.find, status });
  return {
    approvals,
    approvers,
    asked,
    answering: new Set(),
    history: createAskedLines({ auditFile, session, project: places.projectRoot, nowMs: Date.now }),
    approvedTexts: createApprovedTexts(),
    timedGrants: openTimedGrants(join(dirname(places.trustDir), "grants"), Date.now),
    suggestions: createModeSuggestions({ newId }),
    loops: createLoops({ nowMs: Date.now, newId }),
  };
}

function setTimer(delayMs: number, run: () => void): () => void {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
}
