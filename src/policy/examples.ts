/** Policies test themselves: a rule's examples are tried when it is loaded. Reading lines is somebody else's job. */
import { matchRule } from "./match.ts";
import type { MatchContext, PolicyLayer, Problem, Rule, Subject } from "./policy.ts";

export type ExampleReading =
  | { readonly kind: "subjects"; readonly subjects: readonly Subject[] }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Line -> its simple commands with their effects, as the engine would see them in the project's root. */
export type ReadExample = (line: string) => ExampleReading | Promise<ExampleReading>;

/** Processor time, so that a busy machine does not break a policy. Far more than honest examples need. */
const BUDGET_MS: Readonly<Record<PolicyLayer, number>> = { org: 3000, user: 3000, project: 300 };
const MAX_PROBLEMS = 20;

export async function checkExamples(
  rules: readonly Rule[],
  context: MatchContext,
  read: ReadExample,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const start = process.cpuUsage();
  for (const rule of rules) {
    for (const { line, expected } of examplesOf(rule)) {
      const matched = (await matches([rule], line, context, read)) === "yes";
      if (matched !== (expected === "match")) problems.push(contradiction(rule, line, expected));
      if (spentSince(start) > BUDGET_MS[rule.layer]) return [...problems, tooSlow(rule)];
      if (problems.length >= MAX_PROBLEMS) return problems;
    }
  }
  return problems;
}

interface Example {
  readonly line: string;
  readonly expected: "match" | "no-match";
}

function examplesOf({ examples }: Rule): Example[] {
  return [
    ...examples.match.map((line): Example => ({ line, expected: "match" })),
    ...examples.notMatch.map((line): Example => ({ line, expected: "no-match" })),
  ];
}

function spentSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Does any simple command of the line match any of these rules? */
export async function matches(
  rules: readonly Rule[],
  line: string,
  context: MatchContext,
  read: ReadExample,
): Promise<"yes" | "no" | "unreadable"> {
  const reading = await read(line);
  if (reading.kind === "unreadable") return "unreadable";
  const hit = reading.subjects.some((subject) =>
    rules.some((rule) => matchRule(rule, subject, context) === "yes"),
  );
  return hit ? "yes" : "no";
}

function contradiction({ id, source }: Rule, line: string, expected: Example["expected"]): Problem {
  const [what, fix] =
    expected === "match"
      ? ["does not match its example", "change the pattern or the example"]
      : ["matches the counter-example", "make the pattern narrower"];
  return { ...source, problem: `rule ${id} ${what} \`${line}\``, fix };
}

function tooSlow({ id, layer, source }: Rule): Problem {
  const problem = `the examples up to rule ${id} take longer than ${BUDGET_MS[layer]} ms to try`;
  return { ...source, problem, fix: "make them fewer or simpler" };
}
