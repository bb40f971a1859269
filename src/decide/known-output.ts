/** What a command prints, where that can be told without running it: `echo words`, `printf '%s' words`, `cat <<EOF`. */
import type { Command } from "../core/command.ts";
import { knownText } from "../core/word.ts";

export function knownOutput(command: Command): string | undefined {
  // With a redirection the output may go elsewhere; a here-document is the one that only feeds.
  if (command.redirects.some(({ operator }) => !operator.startsWith("<<"))) return undefined;
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
  const end = format.endsWith("\\n") ? "\n" : "";
  const body = end === "" ? format : format.slice(0, -2);
  if (/^-|[\\]/.test(body)) return undefined;
  if (body === "%s" && args.length > 0) return args.map((arg) => `${arg}${end}`).join("");
  return args.length === 0 && !body.includes("%") ? `${body}${end}` : undefined;
}
