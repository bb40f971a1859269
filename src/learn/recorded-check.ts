/**
 * A recorded check as the engine would get it again. Records come from this or another version of guard: what does not have the shape
 * of one is said to be unusable, never guessed. What a record does not hold (aliases of the shell, variables, a script's text) is not there.
 */
import { basename } from "node:path";
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
  /** Of one that is not whole: what it ran, by base names. Left out: nobody can tell, or not all of it. */
  readonly programs?: readonly string[];
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
  const text = textOf(record);
  const programs = text === "whole" ? undefined : programsOf(record);
  return {
    what,
    line,
    cwd: record.cwd,
    mode,
    ruling,
    ...(dialect === undefined ? {} : { dialect }),
    text,
    ...(programs === undefined ? {} : { programs }),
  };
}

function textOf(record: StoredVerdict): RecordedCheck["text"] {
  if ("command_bytes" in record || "command_sha256" in record) return "cut";
  return JSON.stringify([record.command, record.cwd]).includes(REDACTED) ? "redacted" : "whole";
}

/** Records of before do not have it, and a field of a file is whatever somebody wrote there. */
function programsOf(record: StoredVerdict): readonly string[] | undefined {
  const raw: unknown = record.programs;
  if (!isArgv(raw) || raw.some((name) => name === "" || name === "?" || name.includes(REDACTED)))
    return undefined;
  return raw.map((name) => basename(name));
}

function whatOf(record: StoredVerdict): RecordedWhat | undefined {
  const { kind } = record;
  const raw: unknown = record.command;
  switch (kind) {
    case "line":
      return typeof raw === "string" ? { kind, line: raw } : undefined;
    case "argv":
      return isArgv(raw) ? { kind, argv: raw } : undefined;
    case "script":
    case "stdin": {
      if (typeof raw !== "string") return undefined;
      const argv = unquoteArgv(raw);
      if (argv !== undefined) return { kind, argv };
      // A mark stands in it, or its end is missing: no words, but somebody may have refused it.
      return textOf(record) === "whole" ? undefined : { kind: "line", line: raw };
    }
    default:
      return undefined;
  }
}

function isArgv(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}
