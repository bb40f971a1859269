/** The rungs that one command could have, narrowest first. Nobody has tried them yet. */
import { makeVisible } from "../../core/visible.ts";
import {
  NAMED_SCRIPT,
  NEVER_SUBCOMMAND,
  ONLY_EXACT,
  WITH_NEXT_WORD,
  WITH_SUBCOMMAND,
} from "./never-suggest.ts";
import type { AskedCommand, Knows, RungDraft, RungKind, RungMatch } from "./rung.ts";

type Drafts = Partial<Record<RungKind, RungDraft>>;

export function draftRungs(command: AskedCommand, ports: Knows): Drafts {
  const exact = exactRung(command);
  const drafts: Drafts = exact ? { exact } : {};
  const program = programPattern(command);
  const name = command.program;
  // Anything that cannot be known, or is wrapped: the exact words or nothing.
  if (program === undefined || name === undefined || !isPlain(command) || ONLY_EXACT.has(name)) return drafts;
  const words = leadingWords(command, ports);
  if (words === undefined) return drafts;
  const flags = flagsOf(command.argv.slice(1 + words.length));
  const folder = folderOf(command);
  const label = [name, ...words].join(" ");
  if (flags !== undefined && folder !== undefined)
    drafts.flags = flagsRung({ program, words, flags, folder, label });
  const rule = [program, ...words.map(escaped), "**"].join(" ");
  if (words.length > 0)
    drafts.subcommand = {
      kind: "subcommand",
      matches: [rule],
      description: `${label} with any arguments, in any folder`,
      widens: [`${label} with every option it has`, `${label} in other projects`],
    };
  if (!(WITH_SUBCOMMAND.has(name) || WITH_NEXT_WORD.has(name)))
    drafts.program = {
      kind: "program",
      matches: [`${program} **`],
      description: `${name} with any arguments, in any folder`,
      widens: [`everything that ${name} can do, with every option`, `${name} in other projects`],
    };
  return drafts;
}

interface Parts {
  readonly program: string;
  readonly words: readonly string[];
  readonly flags: readonly string[];
  readonly folder: string;
  readonly label: string;
}

function flagsRung({ program, words, flags, folder, label }: Parts): RungDraft {
  const match: RungMatch = {
    program,
    ...(words.length === 0 ? {} : { args: words.map(escaped) }),
    ...(flags.length === 0 ? {} : { flags: [...flags] }),
    under: folder,
  };
  const given = flags.length === 0 ? label : `${label} ${flags.join(" ")}`;
  return {
    kind: "flags",
    matches: [match],
    description: `${given} with any other arguments, in ${folder} and below`,
    widens: [`${given} with other words and more options`, `${given} in folders below ${folder}`],
  };
}

/** The words as the program gets them, in this folder: quotes, blanks and wildcards in them stand for themselves. */
function exactRung(command: AskedCommand): RungDraft | undefined {
  const { argv, open } = command;
  const program = programPattern(command);
  if (program === undefined || (open?.length ?? 0) > 0) return undefined;
  const words = argv.slice(1);
  // Nobody could read in the file what was allowed.
  if (argv.some((word) => makeVisible(word) !== word)) return undefined;
  const folder = folderOf(command);
  const shown = `\`${[argv[0] ?? "", ...words].map(shownWord).join(" ")}\``;
  return {
    kind: "exact",
    matches: [{ program, exactly: words, ...(folder === undefined ? {} : { under: folder }) }],
    description: `exactly ${shown}, ${folder === undefined ? "in any folder" : `in ${folder} and below`}`,
    widens: [folder === undefined ? `${shown} in other folders` : `${shown} in folders below ${folder}`],
  };
}

