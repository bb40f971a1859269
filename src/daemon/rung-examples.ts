/** Earlier questions that tell what a rule would do: few, the newest, each once. */
import type { Rung } from "../approval/ladder/ladder.ts";
import type { CheckResult } from "../decide/result.ts";
import type { AskedLine } from "./asked-lines.ts";
import type { TrialChecks, TriedQuestion } from "./trial-checks.ts";

export interface Example {
  readonly asked: AskedLine;
  readonly question: TriedQuestion;
}

/** With four rungs: one check of each without rules and four with, besides the question's own eight. */
const MOST_TRIED = 11;
const MOST_SHOWN = 5;

/** Those that hold the name of a program that is asked about, oldest first. A line need not be parsed for that. */
export function similarQuestions(result: CheckResult, history: readonly AskedLine[]): readonly Example[] {
  const names = programsOf(result);
  const found = new Map<string, AskedLine>();
  for (const asked of history.toReversed()) {
    if (found.size === MOST_TRIED) break;
    const key = JSON.stringify([asked.what, asked.cwd]);
    if (names.some((name) => asked.line.includes(name)) && !found.has(key)) found.set(key, asked);
  }
  return [...found.values()].toReversed().map((asked) => {
    const { what, cwd, dialect } = asked;
    return { asked, question: { input: { what, cwd, ...(dialect === undefined ? {} : { dialect }) } } };
  });
}

export interface RungExamples {
  readonly kind: "tried" | "untried";
  /** Newest first. */
  readonly answers: readonly string[];
  readonly misses: readonly string[];
  /** Of the answers: what a person said no to. */
  readonly refused: readonly string[];
}

const UNTRIED: RungExamples = { kind: "untried", answers: [], misses: [], refused: [] };

export async function examplesFor(
  { matches }: Rung<TriedQuestion>,
  result: CheckResult,
  examples: readonly Example[],
  trials: TrialChecks,
): Promise<RungExamples> {
  const names = new Set(programsOf(result));
  const answers: AskedLine[] = [];
  const misses: AskedLine[] = [];
  for (const { asked, question } of examples.toReversed()) {
    const without = await trials.check([], question);
    const isSame = without?.ruling === "ask" && programsOf(without).some((name) => names.has(name));
    const tried = isSame ? await trials.check(matches, question) : undefined;
    // Half of them would tell a wrong story.
    if (trials.cutShort === "yes") return UNTRIED;
    if (isSame) (tried?.ruling === "allow" ? answers : misses).push(asked);
  }
  const refused = answers.filter(({ answer, line }) => answer === "denied" && line !== result.line);
  return { kind: "tried", answers: shown(answers), misses: shown(misses), refused: shown(refused) };
}

/** The same line in two folders is one line to a reader. */
function shown(lines: readonly AskedLine[]): string[] {
  return [...new Set(lines.map(({ line }) => line))].slice(0, MOST_SHOWN);
}

/** Of its parts that are asked about. */
function programsOf({ commands }: CheckResult): string[] {
  return commands.flatMap(({ ruling, program }) =>
    ruling === "ask" && program !== undefined ? [program] : [],
  );
}
