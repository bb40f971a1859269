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

/** A line is written just before its commit: one that is there without its record is looked at again. */
const LOOK_AGAIN_AFTER_MS = 200;

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
  if (copies.beyond.length > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS));
  const late = verifyBeyond(copies.beyond, database);
  const headsFile = findPart(join(folder, HEADS_NAME));
  const lost: Finding[] =
    headsFile === undefined && chain.ends > 0
      ? [{ kind: "missing", text: `${join(folder, HEADS_NAME)} is gone, though sessions have ended` }]
      : [];
  const all = [...readHeads(headsFile), ...told];
  const heads = verifyHeads(all, chain.first, database, findOlder(all, chain, parts));
  return { ...chain, findings: [...chain.findings, ...copies.findings, ...late, ...lost, ...heads] };
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
