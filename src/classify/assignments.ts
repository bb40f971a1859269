/** Variables that a command sets for itself or for the programs it starts. */
import type { Assignment } from "../core/command.ts";
import type { Effect } from "../core/effect.ts";
import { displayText, knownPrefix, knownText, type Word } from "../core/word.ts";
import type { VariableGroupData } from "./knowledge-data.ts";
import type { Context } from "./scene.ts";
import type { Variables } from "./variables.ts";
import { dropPrefix } from "./words.ts";

export function assignmentEffects(
  assignment: Assignment,
  variables: Variables,
  context: Context,
): readonly Effect[] {
  const { name } = assignment;
  const target = { kind: "variable", text: name } as const;
  const danger = variables.danger(name);
  if (danger !== undefined) {
    if (hasHarmlessValue(assignment, danger, context)) return [];
    return [{ kind: danger.effect, target, because: `${name} ${danger.reason}` }];
  }
  if (variables.integer(name)) return hasPlainNumber(assignment) ? [] : [evaluated(name)];
  if (!assignment.exported || variables.harmless(name)) return [];
  return [{ kind: "execute", target, because: `${name} may change what the program does` }];
}

function hasHarmlessValue(assignment: Assignment, group: VariableGroupData, context: Context): boolean {
  const [value] = assignment.values;
  if (value === undefined || assignment.values.length !== 1) return false;
  const text = knownText(value);
  if (text === undefined) return false;
  return group.harmlessValues.some((harmless) => text === (harmless === "~" ? context.home : harmless));
}

/** `RANDOM='a[$(id)]'` runs id. */
function hasPlainNumber(assignment: Assignment): boolean {
  return assignment.values.every((value) => /^[-+]?\d*$/u.test(knownText(value) ?? "unknown"));
}

function evaluated(name: string): Effect {
  const because = `the shell evaluates what ${name} is set to, and that can run commands`;
  return { kind: "execute", target: { kind: "variable", text: name }, because };
}

/** `NAME=VALUE` as a word, for env and its like. */
export function assignmentOf(word: Word): Assignment {
  const lead = knownPrefix(word);
  const at = lead.indexOf("=");
  return {
    name: at < 0 ? lead : lead.slice(0, at),
    values: at < 0 ? [] : [dropPrefix(word, at + 1)],
    exported: true,
    pos: word.pos,
    end: word.end,
  };
}

/** `read NAME`, `unset NAME`: the shell changes a variable whose value is not written here. */
export function setEffects(word: Word, variables: Variables): readonly Effect[] {
  const name = knownText(word)?.replace(/\[.*$/u, "");
  const target = { kind: "variable", text: name ?? displayText(word) } as const;
  if (name === undefined) {
    return [{ kind: "execute", target, because: "it cannot be known which variable it sets" }];
  }
  if (variables.integer(name)) return [evaluated(name)];
  const danger = variables.danger(name);
  return danger === undefined ? [] : [{ kind: danger.effect, target, because: `${name} ${danger.reason}` }];
}
