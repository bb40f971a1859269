/** The commands of one text, each with what it does: agents' wrappers known, words filled in from what stands before. */
import type { Command } from "../core/command.ts";
import { findWrapper } from "./agent-wrapper.ts";
import {
  addDoubt,
  type ExpandPorts,
  type Expansion,
  giveTurn,
  isTurnOver,
  type Origin,
  requireTime,
} from "./expansion.ts";
import { classifyFilled } from "./fill-words.ts";
import { startedBy } from "./inner-command.ts";
import type { Judged } from "./judged.ts";
import { habitsOf, NO_HABITS } from "./line-habits.ts";
import { tooLong, withFirstWords } from "./long-command.ts";
import type { Pipes } from "./stream.ts";

export async function classifyCommands(
  commands: readonly Command[],
  { source, task }: Origin,
  into: Expansion,
  ports: ExpandPorts,
): Promise<Pipes> {
  const wrapper = source && findWrapper(source.commands, source.text, ports.agents, ports.home);
  if (wrapper) into.wrapper ??= { agent: wrapper.agent, line: wrapper.line, own: wrapper.own };
  const habits = source ? habitsOf(source.text, source.commands, source.prelude) : NO_HABITS;
  const judged: Judged[] = [];
  const pipes: Pipes = {
    ...habits,
    all: commands,
    commands: judged,
    classify: ports.classify,
    startedBy: (starter, at) => startedBy(starter, pipes, at),
  };
  for (const [index, command] of commands.entries()) {
    requireTime(into);
    if (isTurnOver(into)) await giveTurn(into);
    const original = source?.commands[index];
    const part = original !== undefined && wrapper?.parts.has(original) === true;
    const short = withFirstWords(command);
    // Of this kind, because no other line foretells it (foretold.ts).
    if (short !== command) addDoubt(into, command, "unparsable", tooLong(command));
    judged.push({
      command: short,
      classified: classifyFilled(short, pipes, ports.classify),
      ...(part ? { wrapperOf: wrapper.agent } : undefined),
      ...(task ? { task } : undefined),
    });
  }
  return pipes;
}
