/** What a person changes outside of every session is on record too: who widened the rules, and when. */
import { createEncode } from "../audit/redact-record.ts";
import { AuditStore } from "../audit/store.ts";
import { userName } from "../ipc/system-names.ts";
import { auditDatabase } from "./audit-place.ts";
import { type SessionIo, sayProblem } from "./session-io.ts";

export interface Change {
  readonly action: "rules added" | "rules not added" | "rules removed" | "answer forgotten";
  /** The command that did it. */
  readonly by: "suggest" | "grants";
  readonly file?: string;
  /** In whose file, of which project. */
  readonly layer?: string;
  readonly project?: string;
  readonly rules?: readonly string[];
  /** What the rules say, as JSON: guard suggest must know what was taken back. */
  readonly matches?: readonly string[];
  readonly line?: string;
}

/** In place of a session's name. */
const NO_SESSION = "person";
const WAIT_MS = 3_000;

/** Before it is made: why it cannot be written down, or undefined. What loosens must not be done then. */
export function recordChange({ by, ...change }: Change, io: SessionIo): string | undefined {
  return write({ ...change, person: `${by}:${userName()}` }, auditDatabase(io));
}

/** For what tightens: it is done in any case, and that it could not be written down is said. */
export function noteChange(change: Change, io: SessionIo): void {
  const problem = recordChange(change, io);
  if (problem !== undefined) sayProblem(io, `this change is not on record: ${problem}`);
}

function write(
  details: Readonly<Record<string, string | readonly string[]>>,
  file: string,
): string | undefined {
  const opened = AuditStore.open({ file, session: NO_SESSION, waitMs: WAIT_MS, opening: "first" });
  if (opened.kind !== "open") return opened.kind === "busy" ? HELD : opened.reason;
  const encoded = createEncode(() => [])({ event: "policy-changed", session: NO_SESSION, details });
  const stored = encoded.kind === "failed" ? encoded : opened.store.write([encoded.text]);
  opened.store.close();
  if (stored.kind === "stored") return undefined;
  return stored.kind === "busy" ? HELD : stored.reason;
}

const HELD = "the record is held by another process";
