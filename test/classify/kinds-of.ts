/** For the tables: the effect kinds of a line's last command, with those of the commands that it starts. */
import { fileURLToPath } from "node:url";
import { compileFiles } from "../../src/build/compile-files.ts";
import { knowledgeFiles } from "../../src/build/compile-knowledge.ts";
import { classify } from "../../src/classify/classify.ts";
import { toKnowledge } from "../../src/classify/knowledge.ts";
import type { Command } from "../../src/core/command.ts";
import { type Classified, EFFECT_KINDS, type Run } from "../../src/core/effect.ts";
import { knownText, textWord } from "../../src/core/word.ts";
import { parseLine } from "../../src/parse/parse.ts";

export const compiled = compileFiles(knowledgeFiles(fileURLToPath(new URL("../../", import.meta.url))));
export const knowledge = toKnowledge(compiled.data);
export const context = { home: "/home/me", project: "/home/me/project" };

const MOST_LEVELS = 6;

export function commandsOf(line: string): readonly Command[] {
  const outcome = parseLine(line, { dialect: "bash", home: context.home, cwd: context.project });
  if (outcome.kind === "unparsable") throw new Error(`${line}: ${outcome.reason}`);
  return outcome.commands;
}

export function lastCommand(line: string): Command {
  const command = commandsOf(line).at(-1);
  if (command === undefined) throw new Error(`${line}: holds no command`);
  return command;
}

export function classifyLine(line: string): Classified {
  return classify(lastCommand(line), knowledge, context);
}

/** "read write", or "none". */
export function kindsOf(line: string): string {
  const kinds = new Set<string>();
  collect(lastCommand(line), kinds, 0);
  return EFFECT_KINDS.filter((kind) => kinds.has(kind)).join(" ") || "none";
}

function collect(command: Command, kinds: Set<string>, level: number): void {
  if (level > MOST_LEVELS) throw new Error("nested too deeply");
  const classified = classify(command, knowledge, context);
  for (const effect of classified.effects) kinds.add(effect.kind);
  for (const run of classified.runs) {
    for (const inner of commandsIn(run, command, kinds)) collect(inner, kinds, level + 1);
  }
}

/** What decide does with runs, as far as the examples need it; text that cannot be read is `execute`. */
function commandsIn(run: Run, outer: Command, kinds: Set<string>): readonly Command[] {
  switch (run.kind) {
    case "argv":
      return [{ ...outer, argv: run.argv, assignments: [], redirects: [] }];
    case "shell": {
      const text = knownText(run.text);
      const outcome =
        text === undefined
          ? undefined
          : parseLine(text, {
              dialect: run.dialect,
              home: context.home,
              cwd: context.project,
              positional: run.positional.slice(1),
            });
      if (outcome?.kind === "parsed") return outcome.commands;
      kinds.add("execute");
      return [];
    }
    case "stdin":
      kinds.add("execute");
      return [];
    case "task":
      return [];
  }
}

export const word = (text: string) => textWord(text, { pos: 0, end: text.length });
