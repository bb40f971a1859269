/** The daemon's stderr: what it said before it died, in one line. */
import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";

export interface DaemonLog {
  readonly fd: number;
  /** Reads once, and closes. Its file may be removed by then, the open one is not. */
  takeProblem(): string | undefined;
  close(): void;
}

/** node quotes its source before it names the problem. */
const PROBLEM = /^(?:guard daemon|\w*Error|FATAL ERROR): /;
const MOST_BYTES = 4_000;

export function openDaemonLog(sessionFolder: string): DaemonLog {
  const fd = openSync(join(sessionFolder, "control/daemon.log"), "wx+", 0o600);
  let isOpen = true;
  // Once: after that the number may be another file's.
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    fd,
    takeProblem() {
      const text = isOpen ? readStart(fd) : "";
      close();
      const lines = text.split("\n");
      const line = lines.find((each) => PROBLEM.test(each)) ?? lines[0] ?? "";
      return line === "" ? undefined : line.replace(/^guard daemon: /, "");
    },
    close,
  };
}

function readStart(fd: number): string {
  const bytes = Buffer.alloc(MOST_BYTES);
  try {
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, 0));
  } catch {
    return "";
  }
}

const START_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ["EMFILE", "too many open files; raise the limit: ulimit -n"],
  ["ENFILE", "this machine has no more open files to give"],
  ["EAGAIN", "too many processes; end some, or raise the limit: ulimit -u"],
  ["ENOMEM", "there is no memory left"],
]);

/** For a daemon that could not even be started, and so said nothing. */
export function explainStart(error: NodeJS.ErrnoException): string {
  return START_PROBLEMS.get(error.code ?? "") ?? error.message;
}
