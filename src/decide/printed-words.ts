/**
 * Words that hold another command's output, `wc -l $(git ls-files)` or `while read f; do wc -l "$f"`: where that
 * command is one of the line's and what it prints can be told, the words that may stand there.
 */
import { knownText, type Piece, textWord, type Word } from "../core/word.ts";
import type { Judged } from "./judged.ts";
import { isClean, type Pipes, streamInto, streamOf } from "./stream.ts";

type Unknown = Extract<Piece, { kind: "unknown" }>;

/** Whether "this folder or one above" and "where that program is" count as known. */
export type Fill = "roughly" | "exactly";

/** What one word may become: each alternative is a list of words. Undefined: it stays as it is. */
export type Filler = (word: Word) => readonly (readonly Word[])[] | undefined;

/** Each is looked for in the whole line. More than this stay as they are: nobody could know them all at once. */
const MAX_LOOKUPS = 64;

/** For the words of one command: `rm $x $x $x` is looked up once. */
export function createFiller(pipes: Pipes, fill: Fill): Filler {
  const known = new Map<string, Word[][] | undefined>();
  return (word) =>
    wordsFor(word, (piece, share) => {
      const key = JSON.stringify([piece, share]);
      if (!known.has(key) && known.size < MAX_LOOKUPS) known.set(key, valuesOf(piece, share, pipes, fill));
      return known.get(key);
    });
}

type FindValues = (piece: Unknown, share: Share) => Word[][] | undefined;

function wordsFor(word: Word, findValues: FindValues): readonly (readonly Word[])[] | undefined {
  const index = word.pieces.findIndex((piece) => piece.kind === "unknown");
  const piece = word.pieces[index];
  if (piece?.kind !== "unknown") return undefined;
  const before = word.pieces.slice(0, index);
  const after = word.pieces.slice(index + 1);
  if (after.some((other) => other.kind === "unknown" || /(?:^|\/)\.\.(?:\/|$)/.test(other.text)))
    return undefined;
  const share = before.length + after.length === 0 ? "whole" : "part";
  const values = findValues(piece, share);
  if (values === undefined) return undefined;
  const filled = values.map((words) =>
    words.map((inner) => ({ ...word, pieces: [...before, ...inner.pieces, ...after] })),
  );
  // Nothing at all may be printed.
  const rest = [...before, ...after];
  const empty = rest.length === 0 && piece.splits ? [] : [{ ...word, pieces: rest }];
  return [...filled, empty];
}

type Share = "whole" | "part";

function valuesOf(piece: Unknown, share: Share, pipes: Pipes, fill: Fill): Word[][] | undefined {
  const producer = piece.from === undefined ? undefined : onlyProducer(piece.from, pipes.commands);
  if (producer !== undefined && isClean(producer.command, pipes)) {
    const rough = roughOutput(producer, pipes)?.map((text) => [textWord(text, producer.command)]);
    if (rough !== undefined) return fill === "roughly" ? rough : undefined;
  }
  if (producer !== undefined) return outputOf(producer, piece, share, pipes);
  if (share === "part" || piece.why !== "input" || piece.text !== `$${piece.name ?? ""}`) return undefined;
  const reader = onlyReader(piece.name ?? "", pipes.commands);
  const stream = reader && streamInto(reader.command, pipes);
  return stream?.kind === "names" ? [[...stream.words]] : undefined;
}

function outputOf(producer: Judged, piece: Unknown, share: Share, pipes: Pipes): Word[][] | undefined {
  const { prints } = producer.classified;
  const stream = streamOf(producer, pipes);
  // In the middle of a word only one name makes one word.
  if (stream.kind === "names") {
    return share === "whole" || prints?.kind === "name" ? [[...stream.words]] : undefined;
  }
  if (stream.kind !== "text") return undefined;
  // The shell drops NUL bytes of what it takes over, so pieces on both sides of one become a single text.
  const text = stream.text.replaceAll("\0", "").replace(/\n+$/, "");
  if (!piece.splits) return [[textWord(text, producer.command)]];
  if (share === "part" || /[*?[\]\\]/.test(text)) return undefined;
  const words = text.split(/[ \t\n]+/).filter((part) => part !== "");
  return [words.map((part) => textWord(part, producer.command))];
}

const MAX_FOLDERS = 12;

/** The places that it may print, where it is one of a few. */
function roughOutput({ classified: { prints } }: Judged, pipes: Pipes): readonly string[] | undefined {
  // zsh's which shows what a function or an alias is made of.
  if (prints?.kind === "programs")
    return pipes.names === "own" ? undefined : prints.names.map((name) => `/usr/bin/${name}`);
  return prints?.kind === "folder" ? foldersAbove(prints.from) : undefined;
}

/** git's top folder is the one it runs in, or one above. */
function foldersAbove(from: readonly (string | null)[]): readonly string[] | undefined {
  const folders = new Set<string>();
  for (const start of from) {
    if (start === null) return undefined;
    for (let folder = start; folder !== ""; folder = folder.slice(0, folder.lastIndexOf("/")))
      folders.add(folder);
    folders.add("/");
  }
  return folders.size > MAX_FOLDERS ? undefined : [...folders];
}

/** The one command whose output a substitution is: alone in it, or the end of the one pipeline in it. */
function onlyProducer(
  { first, end }: NonNullable<Unknown["from"]>,
  commands: readonly Judged[],
): Judged | undefined {
  const inside = commands.slice(first, end);
  if (inside.length === 0 || inside.length !== end - first) return undefined;
  const shortest = Math.min(...inside.map(({ command }) => command.nesting.length));
  const top = inside.find(({ command }) => command.nesting.length === shortest)?.command.nesting ?? [];
  const depth = top.at(-1) === "pipe" ? shortest - 1 : shortest;
  if (top[depth - 1] !== "$( )") return undefined;
  const direct: number[] = [];
  for (const [index, { command }] of inside.entries()) {
    const [step, next] = command.nesting.slice(depth);
    if (step === undefined || (step === "pipe" && next === undefined)) direct.push(first + index);
    // Substitutions inside of it print into its words, not to its output.
    else if ((step === "pipe" ? next : step) !== "$( )") return undefined;
  }
  return endOfPipeline(direct, commands);
}

function endOfPipeline(direct: readonly number[], commands: readonly Judged[]): Judged | undefined {
  for (const [at, index] of direct.entries()) {
    const stdin = commands[index]?.command.stdin;
    const before = direct[at - 1];
    const joined = stdin?.kind === "pipe" && stdin.from.includes(before ?? -1);
    if (before !== undefined && !joined) return undefined;
  }
  return commands[direct.at(-1) ?? -1];
}

const SETTERS = /^(?:read|mapfile|readarray|getopts|printf|let|unset|declare|typeset|local|export|readonly)$/;

/** `read -r f`, and nothing else in the line that could set f. */
function onlyReader(name: string, commands: readonly Judged[]): Judged | undefined {
  const setters = commands.filter(({ command: { argv } }) => {
    const [program = "", ...args] = argv.map((word) => knownText(word) ?? "");
    return SETTERS.test(program) && args.some((arg) => arg.includes(name));
  });
  const [only, ...others] = setters;
  const args = only?.command.argv.slice(1).map((word) => knownText(word)) ?? [];
  const plain = args.filter((arg) => arg !== "-r");
  const reads = only !== undefined && knownText(only.command.argv[0] as Word) === "read";
  return reads && others.length === 0 && plain.length === 1 && plain[0] === name ? only : undefined;
}
