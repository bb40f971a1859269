/** The payload on the agent's socket: `key=value` fields, each ended by NUL, so that C and shells can write it exactly. */

export type FieldsOutcome =
  | {
      readonly kind: "fields";
      readonly fields: ReadonlyMap<string, readonly string[]>;
      readonly text: FieldText;
    }
  | { readonly kind: "broken"; readonly reason: string };

/** `mangled`: some bytes are not UTF-8 and stand as U+FFFD; the text is not what would run. */
export type FieldText = "exact" | "mangled";

/** Fields that may come more than once. */
const MANY = new Set(["arg", "env", "used"]);
const KEY = /^[a-z]{1,16}$/;
const MAX_FIELDS = 70_000;

export function encodeFields(fields: Iterable<readonly [key: string, value: string]>): Buffer {
  let text = "";
  for (const [key, value] of fields) text += `${key}=${value.replaceAll("\0", "")}\0`;
  return Buffer.from(text, "utf8");
}

export function decodeFields(payload: Buffer): FieldsOutcome {
  if (payload.at(-1) !== 0) return broken("the last field has no end");
  const raw = payload.toString("utf8");
  const text: FieldText = raw.includes("\uFFFD") && !isUtf8(payload) ? "mangled" : "exact";
  const parts = raw.split("\0", MAX_FIELDS + 2);
  if (parts.length > MAX_FIELDS + 1) return broken(`more than ${MAX_FIELDS} fields`);
  const fields = new Map<string, string[]>();
  for (const part of parts.slice(0, -1)) {
    const equals = part.indexOf("=");
    const key = equals < 0 ? "" : part.slice(0, equals);
    if (!KEY.test(key)) return broken("a field without a proper name");
    const known = fields.get(key);
    if (known && !MANY.has(key)) return broken(`the field ${key} comes twice`);
    if (known) known.push(part.slice(equals + 1));
    else fields.set(key, [part.slice(equals + 1)]);
  }
  return { kind: "fields", fields, text };
}

const STRICT = new TextDecoder("utf-8", { fatal: true });

function isUtf8(bytes: Buffer): boolean {
  try {
    STRICT.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function broken(reason: string): FieldsOutcome {
  return { kind: "broken", reason };
}
