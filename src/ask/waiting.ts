/** What a person at a prompt sees while the answer is not there yet; the same words and places as shims/waiting.c. */
import { closeSync, constants, openSync, writeSync } from "node:fs";

const PATIENCE_MS = 1_000;
const WORDS = "guard: waits for an answer: guard console (in another terminal); Ctrl-C gives up";
const [DOWN, UP, MAKE_TWO_ROWS] = ["\x1b[B", "\x1b[A", "\x1bD\x1bD\x1b[2A"];
const [KEEP_CURSOR, BACK_TO_CURSOR, ERASE_REST] = ["\x1b7", "\x1b8", "\x1b[J"];
const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants;

/** Says once, after a second, that somebody has to answer. Gives the end of it, which takes the words away. */
export function startWaitingInSight(): () => void {
  let erase = (): void => undefined;
  const timer = setTimeout(() => {
    erase = showWaiting();
  }, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    erase();
  };
}

function showWaiting(): () => void {
  const terminal = openTerminal();
  if (terminal === undefined) {
    put(2, `${WORDS}\n`);
    return () => undefined;
  }
  const term = process.env["TERM"] ?? "";
  const movesCursor = term !== "" && term !== "dumb";
  const rows = /^[1-9]\d?$/.exec(process.env["GUARD_ROWS_BELOW"] ?? "")?.[0] ?? "0";
  const erase = (): void => put(terminal, movesCursor ? eraseBelow(Number(rows)) : "");
  // Ctrl-C ends us as if nobody listened: only the words go first.
  const onInterrupt = (): void => {
    erase();
    process.kill(process.pid, "SIGINT");
  };
  process.once("SIGINT", onInterrupt);
  put(terminal, movesCursor ? showBelow(Number(rows)) : `\r\n${WORDS}\r\n`);
  return () => {
    process.off("SIGINT", onInterrupt);
    erase();
    closeSync(terminal);
  };
}

/** `rows` of the typed text lie below the cursor, which has to stay where the shell has it. */
function showBelow(rows: number): string {
  const makeRows = DOWN.repeat(rows) + MAKE_TWO_ROWS + UP.repeat(rows);
  return `${makeRows}${KEEP_CURSOR}${DOWN.repeat(rows)}\r\n${ERASE_REST}${WORDS}${BACK_TO_CURSOR}`;
}

/** Without rows below nothing is moved: after Ctrl-C the shell may have left the row already. */
function eraseBelow(rows: number): string {
  if (rows === 0) return ERASE_REST;
  return `${KEEP_CURSOR}${DOWN.repeat(rows)}\r\n${ERASE_REST}${BACK_TO_CURSOR}`;
}

/** Not stderr: the shells take that for guard's last word. */
function openTerminal(): number | undefined {
  try {
    return openSync("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** Whether it arrives does not matter. */
function put(to: number, text: string): void {
  try {
    writeSync(to, text);
  } catch {
    // Nobody is left to tell.
  }
}
