/** The daemon's answer. Whatever is not exactly an allow, a deny or a note is unusable, and that is a deny. */
import type { Denial } from "./denial.ts";

/** The asker's own number: one question for each connection, so it is always the same. */
export const QUESTION_ID = "1";

export type Answer =
  | { readonly kind: "unusable" }
  | { readonly kind: "allow" }
  | { readonly kind: "noted" }
  | { readonly kind: "deny"; readonly denial: Denial };

const KNOWN_KEYS = new Set(["id", "verdict", "noted", "reason", "rule", "check", "instead"]);
const UNUSABLE: Answer = { kind: "unusable" };

export function readAnswer(payload: Buffer): Answer {
  const fields = readFields(payload);
  if (fields === undefined) return UNUSABLE;
  const [verdict, noted] = [fields.get("verdict"), fields.get("noted")];
  if (verdict !== undefined && noted !== undefined) return UNUSABLE;
  // Whatever it denies: a question that the daemon could not read has no number to give back.
  if (verdict === "deny") return { kind: "deny", denial: denialOf(fields) };
  if (fields.get("id") !== QUESTION_ID) return UNUSABLE;
  if (verdict === "allow") return { kind: "allow" };
  return noted === "yes" ? { kind: "noted" } : UNUSABLE;
}

function denialOf(fields: ReadonlyMap<string, string>): Denial {
  const [rule, check, instead] = [fields.get("rule"), fields.get("check"), fields.get("instead")];
  return {
    reason: fields.get("reason") ?? "no reason was given",
    ...(rule === undefined ? {} : { rule }),
    ...(check === undefined ? {} : { check }),
    ...(instead === undefined ? {} : { instead }),
  };
}

/** A known key that comes twice makes the answer unusable; unknown ones are for clients to come. */
function readFields(payload: Buffer): ReadonlyMap<string, string> | undefined {
  const [first, ...rest] = payload.toString().split("\0");
  if (first !== "guard=1" || rest.pop() !== "") return undefined;
  const fields = new Map<string, string>();
  for (const field of rest) {
    const equals = field.indexOf("=");
    if (equals < 0) return undefined;
    const key = field.slice(0, equals);
    if (fields.has(key)) return undefined;
    if (KNOWN_KEYS.has(key)) fields.set(key, field.slice(equals + 1));
  }
  return fields;
}
