/** Data against a schema; what is wrong becomes `file:line: problem; fix`. */
import type { z } from "zod";
import type { Problem } from "./policy.ts";
import { FIELDS } from "./schema.ts";
import type { DataPath, YamlFile } from "./yaml-file.ts";

export type Validated<T> =
  | { readonly kind: "valid"; readonly value: T }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

const MAX_PROBLEMS = 20;

type Issue = z.core.$ZodIssue;

export function validate<T>(schema: z.ZodType<T>, yaml: YamlFile): Validated<T> {
  const result = schema.safeParse(yaml.data);
  if (result.success) return { kind: "valid", value: result.data };
  return {
    kind: "refused",
    problems: result.error.issues
      .slice(0, MAX_PROBLEMS)
      .flatMap((issue) => explain(issue, [], yaml))
      .slice(0, MAX_PROBLEMS),
  };
}

function explain(issue: Issue, above: DataPath, yaml: YamlFile): Problem[] {
  const path = [...above, ...issue.path.map((key) => (typeof key === "symbol" ? String(key) : key))];
  if (issue.code === "invalid_union") {
    const best = bestBranch(issue.errors);
    if (best) return best.flatMap((inner) => explain(inner, path, yaml));
  }
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MAX_PROBLEMS).map((key) => ({
      file: yaml.file,
      line: yaml.lineOf(path, key),
      problem: `unknown field "${key}"${path.length > 0 ? ` in ${nameOf(path)}` : ""}`,
      fix: suggest(key, path),
    }));
  }
  return [
    {
      file: yaml.file,
      line: yaml.lineOf(path),
      problem: `${nameOf(path)} ${messageOf(issue)}`,
      fix: fixOf(issue),
    },
  ];
}

/** The alternative the writer most likely meant: the one of the right type, with something wrong inside. */
function bestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  return branches.find((issues) => !issues.some(isOfWrongType)) ?? undefined;
}

function isOfWrongType(issue: Issue): boolean {
  return issue.code === "invalid_type" && issue.path.length === 0;
}

function nameOf(path: DataPath): string {
  if (path.length === 0) return "the file";
  return path
    .map((key, at) => (typeof key === "number" ? `[${key + 1}]` : at > 0 ? `.${key}` : key))
    .join("");
}

const TYPES: Readonly<Record<string, string>> = {
  array: "a list",
  object: "a map of fields",
  boolean: "true or false",
  string: "text",
  number: "a number",
};

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.includes("received undefined")
        ? "is missing"
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return issue.message.startsWith("must")
        ? issue.message
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return issue.message.startsWith("must") ? issue.message : `has more than ${issue.maximum} entries`;
    case "too_small":
      return issue.message.startsWith("must") ? issue.message : "must not be empty";
    case "invalid_union":
      return "has the wrong type";
    default:
      return issue.message.startsWith("must") ? issue.message : `is not right (${issue.message})`;
  }
}

function fixOf(issue: Issue): string {
  if (issue.code === "invalid_type" && issue.message.includes("received undefined")) return "add it";
  if (issue.code === "invalid_type" && issue.expected === "string") return "put the value in quotes";
  if (issue.code === "invalid_value" && issue.path.at(-1) === "version") return "write `version: 1`";
  return "see docs/POLICY.md";
}

function suggest(key: string, path: DataPath): string {
  const known = fieldsAt(path);
  const close = known.find((field) => distance(field, key) <= 2);
  if (close) return `did you mean "${close}"?`;
  if (path.length === 0 && (FIELDS.settings as readonly string[]).includes(key))
    return "write it below `settings:`";
  return `known fields here: ${known.join(", ")}`;
}

function fieldsAt(path: DataPath): readonly string[] {
  if (path.length === 0) return FIELDS.file;
  if (path.includes("match")) return FIELDS.match;
  if (path[0] === "settings") return FIELDS.settings;
  if (path[0] === "redact") return FIELDS.redact;
  if (path[0] === "profiles" && typeof path.at(-1) === "string") return FIELDS.profile;
  return path[0] === "rules" ? FIELDS.rule : FIELDS.entry;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
