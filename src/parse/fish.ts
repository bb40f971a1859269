/**
 * fish lines, by a small reader of their own: words, lists, pipes, redirections and substitutions.
 * Of blocks it reads the commands only; what it does not know makes the line unparsable; nothing is guessed.
 */
import type { Command, ParseOutcome } from "../core/command.ts";
import { MAX_STEPS } from "./bounds.ts";
import { addFishPrelude } from "./fish-prelude.ts";
import { MAX_DEPTH, PIPE, type Reader, readSimple, skipBlanks } from "./fish-simple.ts";
import { NotUnderstood, take } from "./fish-word.ts";
import type { ParseOptions } from "./parse.ts";

export function parseFish(
  text: string,
  options: ParseOptions,
  depth = 0,
  budget = { stepsLeft: MAX_STEPS },
): ParseOutcome {
  const reader = startReader(text, options, depth, budget);
  const { prelude, ...bare } = options;
  if (prelude !== undefined) addFishPrelude(prelude, reader, (body) => parseFish(body, bare, depth, budget));
  try {
    readList(reader, "line");
  } catch (error) {
    if (error instanceof NotUnderstood) return { kind: "unparsable", reason: error.message, pos: error.pos };
    return { kind: "unparsable", reason: "the fish reader failed", pos: reader.at };
  }
  return { kind: "parsed", commands: reader.commands, doubts: reader.doubts, plain: reader.plain };
}

function startReader(text: string, options: ParseOptions, depth: number, budget: Reader["budget"]): Reader {
  const cwds = Array.isArray(options.cwd) ? options.cwd : [options.cwd as string | null];
  const reader: Reader = {
    text,
    home: options.home,
    at: 0,
    plain: true,
    commands: [],
    doubts: [],
    depth,
    budget,
    functions: new Map(),
    scope: {
      variables: new Map(),
      functions: new Map(),
      aliases: new Map(),
      positional: undefined,
      zero: undefined,
      cwds,
      replaced: new Set(),
    },
    nesting: [],
    stdin: options.stdin ?? { kind: "inherited" },
    parseAgain: (inner) =>
      parseFish(inner, { ...options, cwd: reader.scope.cwds, stdin: reader.stdin }, depth + 1, budget),
    readSubstitution: () => {
      const { nesting, stdin } = reader;
      if (nesting.length >= MAX_DEPTH) throw new NotUnderstood("is nested too deeply", reader.at);
      Object.assign(reader, { nesting: [...nesting, "$( )"], stdin: { kind: "inherited" } });
      readList(reader, "substitution");
      Object.assign(reader, { nesting, stdin });
    },
  };
  return reader;
}

/** All jobs up to the end of the line, or up to the bracket that closes the substitution. */
function readList(reader: Reader, what: "line" | "substitution"): void {
  for (;;) {
    skipBlanks(reader, /(?:[ \t\n;]|\\\n|#[^\n]*)+/y);
    const char = reader.text[reader.at];
    if (char === undefined && what === "line") return;
    if (char === ")" && what === "substitution") {
      reader.at++;
      return;
    }
    readJob(reader);
  }
}

/** Pipelines joined by `&&` and `||`, perhaps in the background. */
function readJob(reader: Reader): void {
  const from = reader.commands.length;
  readPipeline(reader);
  while (/^(?:&&|\|\|)/.test(reader.text.slice(reader.at, reader.at + 2))) {
    reader.at += 2;
    skipBlanks(reader, /(?:[ \t\n]|\\\n|#[^\n]*)+/y);
    readPipeline(reader);
  }
  const rest = reader.text.slice(reader.at, reader.at + 2);
  if (/^&(?!&)/.test(rest)) {
    reader.at++;
    nestFrom(reader, from, "&");
  } else if (!/^(?:$|[;\n)])/.test(rest)) throw new NotUnderstood("is not valid fish text", reader.at);
}

/** Says of the commands since `from` that they stand below one more thing. */
function nestFrom(reader: Reader, from: number, name: string): void {
  const depth = reader.nesting.length;
  for (let index = from; index < reader.commands.length; index++) {
    const command = reader.commands[index] as Command;
    const nesting = [...command.nesting.slice(0, depth), name, ...command.nesting.slice(depth)];
    reader.commands[index] = { ...command, nesting };
  }
}

function readPipeline(reader: Reader): void {
  const start = reader.commands.length;
  const stdin = reader.stdin;
  for (;;) {
    const from = reader.commands.length;
    readSimple(reader);
    PIPE.lastIndex = reader.at;
    if (!PIPE.test(reader.text)) break;
    take(reader, PIPE);
    skipBlanks(reader, /(?:[ \t\n]|\\\n|#[^\n]*)+/y);
    const written = reader.commands.length - from;
    reader.stdin = { kind: "pipe", from: Array.from({ length: written }, (_, index) => from + index) };
  }
  if (reader.stdin !== stdin) nestFrom(reader, start, "pipe");
  reader.stdin = stdin;
}
