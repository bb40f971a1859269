/** Heads that were told: by sessions at their end (audit/heads.jsonl), and by the person who has written one down. */

import type { CopyPart } from "../audit/copy-files.ts";
import { readLines } from "../audit/copy-files.ts";
import type { Database } from "../audit/database.ts";
import type { Finding } from "./finding.ts";

export interface ToldHead {
  readonly seq: number;
  /** In hexadecimal digits; perhaps only the first of them. */
  readonly hash: string;
  readonly from: string;
}

const GIVEN = "the head that you gave";

/** `1042:9f3a…`, as guard prints it. */
export function parseHead(text: string): ToldHead | undefined {
  const found = /^(\d{1,15}):([0-9a-f]{8,64})$/.exec(text.trim());
  return found?.[1] === undefined || found[2] === undefined
    ? undefined
    : { seq: Number(found[1]), hash: found[2], from: GIVEN };
}

export function readHeads(part: CopyPart | undefined): readonly ToldHead[] {
  if (part === undefined) return [];
  return [...readLines(part)].flatMap(({ text }) => {
    try {
      const { seq, hash, session } = JSON.parse(text) as { seq: unknown; hash: unknown; session: unknown };
      if (typeof seq !== "number" || typeof hash !== "string") return [];
      return [{ seq, hash, from: `the end of session ${String(session)}` }];
    } catch {
      return [];
    }
  });
}

/** Heads of records that are not there any more prove nothing; only where retention kept that very hash, or a line still has it. */
export function verifyHeads(
  heads: readonly ToldHead[],
  first: number,
  database: Database,
  older: ReadonlyMap<number, string>,
): readonly Finding[] {
  const hashOf = database.prepare("SELECT hash FROM record WHERE seq = ?");
  return heads.flatMap(({ seq, hash, from }): Finding[] => {
    if (seq < first) return verifyGone({ seq, hash, from }, older);
    const row = hashOf.get(seq) as { readonly hash: Buffer } | undefined;
    if (row === undefined)
      return [{ kind: "truncated", seq, text: `record ${seq}, told by ${from}, is gone` }];
    if (row.hash.toString("hex").startsWith(hash)) return [];
    return [{ kind: "replaced", seq, text: `record ${seq} is another one than that told by ${from}` }];
  });
}

/** A session's own end, which nobody gave us, needs no proof when its records went by retention. */
function verifyGone({ seq, hash, from }: ToldHead, older: ReadonlyMap<number, string>): Finding[] {
  const known = older.get(seq);
  if (known?.startsWith(hash)) return [];
  if (known !== undefined)
    return [{ kind: "replaced", seq, text: `record ${seq} was another one than that told by ${from}` }];
  if (from !== GIVEN) return [];
  const text = `record ${seq} is not kept any more, so its head proves nothing about what is: give a later one`;
  return [{ kind: "unproven", seq, text }];
}
