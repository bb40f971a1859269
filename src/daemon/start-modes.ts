/** Which mode a session is in, whoever wished for another: a file only asks, and the organisation's cap holds. */
import { basename } from "node:path";
import type { KnownAgent } from "../core/agent.ts";
import { loadAgents } from "../engine/load-agents.ts";
import { capMode, describeCap, usableWishes } from "../policy/cap-mode.ts";
import type { StartMessage } from "../protocol/launcher-messages.ts";
import { addNotice, type SessionState } from "./session-state.ts";

/** A mode that a project's file, a profile or an agent's file asks for is the user's to choose: told here, asked by a console. */
export function takeModes(message: StartMessage, state: SessionState): string[] {
  const { policy, session, suggestions } = state;
  const { settings, mode } = policy.last.layers;
  const agent = findKnownAgent(message);
  const wanted = agent?.wants === undefined ? [] : [{ mode: agent.wants, from: `agent ${agent.agent}` }];
  const { wishes, warnings } = usableWishes([...mode.wishes, ...wanted], state.mode, settings);
  for (const wish of wishes) suggestions.wish(wish.mode, `${wish.from} asks for it`);
  const isLowered = message.mode !== undefined && message.mode !== state.mode;
  return [
    ...(isLowered ? [`${describeCap(settings)}: this session is in mode ${state.mode}`] : []),
    ...warnings,
    ...wishes.map(
      (wish) =>
        `${wish.from} asks for mode ${wish.mode}; to allow it: guard mode ${wish.mode} --session ${session}`,
    ),
  ];
}

/** A policy that was made stricter holds for the session that runs. */
export function lowerMode(state: SessionState): void {
  const { settings } = state.policy.last.layers;
  const mode = capMode(state.mode, settings.maxMode);
  if (mode === state.mode) return;
  state.mode = mode;
  addNotice(state, `${describeCap(settings)}: this session is in mode ${mode} now`);
}

/** By the names of the programs that the user wrote: `timeout 60 codex` is codex. */
export function findKnownAgent({ agent, program }: StartMessage): KnownAgent | undefined {
  const names = [program, ...agent].map((word) => basename(word));
  return loadAgents().agents.find(({ programs }) => programs.some((name) => names.includes(name)));
}
