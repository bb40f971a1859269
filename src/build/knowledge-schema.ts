/** The format of policy/programs/*.yaml and policy/variables.yaml (docs/KNOWLEDGE.md). Scalars arrive as strings only. */
import { z } from "zod";
import { PLAIN_ROLES, PRINTED, STYLES } from "../classify/knowledge-data.ts";
import { EFFECT_KINDS } from "../core/effect.ts";

const kind = z.enum(EFFECT_KINDS);
const sentence = z.string().min(1, "is empty: say it in one short line");
const count = z.string().regex(/^\d+$/u, "must be a number").transform(Number);

const plainRoles: ReadonlySet<string> = new Set(PLAIN_ROLES);
const kinds: ReadonlySet<string> = new Set(EFFECT_KINDS);

function isRole(text: string): boolean {
  if (plainRoles.has(text)) return true;
  if (text.startsWith("named:")) return plainRoles.has(text.slice("named:".length));
  if (text.startsWith("code")) return /^code(?:-or-file)?:[a-z][a-z0-9+-]*$/u.test(text);
  return text.startsWith("thing:") && kinds.has(text.slice("thing:".length));
}

const role = z.string().refine(isRole, {
  error: (issue) => `unknown role "${String(issue.input)}": use one of docs/KNOWLEDGE.md (Roles)`,
});
const operandRole = z.string().refine((text) => isRole(text.replace(/\.\.\.$/u, "")), {
  error: (issue) => `unknown role "${String(issue.input)}": use one of docs/KNOWLEDGE.md (Roles)`,
});
const operands = z.union([
  operandRole,
  z
    .array(operandRole)
    .refine(
      (roles) => roles.filter((text) => text.endsWith("...")).length <= 1,
      "two roles have `...`: at most one of a list may repeat",
    ),
]);

const fragment = {
  does: z.array(kind).optional(),
  because: sentence.optional(),
  runs: z.literal("stdin").optional(),
};

const when = z.strictObject({
  ...fragment,
  operands: operands.optional(),
  minOperands: count.optional(),
  recursive: z.literal("true").optional(),
  always: z.literal("true").optional(),
  alone: z.literal("true").optional(),
  instead: sentence.optional(),
  prints: z.enum([...PRINTED, "text"]).optional(),
  keeps: z.string().min(1).optional(),
  splits: z.enum(["nul", "unknown"]).optional(),
  options: z.record(z.string(), role).optional(),
});
export type WhenSource = z.infer<typeof when>;

const fields = {
  ...fragment,
  operands: operands.optional(),
  minOperands: count.optional(),
  without: z.strictObject(fragment).optional(),
  flags: z.string().optional(),
  options: z.record(z.string(), role).optional(),
  optional: z.record(z.string(), role).optional(),
  when: z.record(z.string(), when).optional(),
  recursive: z.string().optional(),
  style: z.enum(STYLES).optional(),
  otherOptions: z.enum(["ask", "harmless"]).optional(),
  prints: z.enum(PRINTED).optional(),
  keeps: z.string().min(1).optional(),
  splits: z.literal("words").optional(),
  words: z.string().min(1).optional(),
  responseFiles: z.literal("true").optional(),
  confirm: z.union([z.literal("none"), z.array(sentence).min(1)]).optional(),
  instead: sentence.optional(),
};

const exampleEffects = z.string().refine(isEffectList, {
  error: `must be \`none\`, or effect kinds in this order: ${EFFECT_KINDS.join(" ")}`,
});
const examples = z.record(z.string(), exampleEffects);

function isEffectList(text: string): boolean {
  if (text === "none") return true;
  let last = -1;
  for (const name of text.split(" ")) {
    const at = (EFFECT_KINDS as readonly string[]).indexOf(name);
    if (at <= last) return false;
    last = at;
  }
  return true;
}

const leaf = z.strictObject({ about: sentence.optional(), ...fields, examples: examples.optional() });

export type SpecSource = z.infer<typeof leaf> & {
  readonly subcommands?: Record<string, SpecSource> | undefined;
  readonly otherwise?: SpecSource | undefined;
};

const spec: z.ZodType<SpecSource> = leaf.extend({
  subcommands: z.lazy(() => z.record(z.string(), spec)).optional(),
  otherwise: z.lazy(() => spec).optional(),
});

const entry = z.strictObject({
  about: sentence,
  ...fields,
  subcommands: z.record(z.string(), spec).optional(),
  otherwise: spec.optional(),
  examples: examples.refine((rows) => Object.keys(rows).length > 0, "has no example: add at least one"),
});

export const programsFile = z.record(z.string(), entry);
export type ProgramsSource = z.infer<typeof programsFile>;

const names = z.string().min(1);
const group = z.strictObject({
  reason: sentence,
  effect: z.enum(["execute", "tamper"]),
  names,
  harmlessValues: z.array(z.string()).optional(),
});
export const variablesFile = z.strictObject({
  dangerous: z.record(z.string(), group),
  harmless: z.record(z.string(), z.strictObject({ reason: sentence, names })),
  integers: names.optional(),
  printable: names,
  secretWords: names,
});
export type VariablesSource = z.infer<typeof variablesFile>;
