/** What the exec gate tells of programs that are loaded and wait before their first instruction. It is answered by verdicts. */
import * as z from "zod/mini";
import { PROTOCOL_VERSION } from "./agent-messages.ts";
import { decodeFields, type FieldText } from "./fields.ts";

/** Numbers of files may be as large as 64 bits: they are compared as text. */
const NUMBER = z.string().check(z.regex(/^[0-9]{1,20}$/));
const PID = z.string().check(z.regex(/^[1-9][0-9]{0,9}$/));
const PREFIX = { guard: z.literal(PROTOCOL_VERSION) } as const;

const MESSAGE = z.discriminatedUnion("op", [
  z.strictObject({
    ...PREFIX,
    op: z.literal("exec"),
    id: NUMBER,
    pid: PID,
    /** Who started it; 0 where that one is not to be seen. When it began, in ticks of the kernel. */
    parent: NUMBER,
    start: NUMBER,
    /** As the kernel tells it: no path when the folder is gone or cannot be reached from here. */
    cwd: z.string(),
    /** What was loaded, and which file that is. */
    path: z.string(),
    device: NUMBER,
    inode: NUMBER,
    /** The name by which it was started: a script's, when `path` is its interpreter. */
    file: z.string(),
    arg: z.array(z.string()),
    /** `NAME=VALUE` of its variables that bring other code into it. */
    env: z.array(z.string()),
  }),
  /** What an execve that has begun says that it will load. Told by its caller, who may lie: for thinking ahead only. */
  z.strictObject({
    ...PREFIX,
    op: z.literal("hint"),
    cwd: z.string(),
    file: z.string(),
    arg: z.array(z.string()),
  }),
  /** It died while it waited. */
  z.strictObject({ ...PREFIX, op: z.literal("gone"), id: NUMBER }),
  /** Its execve was refused: another traces it, or it hides itself from the gate. */
  z.strictObject({ ...PREFIX, op: z.literal("untraceable"), pid: PID }),
  /** It was killed: another process changed its arguments, variables or name while it waited. */
  z.strictObject({ ...PREFIX, op: z.literal("rewritten"), pid: PID }),
  /** It was killed: what was loaded could not be looked at. */
  z.strictObject({ ...PREFIX, op: z.literal("unreadable"), pid: PID }),
]);

export type GateMessage = z.infer<typeof MESSAGE>;
export type GateHint = Extract<GateMessage, { op: "hint" }>;
export type GateExec = Extract<GateMessage, { op: "exec" }> & { readonly text: FieldText };

export type GateOutcome =
  | { readonly kind: "exec"; readonly exec: GateExec }
  | { readonly kind: "news"; readonly news: Exclude<GateMessage, { op: "exec" }> }
  | { readonly kind: "broken"; readonly reason: string };

export function parseGateMessage(payload: Buffer): GateOutcome {
  const decoded = decodeFields(payload);
  if (decoded.kind === "broken") return decoded;
  const raw: Record<string, unknown> = {};
  for (const [key, values] of decoded.fields) raw[key] = key === "arg" || key === "env" ? values : values[0];
  if (raw["op"] === "exec" || raw["op"] === "hint") raw["arg"] ??= [];
  if (raw["op"] === "exec") raw["env"] ??= [];
  const parsed = MESSAGE.safeParse(raw);
  if (!parsed.success) return { kind: "broken", reason: "not a message of guard's gate" };
  const { data } = parsed;
  return data.op === "exec"
    ? { kind: "exec", exec: { ...data, text: decoded.text } }
    : { kind: "news", news: data };
}
