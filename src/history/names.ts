/** Names that repeat, by number: sessions, rules, programs … Counted, so that a search begins with what is rare. */
import type { Database, Statement } from "../audit/database.ts";

export type NameKind =
  | "session"
  | "decider"
  | "event"
  | "rule"
  | "person"
  | "agent"
  | "project"
  | "program"
  | "pattern";

/** A hostile one is found by its beginning. */
const MAX_CHARS = 400;

/** For one transaction: numbers that it gives count only when that is committed. */
export class NameBook {
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #count: Statement;
  readonly #known = new Map<string, number>();
  readonly #uses = new Map<number, number>();

  constructor(index: Database) {
    this.#find = index.prepare("SELECT id FROM name WHERE kind = ? AND text = ?").pluck();
    this.#insert = index.prepare("INSERT INTO name (kind, text, uses) VALUES (?, ?, 0)");
    this.#count = index.prepare("UPDATE name SET uses = uses + ? WHERE id = ?");
  }

  use(kind: NameKind, text: string | undefined): number | null {
    if (text === undefined) return null;
    const id = this.#idOf(kind, text.slice(0, MAX_CHARS));
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
    return id;
  }

  writeUses(): void {
    for (const [id, uses] of this.#uses) this.#count.run(uses, id);
    this.#uses.clear();
  }

  #idOf(kind: NameKind, text: string): number {
    const key = `${kind} ${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id =
      (this.#find.get(kind, text) as number | undefined) ??
      Number(this.#insert.run(kind, text).lastInsertRowid);
    this.#known.set(key, id);
    return id;
  }
}

export interface Name {
  readonly id: number;
  readonly text: string;
  readonly uses: number;
}

export function namesOf(index: Database, kind: NameKind): Name[] {
  return index.prepare("SELECT id, text, uses FROM name WHERE kind = ? ORDER BY text").all(kind) as Name[];
}
