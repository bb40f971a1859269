/** What execve calls announced and the daemon allowed: each becomes true, or nothing comes of it. */
import type { EarlyAllow } from "./judge-early.ts";
import type { SessionState } from "./session-state.ts";

export interface Announcements {
  allow(id: string, allowed: EarlyAllow): void;
  /** They are there: what they were allowed with begins now. */
  begin(ids: readonly string[]): void;
  /** It did not start, or turned out to be something else. */
  drop(id: string): void;
}

/** The gate tells of each in the end. Generous: one that is forgotten would begin without its lease, or its bar. */
const MOST = 65_536;

export function createAnnouncements({ recorder, session }: SessionState): Announcements {
  const allowed = new Map<string, EarlyAllow>();
  /** The gate knew before we had an answer. */
  const dropped = new Set<string>();

  /** Its record says that it was allowed; this one, that nothing came of it. */
  function noteUnused({ check }: EarlyAllow): void {
    void recorder.append({
      event: "notice",
      session,
      request_id: check,
      details: {
        reason: "it did not start, or turned out to be something else, which was judged for itself",
      },
    });
  }

  return {
    allow(id, early) {
      if (dropped.delete(id)) return noteUnused(early);
      allowed.set(id, early);
      if (allowed.size > MOST) allowed.delete(allowed.keys().next().value ?? "");
    },
    begin(ids) {
      for (const id of ids) {
        allowed.get(id)?.begin();
        allowed.delete(id);
      }
    },
    drop(id) {
      const early = allowed.get(id);
      allowed.delete(id);
      if (early !== undefined) return noteUnused(early);
      dropped.add(id);
      if (dropped.size > MOST) dropped.delete(dropped.keys().next().value ?? "");
    },
  };
}
