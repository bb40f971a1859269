/**
 * Each record's hash covers its text and the hash before it: none can be changed, taken out or moved without all that follow. Who can write
 * to the files can make a new chain from there on; that is why its head is told where they cannot reach (console, end line).
 */
import { sha256Bytes } from "../core/sha256.ts";

export interface Head {
  readonly seq: number;
  readonly hash: Buffer;
}

/** Before the first record. */
export const NO_HEAD: Head = { seq: 0, hash: Buffer.alloc(32) };

export function hashRecord(before: Buffer, body: string): Buffer {
  return sha256Bytes(Buffer.concat([before, Buffer.from(body, "utf8")]));
}

/** The record's text, which is hashed. `text`: it as JSON, without its number and its time. */
export function bodyOf(seq: number, stamp: string, text: string): string {
  return `{"seq":${seq},"timestamp":"${stamp}",${text.slice(1)}`;
}

/** The other way round. */
export function textOf(body: string): string {
  return `{${body.replace(/^\{"seq":\d+,"timestamp":"[^"]*",/, "")}`;
}

/** The line of the copy: the record's own text, with its hash as the last field. */
export function lineOf(body: string, hash: Buffer): string {
  return `${body.slice(0, -1)},"hash":"${hash.toString("hex")}"}\n`;
}

const HASH_FIELD = /,"hash":"([0-9a-f]{64})"\}$/;

/** The other way round. Undefined: it is not a line of the copy. */
export function readLine(
  line: string,
): { readonly seq: number; readonly body: string; readonly hash: Buffer } | undefined {
  const found = HASH_FIELD.exec(line);
  const seq = /^\{"seq":(\d{1,15}),"timestamp":"/.exec(line)?.[1];
  if (found?.[1] === undefined || seq === undefined) return undefined;
  return { seq: Number(seq), body: `${line.slice(0, found.index)}}`, hash: Buffer.from(found[1], "hex") };
}

/** As a person compares it: 16 digits are enough to tell two heads apart. */
export function shortHead({ seq, hash }: Head): string {
  return `${seq}:${hash.toString("hex").slice(0, 16)}`;
}
