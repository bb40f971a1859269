/** The user's terminal as the agent's place: its modes, and the screen that cards may cover. */

import { constants } from "node:os";
import type { SessionPlace } from "../ipc/session-folder.ts";
import { type AgentScreen, plainScreen } from "./agent-screen.ts";
import type { InstalledParts } from "./installed-parts.ts";
import { openRealTerminal, type RealTerminal, readTerminalSize } from "./real-terminal.ts";
import type { RunOptions } from "./run-options.ts";
import type { DaemonLink } from "./start-daemon.ts";

export interface TerminalPlace {
  readonly terminal: RealTerminal;
  readonly screen: AgentScreen;
}

export interface PlaceWanted {
  readonly options: RunOptions;
  readonly parts: InstalledParts;
  readonly daemon: DaemonLink;
  readonly place: SessionPlace;
  notice(text: string): void;
}

export async function openPlace(wanted: PlaceWanted): Promise<TerminalPlace> {
  const terminal = openRealTerminal();
  const { console } = wanted.options;
  // Nothing of cards is loaded where none will be shown.
  if (console === "none" || console === "wait") return { terminal, screen: plainScreen() };
  return { terminal, screen: await openCardScreen(wanted, console) };
}

async function openCardScreen(
  { options, parts, daemon, place, notice }: PlaceWanted,
  console: "auto" | "inline" | "tmux",
): Promise<AgentScreen> {
  const { createCardScreen } = await import("./card-screen.ts");
  const { isInsideTmux, openSplit } = await import("./tmux-split.ts");
  const { env, notices } = options;
  const { session } = place;
  const guard = [process.execPath, parts.command];
  return createCardScreen({
    wanted: console,
    session,
    env,
    notices,
    notice,
    redrawAgent: () => daemon.send({ op: "signal", signal: constants.signals.SIGWINCH }),
    openLink: async () => (await import("./pipe-link.ts")).openPipeLink(daemon),
    ...(isInsideTmux(env)
      ? { openSplit: () => openSplit({ env, session, guard, ...readTerminalSize() }) }
      : {}),
  });
}

const CTRL_C = 0x03;

/** Before there is an agent: a card for the line after `--`. Gives back what ends it. */
export function takeTyping({ terminal, screen }: TerminalPlace): () => void {
  const { stdin } = process;
  const take = (bytes: Buffer): void => {
    // There is no agent's screen to look at: whoever wants away wants it all to end.
    if (bytes.includes(CTRL_C)) process.kill(process.pid, "SIGINT");
    else screen.typed(bytes);
  };
  terminal.makeRaw();
  stdin.on("data", take).resume();
  screen.begin();
  return () => {
    stdin.off("data", take).pause();
    screen.giveBack();
    terminal.restore();
    screen.takeAgain();
  };
}
