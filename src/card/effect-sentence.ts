/** One effect as a sentence: the words of src/decide/describe.ts, and what the disk adds to them. */
import type { Effect } from "../core/effect.ts";
import { describeEffect } from "../decide/describe.ts";
import type { CommandResult } from "../decide/result.ts";
import type { CardTime } from "./card-time.ts";
import { deleteSentence } from "./delete-sentence.ts";
import { lookAt } from "./look-at.ts";
import { placeOf, shownTarget, subjectOf } from "./subject.ts";
import { writeSentence } from "./write-sentence.ts";

/** `cwd`: where the person thinks that it runs. */
export async function effectSentence(
  effect: Effect,
  command: CommandResult,
  cwd: string,
  time: CardTime,
): Promise<string> {
  const { kind, target } = effect;
  if (target?.kind === "unknown-path") return `${describeEffect(effect)} (which path that is is not known)`;
  if (target === undefined) return byProgram(withoutPath(describeEffect(effect)), command);
  if (target.kind !== "path") return withoutPath(describeEffect(effect));
  switch (kind) {
    case "delete":
      return deleteSentence(subjectOf(effect, target, command, cwd), time);
    case "write":
      return writeSentence(subjectOf(effect, target, command, cwd), time);
    case "execute": {
      const thing = target.glob ? undefined : await lookAt(placeOf(target), time);
      return `${describeAt(effect, cwd)}${thing?.kind === "none" ? " (it is not there)" : ""}`;
    }
    case "read":
    case "list":
    case "search":
    case "network":
    case "privilege":
    case "tamper":
      return describeAt(effect, cwd);
  }
}

/** Without a target nothing says whose doing it is: "kubectl deletes". */
function byProgram(sentence: string, { program }: CommandResult): string {
  return program === undefined || sentence.startsWith(`${program} `) ? sentence : `${program} ${sentence}`;
}

/** The knowledge base's word for all that changes something somewhere. */
function withoutPath(sentence: string): string {
  return sentence === "writes or changes" ? "writes or changes files (which ones is not known)" : sentence;
}

/** The same words, with the path as a person finds it: the line may have changed the folder before. */
function describeAt(effect: Effect, cwd: string): string {
  const { target, because } = effect;
  if (target?.kind !== "path") return describeEffect(effect);
  const text = shownTarget(target, cwd);
  const says = because.endsWith(` ${target.text}`)
    ? because.slice(0, because.length - target.text.length) + text
    : because;
  return describeEffect({ ...effect, because: says, target: { ...target, text } });
}
