/**
 * Which programs a line names, by the word of the engine that judged it: variables, functions and wrappers are followed. The record keeps it
 * where a secret was taken out of the command (src/audit/redact-record.ts): a mark could stand where a program was named. Decides nothing.
 */
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { cutText } from "./cut-text.ts";

const MOST_CHARS = 80;
/** Known only when it runs. */
const UNKNOWN = "?";

/** On the way of every check: made once for a result, as effects are. */
const told = new WeakMap<readonly CommandResult[], readonly string[]>();

/** Base names in the order of the line, each once. What an agent puts around its lines is left out. What could not be read whole may run others. */
export function toldPrograms({
  commands,
  doubts,
}: Pick<CheckResult, "commands" | "doubts">): readonly string[] {
  const known = told.get(commands);
  if (known !== undefined) return known;
  const all = new Set<string>();
  for (const command of commands)
    if (command.layer !== "agent" && command.argv.length > 0) all.add(nameOf(command));
  if (doubts.length > 0) all.add(UNKNOWN);
  const list = [...all];
  told.set(commands, list);
  return list;
}

function nameOf({ argv: [first = ""], program, open = [] }: CommandResult): string {
  const isOpen = open.some(({ word }) => word === 0);
  const name = isOpen ? (program ?? "") : first.slice(first.lastIndexOf("/") + 1);
  if (name === "") return UNKNOWN;
  return cutText(name, MOST_CHARS);
}
