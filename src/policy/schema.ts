/** The shape of a policy file. Every field says what it is for; unknown fields are errors. */
import { z } from "zod";
import { EFFECT_KINDS } from "../core/effect.ts";
import { OPENING, OPENING_IN_WORDS } from "../core/opening.ts";
import { prepareRedactPattern } from "../core/redact-pattern.ts";
import { MODES, RULINGS } from "../core/ruling.ts";
import { REMEMBERS } from "./policy.ts";
import { PROCESS_NAME } from "./special-checks.ts";

const shortText = z
  .string()
  .min(1, "must not be empty")
  .max(512, "must not be longer than 512 characters")
  .regex(/^\P{Cc}*$/u, "must not hold control characters");
const sentence = shortText.max(1000);
/** Empty: the program without any argument. */
const argumentList = z
  .string()
  .max(512)
  .regex(/^\P{Cc}*$/u, "must not hold control characters");
const oneOrMany = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1).max(100)]);

/** Taken as it is, also when it is empty; a commit's message may be longer than any pattern. */
const literalWord = z
  .string()
  .max(2000, "must not be longer than 2000 characters")
  .regex(/^\P{Cc}*$/u, "must not hold control characters");

/** `exactly` says it all: only the folder can be added. */
const NOT_WITH_EXACTLY = ["args", "flags", "effect", "path"] as const;

const matchObject = z
  .strictObject({
    program: oneOrMany(shortText).optional().describe("name, wildcard or path of the program"),
    args: z.array(shortText).max(64).optional().describe("the first arguments, in order"),
    exactly: z
      .array(literalWord)
      .max(64)
      .optional()
      .describe("all arguments, word for word: no wildcards, nothing more"),
    flags: z
      .array(shortText.regex(/^--?[^\s=-][^\s=]*$/, "must be an option such as -f or --force"))
      .min(1)
      .max(20)
      .optional()
      .describe("options that must all be there"),
    effect: oneOrMany(z.enum(EFFECT_KINDS)).optional().describe("what it does"),
    path: oneOrMany(shortText).optional().describe("a path that it reads, writes, deletes or runs"),
    under: oneOrMany(shortText).optional().describe("the folder it runs in"),
  })
  .refine(
    (match) => Object.keys(match).length > 0,
    "must say at least one of program, args, exactly, flags, effect, path, under",
  )
  .refine(
    ({ exactly, program }) => exactly === undefined || program !== undefined,
    "must name the program: of `exactly`",
  )
  .refine(
    (match) => match.exactly === undefined || NOT_WITH_EXACTLY.every((field) => match[field] === undefined),
    "must not hold args, flags, effect or path besides `exactly`, which gives all words",
  );

/** Tried whenever the file is loaded, also from a repository nobody trusts yet: few of them, and short. */
const MAX_RULE_EXAMPLES = 20;
export const MAX_FILE_EXAMPLES = 500;
const examples = z.strictObject({
  match: z.array(shortText).max(50).default([]).describe("lines that this must match"),
  not_match: z.array(shortText).max(50).default([]).describe("lines that this must not match"),
});
const ruleExamples = examples.refine(
  ({ match, not_match: notMatch }) => match.length + notMatch.length <= MAX_RULE_EXAMPLES,
  `must not hold more than ${MAX_RULE_EXAMPLES} lines`,
);

const ruleId = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    "must be of small letters, digits, dots and dashes, e.g. no-force-push",
  );

const rule = z.strictObject({
  id: ruleId.describe("name of the rule, unique in its layer"),
  match: z.union([shortText, z.array(shortText).min(1).max(100), matchObject]).describe("what it is about"),
  ruling: z.enum(RULINGS).describe("allow, ask, confirm or deny"),
  because: sentence.describe("the reason, shown to people and to the agent"),
  instead: sentence.optional().describe("what the agent should do instead"),
  examples: ruleExamples.optional().describe("lines that prove the rule, tried when it is loaded"),
  remember: z.enum(REMEMBERS).optional().describe("how long an answer may be remembered"),
  overridable: z.boolean().optional().describe("a narrower layer may loosen it"),
});

const listEntry = z.union([
  shortText,
  z.strictObject({
    name: shortText.describe("name, wildcard, script path or pattern"),
    description: sentence.optional().describe("why it is in the list"),
    args: z
      .array(argumentList)
      .min(1)
      .max(100)
      .optional()
      .describe('argument lists that are meant ("" = none); without: any'),
  }),
]);
const nameEntry = z.union([
  shortText,
  z.strictObject({
    name: shortText.describe("name, wildcard, script path or pattern"),
    description: sentence.optional().describe("why it is in the list"),
    instead: sentence.optional().describe("what the agent should do instead"),
  }),
]);
const list = <T extends z.ZodType>(item: T) => z.array(item).max(500).optional();
const profileName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "must be a profile's name, e.g. node-dev");
const profileEntries = z.array(listEntry).min(1).max(200);
const mode = z.enum(MODES);
const wishedMode = mode.optional().describe("a mode that it asks for: the user is told, and chooses");
const profileObject = z.strictObject({
  mode: wishedMode,
  commands: profileEntries.describe("what it allows"),
});
const profileMap = z.record(profileName, z.union([profileEntries, profileObject]));
const minutes = z.number().min(1, "must be 1 to 30").max(30, "must be 1 to 30");
const security = z.enum(["deny", "allowlist", "full"]);

