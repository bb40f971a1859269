/** JSON in frames: for the control socket and for the launcher's pipe. */
import type * as z from "zod/mini";
import { encodeFrame } from "./frame.ts";

export type JsonOutcome<Message> =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "broken"; readonly reason: string };

export function encodeJson(message: unknown): Buffer {
  return encodeFrame(Buffer.from(JSON.stringify(message), "utf8"));
}

export function parseJson<Schema extends z.ZodMiniType>(
  payload: Buffer,
  schema: Schema,
): JsonOutcome<z.infer<Schema>> {
  let raw: unknown;
  try {
    raw = JSON.parse(payload.toString("utf8"));
  } catch {
    return { kind: "broken", reason: "not JSON" };
  }
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { kind: "message", message: parsed.data };
  const [issue] = parsed.error.issues;
  return {
    kind: "broken",
    reason: `not a message of guard: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
  };
}
