/** `guard log --follow`: looks five times a second whether anything was committed, which costs microseconds. Ends with Ctrl-C, and says nothing then. */
import type { Found, History } from "../history/history.ts";
import type { ListRequest, Printer } from "./log-list.ts";
import { openLog } from "./open-log.ts";
import { type SessionIo, sayProblem } from "./session-io.ts";

const LOOK_MS = 200;
/** Numbers get longer while somebody looks on. */
const ROOM_TO_GROW = 10;

export async function followLog(
  request: ListRequest,
  io: SessionIo,
  print: Printer,
  stop: AbortSignal = stopOnSignals(),
): Promise<number> {
  let history: History | undefined;
  let seen = 0;
  let version = "";
  const look = (): number | undefined => {
    if (history === undefined) {
      const opened = openLog(io, "log");
      if (opened.kind === "failed") return opened.status;
      if (opened.kind === "none") return undefined;
      history = opened.history;
      const seqs = history.last(request.filter, request.limit);
      // What was recorded after that is told by the next look.
      seen = Math.max(seqs.at(-1) ?? 0, history.lastSeq());
      print(readAll(history, seqs), { lastSeq: seen * ROOM_TO_GROW, more: "comes" });
      return undefined;
    }
    const now = history.version();
    if (now === version) return undefined;
    version = now;
    const problem = history.refresh();
    if (problem !== undefined) sayProblem(io, problem);
    // Replaced by one that begins anew.
    if (history.lastSeq() < seen) seen = 0;
    const seqs = history.seqs({ ...request.filter, afterSeq: seen }, "oldest");
    seen = Math.max(seen, history.lastSeq());
    print(readAll(history, seqs), { lastSeq: seen * ROOM_TO_GROW, more: "comes" });
    return undefined;
  };
  try {
    for (;;) {
      const status = look();
      if (status !== undefined) return status;
      if (stop.aborted) return 0;
      await wait(stop);
    }
  } finally {
    history?.close();
  }
}

function readAll(history: History, seqs: readonly number[]): Found[] {
  return seqs.flatMap((seq) => history.read(seq) ?? []);
}

function wait(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, LOOK_MS);
    stop.addEventListener("abort", end);
  });
}

function stopOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
