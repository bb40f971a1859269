/** Keeps an approver attached to the sessions that there are. One that has ended, or refused us, is never tried again. */
import { openControlLink } from "../ipc/control-link.ts";
import type { SessionPlace } from "../ipc/session-folder.ts";
import type { Approver } from "../tui/approver.ts";
import type { LinkListener, SessionLink } from "../tui/link.ts";
import type { SessionIo } from "./session-io.ts";
import { watchSessions } from "./watch-sessions.ts";

export interface Attached {
  stop(): void;
}

type Stage = "attaching" | "attached" | "done";

/** `onNoneLeft`: the last one that was attached is gone. */
export function attachSessions(
  approver: Approver,
  { listPlaces }: Pick<SessionIo, "listPlaces">,
  only: string | undefined,
  onNoneLeft: () => void,
): Attached {
  const stages = new Map<string, Stage>();
  const close = (session: string): void => {
    const wasIn = stages.get(session) === "attached";
    if (stages.get(session) !== "done") stages.delete(session);
    if (wasIn && ![...stages.values()].includes("attached")) onNoneLeft();
  };
  const open = async (
    { session, folder }: SessionPlace,
    listener: LinkListener,
  ): Promise<SessionLink | undefined> => {
    const opened = await openControlLink(folder, {
      onEvent(event) {
        listener.onEvent(event);
        if (event.event !== "ended") return;
        close(session);
        stages.set(session, "done");
      },
      onClosed(why) {
        listener.onClosed(why);
        close(session);
      },
    });
    return opened.kind === "open" ? opened.link : undefined;
  };
  const attach = async (place: SessionPlace): Promise<void> => {
    const { session } = place;
    if (stages.has(session) || (only !== undefined && session !== only)) return;
    stages.set(session, "attaching");
    const attaching = await approver.attach(session, "console", (listener) => open(place, listener));
    if (stages.get(session) === "done") return;
    switch (attaching.kind) {
      case "attached":
        return void stages.set(session, "attached");
      case "gone":
        return void stages.delete(session);
      case "refused":
        stages.set(session, "done");
        approver.say({ tone: "warning", text: `session ${session} does not let us in: ${attaching.reason}` });
    }
  };
  const watch = watchSessions(listPlaces, (place) => void attach(place));
  return { stop: () => watch.stop() };
}
