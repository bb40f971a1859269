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

/** What became of a link: a session that said its end is over for good, one that fell silent may come back. */
type Fate = "open" | "closed" | "ended";

/** `onNoneLeft`: the last one that was attached is gone, or `only` was gone before it let us in. */
export function attachSessions(
  approver: Approver,
  { listPlaces }: Pick<SessionIo, "listPlaces">,
  only: string | undefined,
  onNoneLeft: () => void,
): Attached {
  const stages = new Map<string, Stage>();
  const leave = (session: string, fate: Fate): void => {
    if (fate === "ended") stages.set(session, "done");
    else stages.delete(session);
    if (![...stages.values()].includes("attached")) onNoneLeft();
  };
  const attach = async (place: SessionPlace): Promise<void> => {
    const { session } = place;
    if (stages.has(session) || (only !== undefined && session !== only)) return;
    stages.set(session, "attaching");
    const link: { fate: Fate } = { fate: "open" };
    /** What is told while we are being let in is looked at afterwards: who is in by then has left already. */
    const hear = (told: Fate): void => {
      if (link.fate === "open") link.fate = told;
      if (stages.get(session) === "attached") leave(session, told);
    };
    const attaching = await approver.attach(session, "console", (listener) => open(place, listener, hear));
    switch (attaching.kind) {
      case "attached":
        stages.set(session, "attached");
        return link.fate === "open" ? undefined : leave(session, link.fate);
      case "gone":
        if (only !== undefined || link.fate === "ended") return leave(session, link.fate);
        return void stages.delete(session);
      case "refused":
        stages.set(session, "done");
        approver.say({ tone: "warning", text: `session ${session} does not let us in: ${attaching.reason}` });
    }
  };
  const watch = watchSessions(listPlaces, (place) => void attach(place));
  return { stop: () => watch.stop() };
}

async function open(
  { folder }: SessionPlace,
  listener: LinkListener,
  hear: (told: Fate) => void,
): Promise<SessionLink | undefined> {
  const opened = await openControlLink(folder, {
    onEvent(event) {
      listener.onEvent(event);
      if (event.event === "ended") hear("ended");
    },
    onClosed(why) {
      listener.onClosed(why);
      hear("closed");
    },
  });
  return opened.kind === "open" ? opened.link : undefined;
}
