/** Which programs a command names, and what kind of command it is: `cd x && sudo git push -f` has cd, sudo and git, and is a `git push`. */
import { findMeant } from "./meant-command.ts";
import { splitLine } from "./split-line.ts";
import type { StoredVerdict } from "./stored-record.ts";

/** Words before a command's own name. */
const KEYWORDS = new Set(["if", "then", "elif", "else", "while", "until", "do", "!", "{", "time"]);
/** What follows is no command. */
const NO_COMMAND = new Set([
  "for",
  "case",
  "select",
  "function",
  "in",
  "esac",
  "done",
  "fi",
  "}",
  "[[",
  "((",
]);
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;

/** They start what stands behind their options; of these options a value follows. */
const WRAPPERS: ReadonlyMap<string, RegExp> = new Map([
  ["sudo", /^-[ugphCTRD]$/],
  ["doas", /^-[uC]$/],
  ["env", /^-[uCS]$/],
  ["nohup", /^$/],
  ["nice", /^-n$/],
  ["ionice", /^-[cnpPu]$/],
  ["timeout", /^-[sk]$/],
  ["xargs", /^-[IEdnPLsa]$/],
  ["command", /^$/],
  ["builtin", /^$/],
  ["exec", /^-a$/],
  ["setsid", /^$/],
  ["stdbuf", /^-[ioe]$/],
  ["time", /^-[fo]$/],
]);
const SHELLS = /^(?:ba|z|da|k|fi)?sh$/;
const MAX_NESTING = 4;
const MAX_PROGRAMS = 24;
const MAX_NAME_CHARS = 80;

export interface CommandNames {
  /** Base names, each once. */
  readonly programs: readonly string[];
  /** `git push`, `npm run build`, `rm`. */
  readonly pattern: string;
}

/**
 * `effects`: those of the record, `kind:target`; they say whether the line does more than look. `programs`: those that the record tells itself, where
 * a secret was taken out of the command; they come first, for they are certain.
 */
export function namesIn(
  command: string | readonly string[],
  { effects = [], programs = [] }: Pick<StoredVerdict, "effects" | "programs"> = {},
): CommandNames {
  const commands = commandsOf(command);
  const names = [...programs.filter((name) => name !== UNKNOWN), ...commands.map(([name = ""]) => name)];
  return {
    programs: [...new Set(names)].slice(0, MAX_PROGRAMS),
    pattern: patternOf(commands, effects),
  };
}

/** As the record writes what is known only when it runs. */
const UNKNOWN = "?";

/** Of these the first sub-command belongs to what is done. */
const WITH_SUBCOMMANDS = new Set(
  (
    "git gh npm pnpm yarn bun deno npx cargo rustup go docker podman kubectl helm terraform tofu aws gcloud az pip pip3 uv poetry " +
    "pipenv conda bundle gem rails brew apt apt-get dnf yum apk pacman snap systemctl make just mvn gradle dotnet composer php " +
    "flutter swift mix rake vagrant ansible fly heroku vercel wrangler firebase supabase prisma nx turbo guard"
  ).split(" "),
);
/** Before a sub-command. */
const VALUE_FOLLOWS = /^(?:-[Ccnw]|--(?:prefix|context|namespace|profile|region|cwd|dir|filter|workspace))$/;
const WORD = /^[A-Za-z][\w:.-]{0,30}$/;

/** The record does not say which command of a line was the reason to ask: it is the first that is not beside the point. */
function patternOf(commands: readonly string[][], effects: readonly string[]): string {
  const own = commands.filter(([name = "", ...words]) => !WRAPPERS.has(name) && !isShellText(name, words));
  const [name = "", ...rest] = findMeant(own, effects) ?? commands[0] ?? [];
  if (!WITH_SUBCOMMANDS.has(name)) return name;
  const [first, second] = rest.filter(
    (word, at) => !word.startsWith("-") && !VALUE_FOLLOWS.test(rest[at - 1] ?? ""),
  );
  if (first === undefined || !WORD.test(first)) return name;
  const deeper = first === "run" && second !== undefined && WORD.test(second);
  return deeper ? `${name} ${first} ${second}` : `${name} ${first}`;
}

/** Each command's words, with the base name of its program first; those that a wrapper or `sh -c` starts, too. */
function commandsOf(command: string | readonly string[], nesting = 0): string[][] {
  const split = typeof command === "string" ? splitLine(command) : [[...command]];
  return split.flatMap((words) =>
    unwrap(typeof command === "string" ? withoutPrefix(words) : words, nesting),
  );
}

function withoutPrefix(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !KEYWORDS.has(word) && !ASSIGNMENT.test(word));
  const rest = at < 0 ? [] : words.slice(at);
  return NO_COMMAND.has(rest[0] ?? "") ? [] : rest;
}

function unwrap([program, ...rest]: readonly string[], nesting: number): string[][] {
  const name = baseName(program ?? "");
  // Known only when it runs.
  if (name === "" || name.startsWith("$")) return [];
  const own = [name, ...rest];
  if (nesting >= MAX_NESTING) return [own];
  const values = WRAPPERS.get(name);
  if (values !== undefined) return [own, ...unwrap(behindOptions(rest, values), nesting + 1)];
  const text = isShellText(name, rest) ? textOf(rest) : undefined;
  return text === undefined ? [own] : [own, ...commandsOf(text, nesting + 1)];
}

function behindOptions(words: readonly string[], values: RegExp): readonly string[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (values.test(word)) at++;
    // `timeout 5 make`, `env A=1 make`, `nice -n 5 make`.
    else if (!word.startsWith("-") && !ASSIGNMENT.test(word) && !/^\d[\d.]*[smhd]?$/.test(word)) break;
  }
  return words.slice(at);
}

function isShellText(name: string, words: readonly string[]): boolean {
  return SHELLS.test(name) && textOf(words) !== undefined;
}

/** Behind `-c`, `-lc` … */
function textOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}

function baseName(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1).slice(0, MAX_NAME_CHARS);
}