/** What hides too much or takes too long is refused by its shape: it runs on everything that an agent writes. */
const redactPattern = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, "must be of small letters, digits and dashes, e.g. acme-token")
    .describe("stands in the place of what is hidden"),
  pattern: z
    .string()
    .min(1, "must not be empty")
    .max(200, "must not be longer than 200 characters")
    .superRefine((pattern, context) => {
      const prepared = prepareRedactPattern({ name: "", pattern });
      if (prepared.kind === "bad") context.addIssue({ code: "custom", message: prepared.problem });
    })
    .describe("a regular expression; group 1, if there is one, is what is hidden"),
});

export const SETTINGS_SCHEMA = z.strictObject({
  security: security
    .optional()
    .describe("deny runs nothing, allowlist only what is listed, full all but confirm"),
  ask: z.enum(["off", "on-miss", "always"]).optional().describe("when a person is asked"),
  ask_fallback: security.optional().describe("what happens when nobody answers in time"),
  approval_timeout_minutes: minutes.optional().describe("how long a question waits"),
  dangerous_timeout_minutes: minutes.optional().describe("the same for dangerous commands"),
  approval_enabled: z.boolean().optional().describe("false is the same as ask: off"),
  dangerous_command_requires_confirmation: z
    .boolean()
    .optional()
    .describe("type CONFIRM for built-in dangerous tools"),
  max_mode: mode.optional().describe("the freest mode that anybody may choose: plan, default, full-auto"),
  reveal: z
    .array(shortText.regex(OPENING, `must begin with / or ~/, or be ${OPENING_IN_WORDS}`))
    .max(50)
    .optional()
    .describe("hidden paths that agents may see, closed ways that they may use (user file only)"),
  audit_keep_days: z
    .int("must be a whole number of days")
    .min(1, "must be 1 to 3650")
    .max(3650, "must be 1 to 3650")
    .optional()
    .describe("how long records are kept (org or user file)"),
});

export const POLICY_SCHEMA = z.strictObject({
  version: z.literal(1, "must be 1").describe("the version of this format"),
  rules: list(rule).describe("rules in full"),
  commands: list(listEntry).describe("programs to allow"),
  allowed_commands: list(listEntry).describe("the same as commands"),
  blocked_commands: list(nameEntry).describe("programs to deny"),
  dangerous_commands: list(nameEntry).describe("programs that need a typed CONFIRM"),
  pkill_processes: list(
    z.string().regex(PROCESS_NAME, "must be a process name of letters, digits, . _ -"),
  ).describe("more processes that an allowed pkill may end"),
  allowlist: list(
    z.union([shortText, z.strictObject({ pattern: shortText.describe("words with * and **") })]),
  ).describe("patterns to allow, e.g. git **"),
  profiles: z
    .union([z.array(z.union([profileName, profileMap])).max(50), profileMap])
    .optional()
    .describe("a list switches profiles on; a map only defines them"),
  mode: mode.optional().describe("the mode to start in"),
  redact: z
    .array(redactPattern)
    .max(50)
    .optional()
    .describe("more secrets to leave out of guard's records, besides those that guard knows"),
  settings: SETTINGS_SCHEMA.optional().describe("how and when people are asked"),
});

export const PROFILE_SCHEMA = z.strictObject({
  about: sentence.describe("whom it is for"),
  detect: z
    .array(shortText)
    .min(1)
    .max(20)
    .describe("names in the project's root that suggest it; * is a wildcard"),
  mode: wishedMode,
  commands: profileEntries.describe("what it allows"),
  examples: examples.describe("lines that it must and must not allow"),
});

export type PolicyData = z.infer<typeof POLICY_SCHEMA>;
export type RuleData = z.infer<typeof rule>;
/** A profile as policy files define it: only what it allows, or more. */
export type ProfileEntry = z.infer<typeof profileMap>[string];
export type ListEntry = z.infer<typeof listEntry>;
export type NameEntry = z.infer<typeof nameEntry>;
export type SettingsData = z.infer<typeof SETTINGS_SCHEMA>;
export type ProfileData = z.infer<typeof PROFILE_SCHEMA>;

/** For "did you mean", and to say where a misplaced field belongs. */
export const FIELDS = {
  file: Object.keys(POLICY_SCHEMA.shape),
  rule: Object.keys(rule.shape),
  match: Object.keys(matchObject.shape),
  settings: Object.keys(SETTINGS_SCHEMA.shape),
  profile: Object.keys(profileObject.shape),
  entry: ["name", "description", "args"],
  redact: Object.keys(redactPattern.shape),
} as const;
