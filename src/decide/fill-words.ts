/** A command as it may run: words that other commands of the line print are filled in before it is classified. */
import type { Command } from "../core/command.ts";
import { type Classified, QUIET_KINDS } from "../core/effect.ts";
import { isUnknown, type Word } from "../core/word.ts";
import { createFiller, type Fill } from "./printed-words.ts";
import type { Pipes } from "./stream.ts";

const MAX_ALTERNATIVES = 32;
/** Of all of them together. */
const MAX_FILLED = 4_096;

/** What a command does, with the words filled in that others print. */
export function classifyFilled(
  command: Command,
  pipes: Pipes,
  classify: (command: Command) => Classified,
): Classified {
  if (pipes.splitting !== "usual" || !command.argv.some(isUnknown)) return classify(command);
  const filled = classifyAll(possibleCommands(command, pipes, "roughly"), classify);
  if (filled.effects.every(({ kind }) => QUIET_KINDS.has(kind))) return filled;
  // "This folder or one above" is good enough to read there, not to tell what is changed.
  return classifyAll(possibleCommands(command, pipes, "exactly"), classify);
}

/** Every command that it may be; only itself when nothing is known of its words, or too much. */
function possibleCommands(command: Command, pipes: Pipes, fill: Fill): readonly Command[] {
  const wordsFor = createFiller(pipes, fill);
  let argvs: Word[][] = [[]];
  let changed = false;
  let filled = 0;
  for (const [index, word] of command.argv.entries()) {
    // A program's name is never guessed.
    const found = index === 0 ? undefined : wordsFor(word);
    if (found === undefined) {
      for (const argv of argvs) argv.push(word);
      filled += argvs.length;
    } else {
      changed = true;
      argvs = argvs.flatMap((argv) => found.map((words) => [...argv, ...words]));
      filled = argvs.reduce((sum, argv) => sum + argv.length, 0);
    }
    if (argvs.length > MAX_ALTERNATIVES || filled > MAX_FILLED) return [command];
  }
  return changed ? argvs.map((argv) => ({ ...command, argv })) : [command];
}

/** All that one of them would do. */
function classifyAll(commands: readonly Command[], classify: (command: Command) => Classified): Classified {
  const [first, ...others] = commands.map(classify) as [Classified, ...Classified[]];
  if (others.length === 0) return first;
  const all = [first, ...others];
  const confirm = all.find((one) => one.confirm)?.confirm;
  const { prints: _, ...rest } = first;
  return {
    ...rest,
    effects: distinct(all.flatMap(({ effects }) => effects)),
    runs: distinct(all.flatMap(({ runs }) => runs)),
    ...(confirm ? { confirm } : {}),
    printsPaths: all.every(({ printsPaths }) => printsPaths),
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
