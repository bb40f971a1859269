/** A database that is not there though something beside it tells of records: it was removed, which is not the same as "nothing yet". */
import { dirname, join } from "node:path";
import { findPart, listCopies } from "../audit/copy-files.ts";
import { HEADS_NAME } from "../audit/heads.ts";
import { copyOf } from "../audit/store.ts";
import { readHeads } from "./verify-heads.ts";

/** In words; undefined: nothing tells of a record. */
export function findGone(file: string): string | undefined {
  const folder = dirname(copyOf(file));
  const lines = listCopies(folder).find(({ size }) => size > 0);
  if (lines !== undefined)
    return `${file} is gone, though the lines beside it (${lines.path}) hold records; guard log repair makes it anew from them`;
  const heads = readHeads(findPart(join(folder, HEADS_NAME)));
  const last = Math.max(0, ...heads.map(({ seq }) => seq));
  if (last === 0) return undefined;
  return `${file} is gone, and so are the lines beside it: ${join(folder, HEADS_NAME)} tells of records up to ${last}`;
}
