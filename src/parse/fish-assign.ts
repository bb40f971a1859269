/** What a fish command sets: `A=1 cmd`, `set`, `read`, `export` and `setenv`. */
import type { Assignment } from "../core/command.ts";
import { knownText, type Word } from "../core/word.ts";

interface Span {
  readonly pos: number;
  readonly end: number;
}

/** All of them set variables like any assignment. */
export function readAssignments(
  words: readonly Word[],
  span: Span,
): { argv: readonly Word[]; assignments: readonly Assignment[] } {
  const count = words.findIndex((word) => splitAssignment(word) === undefined);
  const argv = count < 0 ? [] : words.slice(count);
  const prefix = (count < 0 ? words : words.slice(0, count)).flatMap((word) => splitAssignment(word) ?? []);
  const assignments = prefix.map(({ name, value }) => ({ name, values: [value], exported: true, ...span }));
  return { argv, assignments: [...assignments, ...setByBuiltin(withoutPrefixes(argv), span)] };
}

/** `builtin set …` and `command cd …` mean the name behind them. */
export function withoutPrefixes(argv: readonly Word[]): readonly Word[] {
  if (!/^(?:builtin|command)$/.test((argv[0] && knownText(argv[0])) ?? "")) return argv;
  const named = argv.findIndex((word, index) => index > 0 && !isOption(word));
  return named < 0 ? [] : withoutPrefixes(argv.slice(named));
}

function isOption(word: Word): boolean {
  return knownText(word)?.startsWith("-") ?? false;
}

function splitAssignment(word: Word): { name: string; value: Word } | undefined {
  const [head, ...rest] = word.pieces;
  const match = head?.kind === "text" ? /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(head.text) : undefined;
  if (!match?.[1]) return undefined;
  return { name: match[1], value: { ...word, pieces: [{ kind: "text", text: match[2] ?? "" }, ...rest] } };
}

/** The words whose names are set; options of `set` end at the first word that is none. */
export function targetsOf([first, ...args]: readonly Word[]): readonly Word[] {
  switch (first && knownText(first)) {
    case "set":
    case "setenv":
      return args.filter((word) => !isOption(word)).slice(0, 1);
    case "read":
      return args.filter((word) => !isOption(word));
    case "export":
      return args.map((word) => {
        const lead = word.pieces[0]?.kind === "text" ? splitAssignment(word)?.name : undefined;
        return lead === undefined ? word : { ...word, pieces: [{ kind: "text", text: lead }] };
      });
    default:
      return [];
  }
}

function setByBuiltin(argv: readonly Word[], span: Span): Assignment[] {
  const [first, ...args] = argv;
  const targets = targetsOf(argv);
  const [target] = targets;
  switch (first && knownText(first)) {
    case "read":
      return targets.flatMap((word) => assignmentOf(word, [unknownInput(word)], span));
    case "export":
      return args.flatMap((word, index) => {
        const value = splitAssignment(word)?.value;
        return targets[index] ? exported(assignmentOf(targets[index], value ? [value] : [], span)) : [];
      });
    case "setenv":
      return target ? exported(assignmentOf(target, args.slice(args.indexOf(target) + 1), span)) : [];
    case "set": {
      const end = target ? args.indexOf(target) : args.length;
      const asks = args.slice(0, end).some((word) => ASKS.test(knownText(word) ?? ""));
      return asks || !target ? [] : assignmentOf(target, args.slice(end + 1), span);
    }
    default:
      return [];
  }
}

/** -q asks, -n and -S list. */
const ASKS = /^-[a-zA-Z]*[qnS]|^--(?:query|names|show)$/;

function assignmentOf(target: Word, values: readonly Word[], span: Span): Assignment[] {
  const name = /^[A-Za-z_]\w*/.exec(knownText(target) ?? "")?.[0];
  // A name in capitals is most likely one that programs know.
  return name === undefined ? [] : [{ name, values, exported: /^[A-Z]/.test(name), ...span }];
}

function exported(assignments: readonly Assignment[]): Assignment[] {
  return assignments.map((assignment) => ({ ...assignment, exported: true }));
}

function unknownInput(word: Word): Word {
  return { ...word, pieces: [{ kind: "unknown", why: "input", text: knownText(word) ?? "", splits: false }] };
}
