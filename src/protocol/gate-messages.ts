/** What the exec gate tells of programs that are loaded and wait before their first instruction. It is answered by verdicts. */
import * as z from "zod/mini";
import { PROTOCOL_VERSION } from "./agent-messages.ts";
import { decodeFields, encodeFields, type FieldText } from "./fields.ts";

/** Numbers of files may be as large as 64 bits: they are compared as text. */
const NUMBER = z.string().check(z.regex(/^[0-9]{1,20}$/));
const PID = z.string().check(z.regex(/^[1-9][0-9]{0,9}$/));
const PREFIX = { guard: z.literal(PROTOCOL_VERSION) } as const;

/** Announcements that were allowed and became true since the last message. */
const USED = z.array(NUMBER);

const EXEC = {
  ...PREFIX,
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
  used: USED,
} as const;

/** A connect that waits: to a socket that does not belong to the tree. Or a socket that would not need one. */
const REACH = z.strictObject({
  ...PREFIX,
  op: z.literal("reach"),
  id: NUMBER,
  pid: PID,
  /**
   * `unseen`: the caller, or what its name means, cannot be looked at; it is refused whatever is answered. The two of datagrams: the making of such sockets, which have no name yet. `port`: whether one is watched at all (`tcp:PORT`);
   * `tcp`: a connect to such a one on this machine, where somebody outside listens.
   */
  kind: z.enum(["path", "abstract", "datagrams", "datagram-pair", "port", "tcp", "unseen"]),
  /** As the caller sees it, links followed; an abstract one begins with `@`. */
  name: z.string(),
  /** The name that its owner gave it; empty where the kernel does not tell. */
  bound: z.string(),
  device: NUMBER,
  inode: NUMBER,
  /** `nobody`: a socket's file, and nobody listens. `other`: no socket's file. */
  found: z.enum(["socket", "nobody", "other"]),
  used: USED,
});

const MESSAGE = z.discriminatedUnion("op", [
  z.strictObject({ ...EXEC, op: z.literal("exec") }),
  /** The same, while the kernel still loads it, as its caller says. An allow counts only if it turns out to be true. */
  z.strictObject({ ...EXEC, op: z.literal("announced") }),
  REACH,
  z.strictObject({ ...PREFIX, op: z.literal("used"), id: NUMBER, used: USED }),
  /** The kernel, or a container, does not give what the connect rule needs: sockets outside are open. */
  z.strictObject({ ...PREFIX, op: z.literal("no-connect-rule"), reason: z.string() }),
  /** It died while it waited. */
  z.strictObject({ ...PREFIX, op: z.literal("gone"), id: NUMBER }),
  /** What was announced and allowed did not start, or not so. */
  z.strictObject({ ...PREFIX, op: z.literal("unused"), id: NUMBER }),
  /** Its execve was refused: another traces it, or it hides itself from the gate. */
  z.strictObject({ ...PREFIX, op: z.literal("untraceable"), pid: PID }),
  z.strictObject({ ...PREFIX, op: z.literal("unjudged-text"), pid: PID }),
  /** It was denied by the gate itself: more than a frame can hold. */
  z.strictObject({ ...PREFIX, op: z.literal("too-long"), pid: PID }),
  /** It was killed: another process changed its arguments, variables or name while it waited. */
  z.strictObject({ ...PREFIX, op: z.literal("rewritten"), pid: PID }),
  /** It was killed: what was loaded could not be looked at. */
  z.strictObject({ ...PREFIX, op: z.literal("unreadable"), pid: PID }),
]);

export type GateMessage = z.infer<typeof MESSAGE>;
export type GateExec = Omit<Extract<GateMessage, { op: "exec" }>, "op" | "used"> & {
  readonly text: FieldText;
};

export type GateReach = Omit<z.infer<typeof REACH>, "used">;

export type GateOutcome =
  | { readonly kind: "exec" | "announced"; readonly exec: GateExec; readonly used: readonly string[] }
  | { readonly kind: "reach"; readonly reach: GateReach; readonly used: readonly string[] }
  | { readonly kind: "news"; readonly news: Exclude<GateMessage, { op: "exec" | "announced" | "reach" }> }
  | { readonly kind: "broken"; readonly reason: string };

export function parseGateMessage(payload: Buffer): GateOutcome {
  const decoded = decodeFields(payload);
  if (decoded.kind === "broken") return decoded;
  const raw: Record<string, unknown> = {};
  for (const [key, values] of decoded.fields) raw[key] = LISTS.has(key) ? values : values[0];
  if (raw["op"] === "reach") raw["used"] ??= [];
  else if ("pid" in raw && "id" in raw) for (const key of LISTS) raw[key] ??= [];
  const parsed = MESSAGE.safeParse(raw);
  if (!parsed.success) return { kind: "broken", reason: "not a message of guard's gate" };
  const { data } = parsed;
  if (data.op === "reach") {
    const { used, ...reach } = data;
    return { kind: "reach", used, reach };
  }
  if (data.op !== "exec" && data.op !== "announced") return { kind: "news", news: data };
  const { op, used, ...exec } = data;
  return { kind: op, used, exec: { ...exec, text: decoded.text } };
}

const LISTS: ReadonlySet<string> = new Set(["arg", "env", "used"]);

export function encodeReach(id: string, verdict: "allow" | "deny"): Buffer {
  return encodeFields([
    ["guard", PROTOCOL_VERSION],
    ["id", id],
    ["verdict", verdict],
  ]);
}

/** What was announced cannot be allowed unasked: it will be judged when it is there. */
export function encodeLater(id: string): Buffer {
  return encodeFields([
    ["guard", PROTOCOL_VERSION],
    ["id", id],
    ["verdict", "later"],
  ]);
}
