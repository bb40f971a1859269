/** What hooks, shims and (later) the gate may ask on the agent's socket, and what they are told. */
import * as z from "zod/mini";
import { DIALECTS } from "../core/command.ts";
import { decodeFields, encodeFields, type FieldText } from "./fields.ts";

export const PROTOCOL_VERSION = "1";

const NUMBER = z.string().check(z.regex(/^[0-9]{1,15}$/));
const SHELL = z.enum(DIALECTS);
const ABSOLUTE = z.string().check(z.startsWith("/"));
const PREFIX = {
  guard: z.literal(PROTOCOL_VERSION),
  id: NUMBER,
  pid: z.string().check(z.regex(/^[1-9][0-9]{0,9}$/)),
} as const;
const CHECK = { ...PREFIX, op: z.literal("check"), layer: z.enum(["hook", "shim"]), cwd: ABSOLUTE } as const;
const ARGS = z.array(z.string());

const REQUEST = z.union([
  z.strictObject({
    ...CHECK,
    kind: z.literal("line"),
    shell: SHELL,
    line: z.string(),
    prelude: z.optional(z.string()),
    incomplete: z.optional(z.literal("yes")),
    interactive: z.optional(z.literal("yes")),
  }),
  z.strictObject({ ...CHECK, kind: z.literal("argv"), path: ABSOLUTE, arg: ARGS.check(z.minLength(1)) }),
  z.strictObject({ ...CHECK, kind: z.literal("script"), shell: SHELL, path: z.string(), arg: ARGS }),
  z.strictObject({ ...CHECK, kind: z.literal("stdin"), shell: SHELL, arg: ARGS }),
  z.strictObject({ ...PREFIX, op: z.literal("start"), shell: SHELL }),
  /** `status`: $? of the line before, as the shell writes it. What it is must not keep the prompt from counting. */
  z.strictObject({ ...PREFIX, op: z.literal("prompt"), shell: SHELL, status: z.optional(z.string()) }),
]);

export type AgentRequest = z.infer<typeof REQUEST> & { readonly text: FieldText };
export type AgentCheck = Extract<AgentRequest, { op: "check" }>;
export type AgentNote = Exclude<AgentRequest, AgentCheck>;

export type AgentOutcome =
  | { readonly kind: "request"; readonly request: AgentRequest }
  /** `id`: what could be read of it, to answer with. */
  | { readonly kind: "broken"; readonly reason: string; readonly id: string };

export function parseAgentRequest(payload: Buffer): AgentOutcome {
  const decoded = decodeFields(payload);
  if (decoded.kind === "broken") return { ...decoded, id: "0" };
  const raw: Record<string, unknown> = {};
  for (const [key, values] of decoded.fields) raw[key] = key === "arg" ? values : values[0];
  if (!("arg" in raw) && (raw["kind"] === "script" || raw["kind"] === "stdin")) raw["arg"] = [];
  const parsed = REQUEST.safeParse(raw);
  if (parsed.success) return { kind: "request", request: { ...parsed.data, text: decoded.text } };
  const id = NUMBER.safeParse(raw["id"]);
  const version = raw["guard"] === PROTOCOL_VERSION ? "" : `; this guard speaks version ${PROTOCOL_VERSION}`;
  return { kind: "broken", reason: `not a message of guard${version}`, id: id.success ? id.data : "0" };
}

/** The one thing that leaves the daemon towards an agent. */
export type Verdict =
  | { readonly kind: "allow"; readonly check: string }
  | {
      readonly kind: "deny";
      readonly check: string;
      readonly reason: string;
      readonly rule: string;
      readonly instead?: string;
    };

/** Its texts must be printable already: they go straight to a terminal. */
export function encodeVerdict(id: string, verdict: Verdict): Buffer {
  const head: [string, string][] = [
    ["guard", PROTOCOL_VERSION],
    ["id", id],
    ["verdict", verdict.kind],
    ["check", verdict.check],
  ];
  if (verdict.kind === "allow") return encodeFields(head);
  const deny: [string, string][] = [
    ["reason", verdict.reason],
    ["rule", verdict.rule],
  ];
  const instead: [string, string][] = verdict.instead === undefined ? [] : [["instead", verdict.instead]];
  return encodeFields([...head, ...deny, ...instead]);
}

export function encodeNoted(id: string): Buffer {
  return encodeFields([
    ["guard", PROTOCOL_VERSION],
    ["id", id],
    ["noted", "yes"],
  ]);
}
