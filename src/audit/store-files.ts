/** The two files of the record, open: the database and its copy in lines. Found again when somebody has taken them away. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { CopyFile } from "./copy-file.ts";
import {
  closeQuietly,
  type Database,
  explainSqlite,
  type OpenedDatabase,
  openDatabase,
  prepareDatabase,
} from "./database.ts";
import { explain, prepareFolder } from "./open-file.ts";
import { prepareSchema } from "./schema.ts";
import { prepareStatements, type Statements } from "./statements.ts";

export interface FilesOptions {
  /** audit.db; the copy lies beside it in audit/. */
  readonly file: string;
  readonly waitMs: number;
  /** `again`: another thread of this process has it open, and has looked at it. */
  readonly opening: "first" | "again";
  readonly nowMs?: () => number;
  /** Whether the folder that the files lie in is still guard's own. */
  readonly isPlaceOurs?: () => boolean;
  readonly lookEveryMs?: number;
}

export type FilesProblem = Exclude<OpenedDatabase, { readonly kind: "open" }>;

const LOOK_EVERY_MS = 1_000;

export function copyOf(file: string): string {
  return join(dirname(file), "audit/permissions.jsonl");
}

export class StoreFiles {
  readonly copy: CopyFile;
  readonly #options: FilesOptions;
  readonly #nowMs: () => number;
  #opened:
    | { readonly database: Database; readonly statements: Statements; readonly inode: number }
    | undefined;
  #lookedAtMs = 0;

  constructor(options: FilesOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.copy = new CopyFile(copyOf(options.file));
  }

  get statements(): Statements {
    if (this.#opened === undefined) throw new Error(`${this.#options.file} is not open`);
    return this.#opened.statements;
  }

  get database(): Database | undefined {
    return this.#opened?.database;
  }

  /** What is wrong, or undefined. */
  open(): FilesProblem | undefined {
    const { file, waitMs, opening } = this.#options;
    const wrong = opening === "first" ? this.#prepare() : this.copy.open();
    if (wrong !== undefined) return { kind: "failed", reason: wrong };
    const opened = openDatabase(file, { as: "write", waitMs });
    return opened.kind === "open" ? this.#take(opened.database) : opened;
  }

  isLookDue(nowMs: number): boolean {
    const { lookEveryMs = LOOK_EVERY_MS } = this.#options;
    const sinceMs = nowMs - this.#lookedAtMs;
    // A clock that was set back must not stop the looking.
    return this.#opened === undefined || sinceMs < 0 || sinceMs >= lookEveryMs;
  }

  /** Removed or replaced, from outside: then what is open is not the record any more. */
  lookAgain(): FilesProblem | undefined {
    const { isPlaceOurs = () => true, file } = this.#options;
    if (!this.isLookDue(this.#nowMs())) return undefined;
    this.#lookedAtMs = this.#nowMs();
    if (this.#opened !== undefined && !isPlaceOurs()) return undefined;
    if (this.#opened === undefined || statSync(file, { throwIfNoEntry: false })?.ino !== this.#opened.inode) {
      this.close();
      return this.open();
    }
    if (this.copy.isStillThere()) return undefined;
    const reason = prepareFolder(dirname(this.copy.path)) ?? this.copy.open();
    if (reason === undefined) return undefined;
    // Until it is put right, each write looks again and fails.
    this.#lookedAtMs = Number.NEGATIVE_INFINITY;
    return { kind: "failed", reason };
  }

  /** And locks it, for it is written to next. Throws where it cannot be opened. A place that is not guard's any more is left alone. */
  reopenCopy(): void {
    const { isPlaceOurs = () => true, waitMs, file } = this.#options;
    if (!isPlaceOurs()) return;
    const reason = prepareFolder(dirname(this.copy.path)) ?? this.copy.open();
    if (reason !== undefined) throw new Error(reason);
    if (this.copy.lock(waitMs) === "locked") return;
    throw Object.assign(new Error(`${this.copy.path}, beside ${file}, is held`), { code: "SQLITE_BUSY" });
  }

  close(): void {
    closeQuietly(this.#opened?.database);
    this.#opened = undefined;
    this.copy.close();
  }

  #prepare(): string | undefined {
    const { file } = this.#options;
    try {
      const wrong = prepareFolder(dirname(file)) ?? prepareFolder(dirname(this.copy.path));
      return wrong ?? prepareDatabase(file) ?? this.copy.open();
    } catch (error) {
      return explain(file, error as NodeJS.ErrnoException);
    }
  }

  #take(database: Database): FilesProblem | undefined {
    const { file } = this.#options;
    try {
      const old = prepareSchema(database, file);
      if (old !== undefined) {
        closeQuietly(database);
        return { kind: "failed", reason: old };
      }
      const statements = prepareStatements(database);
      // The last page is read: what is damaged there says so now.
      statements.last.get();
      this.#opened = { database, statements, inode: statSync(file).ino };
      this.#lookedAtMs = this.#nowMs();
      return undefined;
    } catch (error) {
      closeQuietly(database);
      return explainSqlite(file, error);
    }
  }
}
