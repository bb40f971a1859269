/** The commands that xargs and its like start, as far as their words can be told: one argv for each start. */

import { replaceIn } from "../classify/words.ts";
import type { Command } from "../core/command.ts";
import type { Run, Splitting } from "../core/effect.ts";
import { displayText, type Piece, textWord, type Word } from "../core/word.ts";
import { splitItems } from "./split-text.ts";
import { type Pipes, type Stream, streamInto } from "./stream.ts";

type ArgvRun = Extract<Run, { kind: "argv" }>;

/** More starts than this are not judged one by one. */
const MAX_STARTS = 64;
const MAX_GUESSES = 16;
const MAX_TEXT = 8_192;

export function innerArgvs(run: ArgvRun, command: Command, pipes: Pipes, depth = 0): (readonly Word[])[] {
  if (run.more === "none" && run.splitting === undefined) return [run.argv];
  const stream = streamInto(command, pipes, depth);
  requireShort(stream);
  const starts = run.splitting && startsOf(stream, run.splitting, command);
  if (starts !== undefined && starts.length > 0 && starts.length <= MAX_STARTS)
    return starts.map((words) => argvWith(run, words));
  const shown = stream.kind === "unknown" ? stream.shown : "…";
  const unknown: Piece = { kind: "unknown", why: "appended", text: shown, splits: run.more === "stdin" };
  return [argvWith(run, [wordOf([unknown], command)]), ...guesses(stream, run, command)];
}

/** Caught by the engine: such a line is never allowed silently. */
function requireShort(stream: Stream): void {
  const text = stream.kind === "unknown" ? stream.guess : stream.kind === "names" ? undefined : stream.text;
  if (text !== undefined && text.length > MAX_TEXT)
    throw new Error("more text is piped into it than can be judged");
}

/** The words of each start; undefined when they cannot be told. */
function startsOf(stream: Stream, splitting: Splitting, at: Command): Word[][] | undefined {
  switch (stream.kind) {
    case "text":
      return startsOfText(stream.text, splitting, at);
    case "lines": {
      // One line is there or not; of several, any may be missing, and so change what the others mean.
      const single = !stream.text.replace(/\n$/, "").includes("\n");
      const starts = single ? startsOfText(stream.text, splitting, at) : undefined;
      return starts && splitting.kind !== "replace" ? [...starts, []] : starts;
    }
    case "names":
      return startsOfNames(stream.words, splitting);
    case "unknown":
      return undefined;
  }
}

function startsOfText(text: string, splitting: Splitting, at: Command): Word[][] | undefined {
  const words = splitItems(text, splitting)?.map((item) => textWord(item, at));
  if (words === undefined) return undefined;
  const most = splitting.kind === "replace" ? 1 : (splitting.most ?? words.length);
  if (words.length === 0) return splitting.kind === "replace" ? undefined : [[]];
  return Array.from({ length: Math.ceil(words.length / most) }, (_, index) =>
    words.slice(index * most, (index + 1) * most),
  );
}

function startsOfNames(words: readonly Word[], splitting: Splitting): Word[][] | undefined {
  const separator = splitting.kind === "words" ? undefined : splitting.separator;
  if (separator !== undefined && separator !== "\n" && separator !== "\0") return undefined;
  if (separator === undefined && words.some((word) => /[\s'"\\]/.test(displayText(word)))) return undefined;
  if (splitting.kind !== "replace") return [[...words]];
  // `{}/../x`: how far up that leads depends on the name.
  const leadsUp = splitting.argv.some((word) => {
    const text = displayText(word);
    return text.includes(splitting.marker) && text.includes("..");
  });
  return leadsUp ? undefined : words.map((word) => [word]);
}

function argvWith({ argv, splitting }: ArgvRun, words: readonly Word[]): readonly Word[] {
  if (splitting?.kind !== "replace") return [...argv, ...words];
  const by = words.flatMap(({ pieces }) => pieces);
  return splitting.argv.map((word) => replaceIn(word, splitting.marker, by));
}

/** It is not known which words they will be; if they are these, the floor must see them. */
function guesses(stream: Stream, run: ArgvRun, at: Command): (readonly Word[])[] {
  const text = stream.kind === "unknown" ? stream.guess : stream.kind === "names" ? undefined : stream.text;
  if (text === undefined) return [];
  const cuts = [
    text.split(/[\s\0]+/),
    text.replace(/["'\\]/g, "").split(/[\s\0]+/),
    ...text.split("\n").map((line) => [line]),
  ];
  const lists = cuts.map((cut) => cut.filter((item) => item.trim() !== "")).filter((cut) => cut.length > 0);
  const each =
    run.splitting?.kind === "replace" ? lists.flatMap((list) => list.map((item) => [item])) : lists;
  const distinct = [...new Map(each.map((list) => [list.join("\0"), list])).values()];
  return distinct.slice(0, MAX_GUESSES).map((list) =>
    argvWith(
      run,
      list.map((item) => textWord(item, at)),
    ),
  );
}

function wordOf(pieces: Word["pieces"], { pos, end }: Command): Word {
  return { pieces, pos, end };
}
