/** The person's terminal: keys from it, a size, and that it is as it was on every way out. */

import type { Size } from "./frame.ts";
import type { Key } from "./key.ts";
import { gatherKeys } from "./key-burst.ts";
import { KeyReader } from "./keys.ts";
import { openScreen, type Screen } from "./screen.ts";

export interface TerminalHandlers {
  onKey(key: Key): void;
  onResize(): void;
  /** It is gone, or a signal asks us to end; 128 + signal. */
  onEnd(status: number): void;
}

export interface OpenTerminal {
  readonly screen: Screen;
  size(): Size;
  write(text: string): void;
  /** Everything as it was. May be called twice. */
  close(): void;
}

const SIGNALS = { SIGTERM: 143, SIGHUP: 129, SIGINT: 130, SIGQUIT: 131 } as const;

export function openTerminal(handlers: TerminalHandlers): OpenTerminal {
  const { stdin, stdout } = process;
  const reader = new KeyReader();
  let over: NodeJS.Timeout | undefined;
  const screen = openScreen((text) => void stdout.write(text));
  const take = (bytes: Buffer): void => {
    clearTimeout(over);
    for (const key of gatherKeys(reader.push(bytes))) handlers.onKey(key);
    const { moreWithinMs } = reader;
    if (moreWithinMs !== undefined)
      over = setTimeout(() => reader.flush().forEach(handlers.onKey), moreWithinMs);
  };
  const resize = (): void => {
    screen.forget();
    handlers.onResize();
  };
  // Another program may have used the screen while we were stopped, and the modes with it.
  const goOn = (): void => {
    stdin.setRawMode(true);
    resize();
  };
  const gone = (): void => handlers.onEnd(SIGNALS.SIGHUP);
  const ends = Object.entries(SIGNALS).map(
    ([signal, status]) => [signal as NodeJS.Signals, () => handlers.onEnd(status)] as const,
  );
  const close = (): void => {
    clearTimeout(over);
    screen.leave();
    stdin.off("data", take).off("end", gone);
    stdout.off("resize", resize);
    process.off("SIGCONT", goOn).off("exit", close);
    for (const [signal, end] of ends) process.off(signal, end);
    if (stdin.isTTY) stdin.setRawMode(false);
    stdin.pause();
  };
  stdin.setRawMode(true);
  stdin.on("data", take).on("end", gone).resume();
  stdout.on("resize", resize);
  process.on("SIGCONT", goOn).on("exit", close);
  for (const [signal, end] of ends) process.on(signal, end);
  return {
    screen,
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    write: (text) => void stdout.write(text),
    close,
  };
}
