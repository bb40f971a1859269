/** guard run looks at the user's start-up files when nothing of the tree is left; what changed is written down before the session's end. */
import type { Connection } from "../ipc/listen.ts";
import type { ToDaemon } from "../protocol/launcher-messages.ts";
import type { SessionState } from "./session-state.ts";

type Changed = Extract<ToDaemon, { op: "changed" }>;

export interface ChangedFiles {
  /** Call it when the tree is gone. Does not wait for a launcher that is gone, or that says nothing. */
  record(state: SessionState): Promise<void>;
  take(changed: Changed): void;
  /** The launcher is gone. */
  end(): void;
}

/** It takes a few milliseconds; a stopped guard run never answers. */
const ANSWER_LIMIT_MS = 1_000;
const NONE: Changed = { op: "changed", files: [], count: 0 };

export function createChangedFiles(launcher: Connection): ChangedFiles {
  let answer: (changed: Changed) => void = () => undefined;
  const answered = new Promise<Changed>((resolve) => {
    answer = resolve;
  });
  return {
    async record({ agentPid, recorder, session }) {
      // Where no agent ran, whatever changed is not told.
      if (agentPid === undefined) return;
      if (!launcher.send(Buffer.from(JSON.stringify({ op: "tree-gone" }), "utf8"))) return;
      setTimeout(() => answer(NONE), ANSWER_LIMIT_MS).unref();
      const { files, count } = await answered;
      if (count === 0) return;
      await recorder.append({
        event: "notice",
        session,
        details: { rule: "guard.start-up-changed", reason: REASON, files, count },
      });
    },
    take: (changed) => answer(changed),
    end: () => answer(NONE),
  };
}

const REASON = "start-up files changed while the agent ran: they run outside of guard";
