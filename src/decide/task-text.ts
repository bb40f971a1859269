/** What a project's script gets from the command that starts it. */
import { displayText, knownText, type Word } from "../core/word.ts";
import { quoteArgv } from "./argv.ts";

/** npm hands on what follows `--`, the others everything behind the script's name. */
export function taskArguments(tool: string, name: string, argv: readonly Word[]): string {
  const mark = tool === "npm" ? "--" : name;
  const at = argv.findIndex((word, index) => index > 0 && knownText(word) === mark);
  const words = at < 0 ? [] : argv.slice(at + 1).map(displayText);
  return words.length === 0 ? "" : ` ${quoteArgv(words)}`;
}
