/**
 * `guard log verify`: is the record as guard wrote it? The chain, the lines beside it, and the heads that were told must agree. Who can write
 * all of them could make a new record of the same length: only a head that he cannot reach (written down, sent away) tells that.
 */
import { dirname, join } from "node:path";
import { type Head, readLine } from "../audit/chain.ts";
import { type CopyPart, findPart, listCopies, readLines } from "../audit/copy-files.ts";
import type { Database } from "../audit/database.ts";
import { HEADS_NAME } from "../audit/heads.ts";
import { copyOf } from "../audit/store.ts";
import type { Finding, Note } from "./finding.ts";
import { type ChainReport, readChain, verifyChain } from "./verify-chain.ts";
import { verifyBeyond, verifyCopies } from "./verify-copy.ts";
import { readHeads, type ToldHead, verifyHeads } from "./verify-heads.ts";

export interface Verified {
  readonly count: number;
  readonly first: number;
  readonly head: Head;
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
}

/** A line is written just before its row: one that is there without it is looked at again, for a session on a busy machine several times. */
const LOOK_AGAIN_AFTER_MS = 200;
const MOST_LOOKS = 10;
/** A session that ends right now tells its head a moment later. */
const ENDS_WITHIN_MS = 10_000;

export async function verifyHistory(
  file: string,
  database: Database,
  told: readonly ToldHead[],
): Promise<Verified> {
  const folder = dirname(copyOf(file));
  // One picture of the database, while sessions go on writing; the lines are listed after it, so that they hold all of it.
  database.exec("BEGIN");
  database.prepare("SELECT max(seq) FROM record").get();
  const parts = listCopies(folder);
  const chain = verifyChain(readChain(database));
  const copies = verifyCopies(parts, database);
  database.exec("COMMIT");
  let late = verifyBeyond(copies.beyond, database);
  for (let looks = 0; late.length > 0 && looks < MOST_LOOKS; looks++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS));
    late = verifyBeyond(copies.beyond, database);
  }
  const known = readHeads(findPart(join(folder, HEADS_NAME)));
  const all = [...known, ...told];
  const heads = verifyHeads(all, chain.first, database, findOlder(all, chain, parts));
  const lost = verifyEnd(chain, known, join(folder, HEADS_NAME));
  return { ...chain, findings: [...chain.findings, ...copies.findings, ...late, ...lost, ...heads] };
}

/** A session tells where it ended: a file without that was removed, emptied or cut. */
function verifyEnd({ lastEnd }: ChainReport, heads: readonly ToldHead[], file: string): Finding[] {
  if (lastEnd === undefined || Date.now() - lastEnd.at_ms < ENDS_WITHIN_MS) return [];
  if (heads.some(({ seq }) => seq >= lastEnd.seq)) return [];
  const text = `${file} is gone or has lost lines: it does not tell the end of a session that record ${lastEnd.seq} is about`;
  return [{ kind: "missing", text }];
}

/** Hashes of records that retention took, as far as something still holds them and the chain goes on from there. */
function findOlder(
  heads: readonly ToldHead[],
  { first, before }: ChainReport,
  parts: readonly CopyPart[],
): ReadonlyMap<number, string> {
  const wanted = new Set(heads.map(({ seq }) => seq).filter((seq) => seq < first));
  const found = new Map(before === undefined ? [] : [[before.seq, before.hash.toString("hex")]]);
  if (wanted.size === 0) return found;
  for (const part of parts)
    for (const { text } of readLines(part)) {
      const line = readLine(text);
      if (line !== undefined && wanted.has(line.seq)) found.set(line.seq, line.hash.toString("hex"));
    }
  return found;
}