/** As a person would type it. */
function shownWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** A name where it is looked up, else that very file; undefined where no pattern can say it. */
function programPattern({
  argv,
  program,
  cwds,
}: Pick<AskedCommand, "argv" | "cwds"> & { program?: string | undefined }) {
  const [first = ""] = argv;
  if (program === undefined || first === "" || /[\s\p{Cc}*\\$`"']/u.test(first)) return undefined;
  if (!first.includes("/")) return escaped(first);
  if (first.startsWith("/")) return isStraight(first) ? first : undefined;
  const [cwd] = cwds;
  if (typeof cwd !== "string" || cwds.length !== 1 || /[\s\p{Cc}*\\$`"']/u.test(cwd)) return undefined;
  const path = `${cwd === "/" ? "" : cwd}/${first.replace(/^\.\//, "")}`;
  return isStraight(path) ? path : undefined;
}

function isStraight(path: string): boolean {
  return !/(?:^|\/)\.{0,2}(?:\/|$)/.test(path.slice(1)) && !/[;|&<>]/.test(path);
}

/** Agents run each line by `sh -c`: what stands in it is as plain as on the line itself. */
const KNOWN_WAYS: ReadonlySet<string> = new Set(["pipe", "sh", "bash", "dash", "zsh"]);

function isPlain({ open, nesting, argv }: AskedCommand): boolean {
  return (
    (open?.length ?? 0) === 0 &&
    nesting.every((way) => KNOWN_WAYS.has(way)) &&
    !argv.some((word) => /\p{Cc}/u.test(word))
  );
}

/** The sub-command, and the script that a runner is told; undefined: only the exact line may be offered. */
function leadingWords({ argv, program = "" }: AskedCommand, ports: Knows): readonly string[] | undefined {
  const words = subcommandsIn(argv, program, ports);
  if (WITH_NEXT_WORD.has([program, ...words].join(" "))) {
    const next = argv[1 + words.length];
    if (next === undefined || !/^[\w@][\w@:./-]*$/.test(next)) return undefined;
    words.push(next);
  }
  if (words.length === 0 && WITH_SUBCOMMAND.has(program)) return undefined;
  if (NEVER_SUBCOMMAND.has([program, ...words.slice(0, 1)].join(" "))) return undefined;
  return confirms(program, words, ports) ? undefined : words;
}

export function subcommandsIn(argv: readonly string[], program: string, ports: Knows): string[] {
  const words: string[] = [];
  let known = ports.know(program);
  for (const word of argv.slice(1)) {
    known = known?.subcommands?.get(word);
    if (known === undefined) break;
    words.push(word);
  }
  const [first] = argv.slice(1);
  const name = `${program} ${first}`;
  const isRunner = first !== undefined && (WITH_NEXT_WORD.has(name) || NAMED_SCRIPT.has(name));
  return words.length === 0 && isRunner ? [first] : words;
}

/** Rules that name a program answer CONFIRM, too: none is offered where that could be asked. */
function confirms(program: string, words: readonly string[], ports: Knows): boolean {
  let known = ports.know(program);
  if (known?.confirm !== undefined) return true;
  for (const word of words) {
    known = known?.subcommands?.get(word);
    if (known?.confirm !== undefined) return true;
  }
  return false;
}

/** Undefined: one of them cannot be said in a rule. */
function flagsOf(rest: readonly string[]): readonly string[] | undefined {
  const end = rest.indexOf("--");
  const flags = rest.slice(0, end < 0 ? rest.length : end).filter((word) => /^-./.test(word));
  const sayable = flags.every((flag) => /^--?[^\s=-][^\s=]*$/.test(flag));
  return sayable && flags.length <= 20 ? [...new Set(flags)] : undefined;
}

function folderOf({ cwds }: AskedCommand): string | undefined {
  const [cwd] = cwds;
  if (typeof cwd !== "string" || cwds.length !== 1 || cwd === "/") return undefined;
  return /[\p{Cc}*$`"'\\]/u.test(cwd) || cwd.length > 500 ? undefined : cwd;
}

function escaped(word: string): string {
  return word.replace(/[\\*;|&<>`$"']/g, "\\$&").replace(/^~/, "\\~");
}
