/** Records without their secrets, and as text. What the policy files add counts from when they are read. */
import { type RedactPattern, waysOf } from "../core/redact-pattern.ts";
import { createRedactor, type Redactor } from "../redact/redactor.ts";
import { encodeRecord } from "./encode-record.ts";
import type { AuditRecord, VerdictRecord } from "./record.ts";

export type Encoded =
  | { readonly kind: "encoded"; readonly text: string }
  | { readonly kind: "failed"; readonly reason: string };

export type Encode = (record: AuditRecord) => Encoded;

/** `patterns`: the same list as long as nothing has changed. */
export function createEncode(patterns: () => readonly RedactPattern[]): Encode {
  let of: readonly RedactPattern[] | undefined;
  let redactor: Redactor | undefined;
  return (record) => {
    try {
      const now = patterns();
      if (redactor === undefined || now !== of) redactor = createRedactor(now);
      of = now;
      return { kind: "encoded", text: encodeRecord(redactRecord(record, redactor)) };
    } catch (error) {
      return { kind: "failed", reason: `secrets could not be looked for: ${String(error)}` };
    }
  };
}

/**
 * What is found by a name is hidden only where commands and what was said of them stand. Who, where, by which rule: those are
 * guard's own words, and nobody hides them by calling a secret like one of them.
 */
function redactRecord(record: AuditRecord, redactor: Redactor): AuditRecord {
  if (!("command" in record)) {
    const { details } = record;
    if (details === undefined) return record;
    // A session's start has the agent's whole argv under a name that elsewhere is guard's word.
    const told = Object.entries(details).filter(
      ([key, value]) => !OWN_WORDS.has(key) || Array.isArray(value),
    );
    return { ...record, details: { ...details, ...redactor.record(Object.fromEntries(told)) } };
  }
  const { programs, ...rest } = record;
  const { command, reason, chain, effects, cwd } = rest;
  // Most records: each thing that need not be done is felt where a program starts.
  if (!redactor.mayHold(textsOf(rest))) return rest;
  const told = {
    ...{ command, reason },
    ...(chain === undefined ? {} : { chain }),
    ...(effects === undefined ? {} : { effects: redactor.effects(command, effects) }),
  };
  const shown = redactor.record(told);
  return {
    ...rest,
    ...shown,
    ...(programs === undefined || isSame(command, shown.command)
      ? {}
      : { programs: toldBeside(shown.command, redactor.screen(programs)) }),
    cwd: redactor.text(cwd, "tokens"),
  };
}

function textsOf({ command, reason, chain = [], effects = [], cwd }: VerdictRecord): string {
  const words = typeof command === "string" ? command : command.join("\n");
  return `${words}\n${reason}\n${chain.join("\n")}\n${effects.join("\n")}\n${cwd}`;
}

function isSame(command: VerdictRecord["command"], shown: VerdictRecord["command"]): boolean {
  if (typeof command === "string" || typeof shown === "string") return command === shown;
  return command.every((word, index) => word === shown[index]);
}

const MOST_PROGRAMS = 20;
/** As what is known only when it runs. */
const AND_OTHERS = "?";

/** What the command as it is written does not name comes first: nobody pushes it off the list with twenty others. */
function toldBeside(shown: VerdictRecord["command"], programs: readonly string[]): readonly string[] {
  if (programs.length <= MOST_PROGRAMS) return programs;
  const text = typeof shown === "string" ? shown : shown.join(" ");
  const [unseen, seen] = [false, true].map((isSeen) =>
    programs.filter((program) => text.includes(program) === isSeen),
  );
  return [...[...(unseen ?? []), ...(seen ?? [])].slice(0, MOST_PROGRAMS), AND_OTHERS];
}

/** Among an event's details. */
const OWN_WORDS: ReadonlySet<string> = new Set(
  "session request_id agent project tool_name rule rulings person mode kind layer shell decided_by".split(
    " ",
  ),
);

/** To look for secrets in more takes over 5 ms, where somebody has written it for that: not on a loop. */
const LONG_CHARS = 8 * 1024;
/** So many ways of policy patterns are tried in 5 ms. */
const LOOP_WAYS = 800_000;
export function longCharsOf(patterns: readonly RedactPattern[]): number {
  return Math.min(LONG_CHARS, Math.floor(LOOP_WAYS / Math.max(1, waysOf(patterns))));
}

export function isLong(record: AuditRecord, patterns: () => readonly RedactPattern[]): boolean {
  if (!("command" in record)) return false;
  const added = patterns();
  const longChars = added.length === 0 ? LONG_CHARS : longCharsOf(added);
  const { command, reason, chain = [], effects = [] } = record;
  let chars = typeof command === "string" ? command.length : 0;
  for (const text of typeof command === "string" ? [] : command) chars += text.length + 1;
  if (longChars < LONG_CHARS) for (const text of [reason, ...chain, ...effects]) chars += text.length;
  return chars > longChars;
}
