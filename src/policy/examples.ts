/** Policies test themselves: a rule's examples are tried when it is loaded. Reading lines is somebody else's job. */
import { matchRule } from "./match.ts";
import type { MatchContext, Problem, Rule, Subject } from "./policy.ts";

export type ExampleReading =
  | { readonly kind: "subjects"; readonly subjects: readonly Subject[] }
  | { readonly kind: "unreadable"; readonly reason: string };

/** Line -> its simple commands with their effects, as the engine would see them in the project's root. */
export type ReadExample = (line: string) => ExampleReading | Promise<ExampleReading>;

export async function checkExamples(
  rules: readonly Rule[],
  context: MatchContext,
  read: ReadExample,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const rule of rules) {
    for (const line of rule.examples.match) {
      if ((await matches([rule], line, context, read)) !== "yes") {
        problems.push(
          contradiction(rule, line, "does not match its example", "change the pattern or the example"),
        );
      }
    }
    for (const line of rule.examples.notMatch) {
      if ((await matches([rule], line, context, read)) === "yes") {
        problems.push(contradiction(rule, line, "matches the counter-example", "make the pattern narrower"));
      }
    }
  }
  return problems;
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

function contradiction({ id, source }: Rule, line: string, what: string, fix: string): Problem {
  return { ...source, problem: `rule ${id} ${what} \`${line}\``, fix };
}
