/**
 * A recorded check as the engine would get it again. Records come from this or another version of guard: what does not have the shape
 * of one is said to be unusable, never guessed. What a record does not hold (aliases of the shell, variables, a script's text) is not there.
 */
import { DIALECTS, type Dialect } from "../core/command.ts";
import { MODES, type Mode, RULINGS, type Ruling } from "../core/ruling.ts";
import { quoteArgv } from "../decide/argv.ts";
import type { StoredVerdict } from "../history/stored-record.ts";
import { unquoteArgv } from "./unquote-argv.ts";

/** `script`: its text is read when it is judged; `argv` is how it was shown, the shell first. */
export type RecordedWhat =
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "argv" | "script" | "stdin"; readonly argv: readonly string[] };

export interface RecordedCheck {
  readonly what: RecordedWhat;
  /** For people. Hostile. */
  readonly line: string;
  readonly cwd: string;
  readonly mode: Mode;
  readonly ruling: Ruling;
  readonly dialect?: Dialect;
  /** `cut`, `redacted`: it is not what was judged then. */
  readonly text: "whole" | "cut" | "redacted";
}

export type Unusable = "an agent's own start" | "no command that can be read again";

const REDACTED = "«redacted:";

export function readCheck(record: StoredVerdict): RecordedCheck | Unusable {
  if (record.decided_by === "root") return "an agent's own start";
  const mode = MODES.find((known) => known === record.mode);
  const ruling = RULINGS.find((known) => known === record.ruling);
  const what = whatOf(record);
  if (what === undefined || mode === undefined || ruling === undefined || typeof record.cwd !== "string")
    return "no command that can be read again";
  const dialect = DIALECTS.find((known) => known === record.shell);
  const line = what.kind === "line" ? what.line : quoteArgv(what.argv);
  const isCut = "command_bytes" in record;
  return {
    what,
    line,
    cwd: record.cwd,
    mode,
    ruling,
    ...(dialect === undefined ? {} : { dialect }),
    text: isCut ? "cut" : line.includes(REDACTED) ? "redacted" : "whole",
  };
}

function whatOf({ kind, command }: StoredVerdict): RecordedWhat | undefined {
  const raw: unknown = command;
  switch (kind) {
    case "line":
      return typeof raw === "string" ? { kind, line: raw } : undefined;
    case "argv":
      return isArgv(raw) ? { kind, argv: raw } : undefined;
    case "script":
    case "stdin": {
      const argv = typeof raw === "string" ? unquoteArgv(raw) : undefined;
      return argv === undefined ? undefined : { kind, argv };
    }
    default:
      return undefined;
  }
}

function isArgv(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}
