/** What a command prints, where that can be told without running it: `echo words`, `printf '%s' words`, `cat <<EOF`. */
import type { Command } from "../core/command.ts";
import { knownText } from "../core/word.ts";

export function knownOutput(command: Command): string | undefined {
  const words = command.argv.map(knownText);
  if (words.some((word) => word === undefined)) return undefined;
  const [name = "", ...args] = words as string[];
  switch (name.slice(name.lastIndexOf("/") + 1)) {
    case "echo":
      return outputOfEcho(args);
    case "printf":
      return outputOfPrintf(args);
    case "cat":
      return args.length === 0 && command.stdin.kind === "text" ? knownText(command.stdin.text) : undefined;
    default:
      return undefined;
  }
}

function outputOfEcho(args: readonly string[]): string | undefined {
  const rest = [...args];
  while (/^-[neE]+$/.test(rest[0] ?? "")) rest.shift();
  const text = rest.join(" ");
  // Escapes are read by some echoes and not by others.
  return text.includes("\\") ? undefined : `${text}\n`;
}

function outputOfPrintf([format = "", ...args]: readonly string[]): string | undefined {
  if (args.length === 0)
    return /[%\\]/.test(format.replace(/\\n$/, "")) ? undefined : format.replace(/\\n$/, "\n");
  if (/^%s(?:\\n)?$/.test(format)) return args.map((arg) => `${arg}\n`).join("");
  return undefined;
}
