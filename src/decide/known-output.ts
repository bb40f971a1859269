/** What a command prints, where that can be told without running it: `echo words`, `printf '%s\n' words`, `cat <<EOF`. */
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
      return args.length === 0 ? ownText(command) : undefined;
    default:
      return undefined;
  }
}

/** The here-document or here-string of the command itself: one of a group around it may be read by others before. */
export function ownText({ redirects, stdin }: Command): string | undefined {
  if (stdin.kind !== "text") return undefined;
  const [only, ...others] = redirects.filter(({ operator }) => operator.startsWith("<<"));
  if (only === undefined || others.length > 0 || only.target !== stdin.text) return undefined;
  const text = knownText(stdin.text);
  return only.operator === "<<<" && text !== undefined ? `${text}\n` : text;
}

function outputOfEcho(args: readonly string[]): string | undefined {
  const rest = args[0] === "-n" ? args.slice(1) : args;
  // What counts as an option, and whether escapes are read, differs from one echo to the next.
  if (/^-[neEs]*$/.test(rest[0] ?? "")) return undefined;
  const text = rest.join(" ");
  return text.includes("\\") ? undefined : `${text}${rest === args ? "\n" : ""}`;
}

const ENDS: Readonly<Record<string, string>> = { "\\n": "\n", "\\0": "\0" };

function outputOfPrintf([format = "", ...args]: readonly string[]): string | undefined {
  const end = ENDS[format.slice(-2)];
  const body = end === undefined ? format : format.slice(0, -2);
  if (/^-|[\\]/.test(body)) return undefined;
  if (body === "%s" && args.length > 0) return args.map((arg) => `${arg}${end ?? ""}`).join("");
  return args.length === 0 && !body.includes("%") ? `${body}${end ?? ""}` : undefined;
}
