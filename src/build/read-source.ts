/** Text of one YAML file -> checked source, or problems that name file and line. */
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { lineOfPath, type Problem, pathText } from "./problem.ts";

export interface Source<T> {
  readonly kind: "source";
  readonly value: T;
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

export type SourceOutcome<T> = Source<T> | { readonly kind: "wrong"; readonly problems: readonly Problem[] };

/** The failsafe schema keeps every scalar a string: `-1`, `true` and `null` are names here. */
export function readSource<T>(file: string, text: string, schema: z.ZodType<T>): SourceOutcome<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: "failsafe", lineCounter: lines, prettyErrors: false });
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const problems = faults.map((fault) => ({
      file,
      line: lines.linePos(fault.pos[0]).line,
      message: `${fault.message}: correct the YAML`,
    }));
    return { kind: "wrong", problems };
  }
  const lineOf = (path: readonly PropertyKey[]): number => lineOfPath(document, lines, path);
  const outcome = schema.safeParse(document.toJS() as unknown);
  if (outcome.success) return { kind: "source", value: outcome.data, lineOf };
  return {
    kind: "wrong",
    problems: outcome.error.issues.flatMap((issue) => problemsOf(file, issue, lineOf)),
  };
}

function problemsOf(
  file: string,
  issue: z.core.$ZodIssue,
  lineOf: (path: readonly PropertyKey[]) => number,
): readonly Problem[] {
  const where = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      file,
      line: lineOf([...issue.path, key]),
      message: `${where}: unknown field "${key}": see docs/KNOWLEDGE.md for the fields`,
    }));
  }
  if (issue.code === "invalid_union") {
    const inner = issue.errors.flat().find((error) => error.code === "custom");
    const message = inner?.message ?? issue.message;
    return [{ file, line: lineOf([...issue.path, ...(inner?.path ?? [])]), message: `${where}: ${message}` }];
  }
  const missing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  const message = missing ? "is missing: add it" : issue.message;
  return [{ file, line: lineOf(issue.path), message: `${where}: ${message}` }];
}
