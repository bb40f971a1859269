/** Plays lines and keys to a shell in a real terminal. The prompt of the shell must end in `P> `. */
import { type Pane, startPane } from "./tmux.ts";
import type { Variables } from "./zsh-fish-session.ts";

/** A text is typed and entered, and the next prompt awaited. */
export type Step =
  | string
  | { readonly type: string }
  | { readonly key: string }
  | { readonly paste: string }
  /** Until the screen shows it. */
  | { readonly shows: RegExp }
  | { readonly until: () => boolean };

/** tmux does not always show that a pane has ended. */
const TELLING = '"$@"; echo "ended $?"; exec sleep 1000';

/** The screen at the end. */
export async function playTerminal(
  argv: readonly string[],
  options: { env: Variables; cwd: string },
  steps: readonly Step[],
): Promise<string> {
  const pane = await startPane({ argv: ["/bin/sh", "-c", TELLING, "sh", ...argv], ...options });
  try {
    await pane.waitFor(isReady, "the first prompt");
    for (const step of steps) await play(pane, step);
    return await pane.waitFor(isReady, "the last prompt");
  } finally {
    await pane.kill();
  }
}

async function play(pane: Pane, step: Step): Promise<void> {
  if (typeof step !== "string") return playKey(pane, step);
  const before = countPrompts(await pane.screen());
  await pane.type(step);
  await pane.press("Enter");
  const isNext = (screen: string): boolean =>
    isReady(screen) && (countPrompts(screen) > before || hasEnded(screen));
  await pane.waitFor(isNext, `the prompt after ${step}`);
}

async function playKey(pane: Pane, step: Exclude<Step, string>): Promise<void> {
  if ("type" in step) await pane.type(step.type);
  else if ("key" in step) await pane.press(step.key);
  else if ("paste" in step) await pane.paste(step.paste);
  else if ("shows" in step) await pane.waitFor((screen) => step.shows.test(screen), `${step.shows}`);
  else await pane.waitFor(step.until, `${step.until}`);
}

const countPrompts = (screen: string): number => screen.split("P>").length;
const hasEnded = (screen: string): boolean => /^ended \d+$/m.test(screen);
const isReady = (screen: string): boolean => /P>( {5,}\S+)?$/.test(screen) || hasEnded(screen);
