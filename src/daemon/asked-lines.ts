/**
 * What a person was asked lately, for the ladder: it suggests by that, and shows which of it a rule would have answered. Examples
 * only: nothing is decided by it, so what cannot be read is left out.
 */
import type { Dialect } from "../core/command.ts";
import { type Checked, shownLine } from "../decide/checked.ts";
import { readEarlier } from "./earlier-questions.ts";

export interface AskedLine {
  /** The check; left out for those of earlier sessions. */
  readonly id?: string;
  /** For people. */
  readonly line: string;
  readonly what: Extract<Checked, { kind: "line" | "argv" }>;
  readonly cwd: string;
  readonly dialect?: Dialect;
  readonly atMs: number;
  readonly answer: "allowed" | "denied" | "none";
}

export interface AskedLines {
  /** A question was asked. */
  note(id: string, asked: { readonly what: Checked; readonly cwd: string; readonly dialect?: Dialect }): void;
  answered(id: string, answer: "allowed" | "denied"): void;
  /** Those before this check, oldest first. Never rejects. */
  before(id: string): Promise<readonly AskedLine[]>;
}

export interface AskedLinesInput {
  readonly auditFile: string;
  readonly session: string;
  /** Questions of earlier sessions count where they were asked here or below. */
  readonly project: string;
  readonly nowMs: () => number;
}

const MOST = 100;
/** A longer one helps nobody as an example. */
const MOST_CHARS = 2_000;
/** A person waits for the ladder. A disk that is slower may have answered by the next one. */
const READ_MS = 100;

export function createAskedLines({ auditFile, session, project, nowMs }: AskedLinesInput): AskedLines {
  let own: readonly AskedLine[] = [];
  let earlier: Promise<readonly AskedLine[]> | undefined;
  return {
    note(id, { what, cwd, dialect }) {
      // A script's text is what it was then; it would be another question now.
      if (what.kind !== "line" && what.kind !== "argv") return;
      const line = shownLine(what);
      if (line.length > MOST_CHARS) return;
      const shell = dialect === undefined ? {} : { dialect };
      own = [...own, { id, line, what, cwd, ...shell, atMs: nowMs(), answer: "none" as const }].slice(-MOST);
    },
    answered(id, answer) {
      own = own.map((asked) => (asked.id === id ? { ...asked, answer } : asked));
    },
    async before(id) {
      earlier ??= readEarlier(auditFile, session, project).catch(() => []);
      const fitting = (await inTime(earlier)).filter(({ line }) => line.length <= MOST_CHARS);
      const at = own.findIndex((asked) => asked.id === id);
      return [...fitting, ...(at < 0 ? own : own.slice(0, at))].slice(-MOST);
    },
  };
}

function inTime(earlier: Promise<readonly AskedLine[]>): Promise<readonly AskedLine[]> {
  return new Promise((done) => {
    const timer = setTimeout(() => done([]), READ_MS);
    void earlier.then((lines) => {
      clearTimeout(timer);
      done(lines);
    });
  });
}
