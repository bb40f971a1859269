/** The pipe between `guard run` and its daemon (fd 3): the launcher starts and ends things, the daemon reports. */
import * as z from "zod/mini";
import { MODES } from "../core/ruling.ts";
import { CONSOLES } from "./consoles.ts";

export const TO_DAEMON = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("start"),
    session: z.string(),
    /** The session's folder; agent/ and control/ are made. */
    folder: z.string(),
    cwd: z.string(),
    launcherPid: z.number(),
    /** As given; `program` is the file that was found for it. */
    agent: z.array(z.string()).check(z.minLength(1)),
    program: z.string(),
    mode: z.optional(z.enum(MODES)),
    console: z.enum(CONSOLES),
    timeoutS: z.optional(z.number()),
    profiles: z.array(z.string()),
    tier: z.string(),
    /** `on`: the seat asks on control/gate.sock about every program. */
    gate: z.enum(["on", "off"]),
    /** `on`: the agent sees what bubblewrap leaves of the machine. */
    confined: z.enum(["on", "off"]),
    /** Mount namespaces of a confined agent's own: with them it can move names. */
    sandboxes: z.enum(["allowed", "refused"]),
    /** Given by hand: hidden places, and sockets that lead out, that this agent may reach. */
    reveals: z.array(z.string()),
  }),
  /** The plan is made: what became of the project, what the agent does not see, and what it cannot change. */
  z.strictObject({
    op: z.literal("confined"),
    project: z.enum(["read-only", "writable", "holds-home"]),
    hidden: z.array(z.string()),
    readOnly: z.array(z.string()),
    /** What the seat's keeper holds, where there is one: it tells of them by their number here. */
    kept: z.array(
      z.strictObject({
        as: z.enum(["hidden", "stand-in", "read-only", "until-changed"]),
        path: z.string(),
      }),
    ),
    /** Files that would be hidden, and are not there; only with this in them, where it is said. */
    absent: z.array(z.strictObject({ path: z.string(), holds: z.optional(z.string()) })),
  }),
  z.strictObject({ op: z.literal("end") }),
  /** Answers tree-gone: start-up files that are not as they were, each with how; `count` of all, `files` of the first. */
  z.strictObject({
    op: z.literal("changed"),
    files: z.array(z.string()).check(z.maxLength(100)),
    count: z.number(),
  }),
  /** The agent is gone, what it left is guarded on without the launcher. */
  z.strictObject({ op: z.literal("keep") }),
  z.strictObject({ op: z.literal("continue") }),
  z.strictObject({ op: z.literal("signal"), signal: z.number() }),
  /** What guard run asks for its person, as on the control socket (control-messages.ts), without a hello. */
  z.strictObject({ op: z.literal("control"), request: z.unknown() }),
  /** Only without a seat. */
  z.strictObject({ op: z.literal("agent-started"), pid: z.number() }),
]);
export type ToDaemon = z.infer<typeof TO_DAEMON>;
export type StartMessage = Extract<ToDaemon, { op: "start" }>;

export const TO_LAUNCHER = z.discriminatedUnion("op", [
  z.strictObject({
    op: z.literal("ready"),
    mode: z.enum(MODES),
    project: z.string(),
    warnings: z.array(z.string()),
    /** What the user's own policy file reveals. */
    reveals: z.array(z.string()),
  }),
  z.strictObject({ op: z.literal("refused"), problems: z.array(z.string()) }),
  /** Follows ready: what the user wrote after --, if it is a shell's line, was judged. */
  z.strictObject({
    op: z.literal("root-verdict"),
    verdict: z.enum(["allow", "deny"]),
    /** What is printed for a deny: guard's stable lines. */
    lines: z.array(z.string()),
  }),
  z.strictObject({ op: z.literal("agent"), pid: z.number() }),
  z.strictObject({ op: z.literal("stopped"), signal: z.number() }),
  z.strictObject({ op: z.literal("continued") }),
  z.strictObject({ op: z.literal("exited"), code: z.number() }),
  z.strictObject({ op: z.literal("killed"), signal: z.number() }),
  /** The agent could not be executed. */
  z.strictObject({ op: z.literal("failed"), errno: z.number() }),
  /** The seat is gone without having told the agent's end. */
  z.strictObject({ op: z.literal("seat-lost") }),
  /** Nothing of the agent runs any more; the session's end is not written down yet. Asks for `changed`. */
  z.strictObject({ op: z.literal("tree-gone") }),
  /** Nothing is left below the seat, sockets and folder are gone. */
  z.strictObject({
    op: z.literal("tree-ended"),
    /** What the session came to, and the head of the record then: for the person to keep. */
    record: z.optional(z.strictObject({ checks: z.number(), denied: z.number(), head: z.string() })),
  }),
  z.strictObject({ op: z.literal("notice"), text: z.string() }),
  /** An answer or an event of the control conversation. */
  z.strictObject({ op: z.literal("control"), message: z.unknown() }),
]);
export type ToLauncher = z.infer<typeof TO_LAUNCHER>;
