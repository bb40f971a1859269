/** Keeps an approver attached to the sessions that there are. One that has ended is never tried again. */
import { openControlLink } from "../ipc/control-link.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { Approver } from "../tui/approver.ts";
import type { LinkListener, SessionLink } from "../tui/link.ts";
import type { SessionIo } from "./session-io.ts";
import { watchSessions } from "./watch-sessions.ts";

export interface Attached {
  stop(): void;
}

export function attachSessions(
  approver: Approver,
  { listPlaces }: Pick<SessionIo, "listPlaces">,
  only: string | undefined,
  onAllEnded: () => void,
): Attached {
  const attached = new Set<string>();
  const ended = new Set<string>();
  const leave = (session: string): void => {
    attached.delete(session);
    if (attached.size === 0) onAllEnded();
  };
  const open = async (
    { session, folder }: SessionPlace,
    listener: LinkListener,
  ): Promise<SessionLink | undefined> => {
    const opened = await openControlLink(folder, {
      onEvent(event) {
        if (event.event === "ended") ended.add(session);
        listener.onEvent(event);
      },
      onClosed(why) {
        listener.onClosed(why);
        if (known.delete(session)) leave(session);
      },
    });
    return opened.kind === "open" ? opened.link : undefined;
  };
  /** Attached, or being attached. */
  const known = new Set<string>();
  const attach = async (place: SessionPlace): Promise<void> => {
    const { session } = place;
    if (known.has(session) || ended.has(session) || (only !== undefined && session !== only)) return;
    known.add(session);
    const isIn = await approver.attach(session, "console", (listener) => open(place, listener));
    if (!isIn) known.delete(session);
    else if (known.has(session)) attached.add(session);
    else leave(session);
  };
  const watch = watchSessions(listPlaces, (place) => void attach(place));
  return { stop: () => watch.stop() };
}
