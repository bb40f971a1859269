/** policy/redaction.yaml -> dist/redaction.json. Each example is tried with all that the file holds, and a second pass must change nothing. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { markOf } from "../redact/pieces.ts";
import type { RedactionData } from "../redact/redaction-data.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";

const name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);
const expression = z.string().refine(compiles, "must be a regular expression");
const examples = { hides: z.array(z.string()).min(1), leaves: z.array(z.string()).min(1) };
const pattern = {
  name,
  pattern: expression,
  case: z.optional(z.literal("ignored")),
  ...examples,
};
const words = z.array(z.string().regex(/^[a-z0-9-]+$/));

const FILE = z.strictObject({
  tokens: z.array(z.strictObject({ ...pattern, starts: z.array(z.string().min(2)).min(1) })),
  patterns: z.array(z.strictObject({ ...pattern, values: z.optional(z.literal("any")) })),
  names: z.strictObject({
    last: words,
    ends: words,
    lastOfMore: words,
    notBehind: words,
    notFirst: words,
    ...examples,
  }),
  assignments: z.strictObject({
    programs: z.array(z.string().min(1)),
    options: z.array(z.string().regex(/^-/)),
    ...examples,
  }),
  programs: z.array(
    z.strictObject({
      programs: z.array(z.string().min(1)).min(1),
      behind: z.optional(z.string()),
      separate: z.optional(expression),
      attached: z.optional(expression),
      last: z.optional(expression),
      after: z.optional(z.string().min(1)),
      ...examples,
    }),
  ),
});

interface Examples {
  readonly about: string;
  readonly hides: readonly string[];
  readonly leaves: readonly string[];
  /** The mark that must be there; left out: any. */
  readonly name?: string;
  readonly strength: "tokens" | "all";
}

/** Throws when the file holds a mistake. */
export function compileRedaction(path: string): RedactionData {
  const parsed = FILE.safeParse(parse(readFileSync(path, "utf8")));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const { tokens, patterns, names, assignments, programs } = parsed.data;
  const data: RedactionData = {
    tokens: tokens.map(({ starts, ...token }) => ({ ...plain(token), starts })),
    patterns: patterns.map(({ values, ...one }) => ({ ...plain(one), values: values ?? "worth-hiding" })),
    names: without(names),
    assignments: without(assignments),
    programs: programs.map(without),
  };
  const redactor = createRedactor([], () => data);
  const tried: readonly Examples[] = [
    ...tokens.map((token) => ({ ...token, about: token.name, strength: "tokens" as const })),
    ...patterns.map((one) => ({ ...one, about: one.name, strength: "all" as const })),
    { hides: names.hides, leaves: names.leaves, about: "names", strength: "all" },
    { hides: assignments.hides, leaves: assignments.leaves, about: "assignments", strength: "all" },
    ...programs.map(({ hides, leaves, programs: [first = ""] }) => ({
      ...{ hides, leaves, about: first, name: "option" },
      strength: "all" as const,
    })),
  ];
  const problems = tried.flatMap((one) => tryExamples(one, redactor));
  if (problems.length > 0) throw new Error(problems.map((problem) => `${path}: ${problem}`).join("\n"));
  return data;
}

function plain(one: { name: string; pattern: string; case?: "ignored" | undefined }) {
  return { name: one.name, pattern: one.pattern, letterCase: one.case ?? ("exact" as const) };
}

function without<T extends { readonly hides: unknown; readonly leaves: unknown }>({
  hides: _,
  leaves: __,
  ...rest
}: T): Omit<T, "hides" | "leaves"> {
  return rest;
}

function tryExamples({ about, hides, leaves, name, strength }: Examples, redactor: Redactor): string[] {
  const problems: string[] = [];
  for (const example of hides) {
    const { text, secrets } = fillIn(example);
    const shown = redactor.text(text, strength);
    const left = secrets.filter((secret) => shown.includes(secret));
    if (left.length > 0 || secrets.length === 0)
      problems.push(`${about}: does not hide all of: ${text}: ${shown}`);
    else if (!shown.includes(name === undefined ? "«redacted:" : markOf(name)))
      problems.push(`${about}: hides under another name: ${shown}`);
    if (redactor.text(shown, strength) !== shown)
      problems.push(`${about}: hides more the second time: ${shown}`);
  }
  for (const example of leaves) {
    const { text } = fillIn(example);
    const shown = redactor.text(text, "all");
    if (shown !== text) problems.push(`${about}: must leave: ${text}: ${shown}`);
  }
  return problems;
}

const FILLS: Readonly<Record<string, string>> = {
  "": "Zx9Qw4Er7Ty2Ui5Op8As3Df6Gh1Jk0Lb",
  A: "ZX9QW4ER7TY2UI5OP8AS3DF6GH1JK0LB",
  B: "ZX2QW4ER7TY2UI5OP3AS3DF6GH5JK7LB",
  h: "9c4e7f2a5b8d3f6e1a0d",
  d: "9472583610",
  l: "ZxQwErTyUiOpAsDfGhJkLb",
  a: "hunter",
};

/** `<36>`: so many letters and digits. Here and not in the file, so that nobody's scanner takes them for real. */
export function fillIn(example: string): { readonly text: string; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const text = example.replace(/<(\d+)([ABhdla]?)>/g, (_, length: string, kind: string) => {
    const fill = FILLS[kind] ?? "";
    const secret = fill.repeat(Math.ceil(Number(length) / fill.length)).slice(0, Number(length));
    secrets.push(secret);
    return secret;
  });
  return { text, secrets };
}

function compiles(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
