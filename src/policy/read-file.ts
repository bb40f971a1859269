/** Reads a policy file, or says why it must not be believed. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import type { PolicyLayer, Problem } from "./policy.ts";

export const MAX_BYTES = 256 * 1024;

export type ReadOutcome =
  | { readonly kind: "text"; readonly text: string; readonly bytes: Buffer }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

export function readPolicyFile(file: string, layer: PolicyLayer, owners: readonly number[]): ReadOutcome {
  let descriptor: number | undefined;
  try {
    const folder = wrongFolder(dirname(file), layer, owners);
    if (folder) return refuse(file, folder.problem, folder.fix);
    const link = lstatSync(file);
    if (link.isSymbolicLink()) return refuse(file, "is a symbolic link", "put the file itself there");
    // Checked again on the open file: what was looked at is what is read. NONBLOCK: a pipe must not hang us.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    const wrong = wrongKind(stats) ?? (layer === "project" ? undefined : wrongOwner(file, stats, owners));
    if (wrong) return refuse(file, wrong.problem, wrong.fix);
    return decode(file, readUpTo(descriptor, MAX_BYTES + 1));
  } catch (error) {
    return refuse(file, ...unreadable(error as NodeJS.ErrnoException));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function unreadable({ code = "error" }: NodeJS.ErrnoException): [problem: string, fix: string] {
  if (code === "ENOTDIR")
    return ["cannot be there: something above it is not a folder", "make it a folder, or move it away"];
  if (code === "ENOENT") return ["is not there any more", "try again"];
  return [`cannot be read (${code})`, "check its rights and those of its folder"];
}

type Wrong = { readonly problem: string; readonly fix: string } | undefined;

function wrongKind(stats: Stats): Wrong {
  if (!stats.isFile()) return { problem: "is not a regular file", fix: "put a plain file there" };
  if (stats.size > MAX_BYTES) return { problem: `is larger than ${MAX_BYTES / 1024} KiB`, fix: "shorten it" };
  return undefined;
}

/** A repository is not trusted by who owns it but by its content (`guard policy trust`); links could lead anywhere. */
function wrongFolder(folder: string, layer: PolicyLayer, owners: readonly number[]): Wrong {
  const stats = lstatSync(folder);
  if (stats.isSymbolicLink()) {
    return { problem: "lies in a folder that is a symbolic link", fix: `make ${folder} a real folder` };
  }
  if (!stats.isDirectory()) {
    return {
      problem: `cannot be there: ${folder} is not a folder`,
      fix: "make it a folder, or move it away",
    };
  }
  if (layer === "project") return undefined;
  if (!owners.includes(stats.uid)) {
    return {
      problem: `lies in a folder that belongs to user id ${stats.uid}`,
      fix: `chown ${folder} to root or to yourself`,
    };
  }
  // In a sticky folder others can add files, but not replace this one.
  if ((stats.mode & 0o022) !== 0 && (stats.mode & 0o1000) === 0) {
    return {
      problem: "lies in a folder that group or others can write to",
      fix: `run: chmod go-w ${folder}`,
    };
  }
  return undefined;
}

function wrongOwner(file: string, stats: Stats, owners: readonly number[]): Wrong {
  if (!owners.includes(stats.uid)) {
    return { problem: `belongs to user id ${stats.uid}`, fix: "chown it to root or to yourself" };
  }
  if ((stats.mode & 0o022) !== 0) {
    return { problem: "can be written by group or others", fix: `run: chmod go-w ${file}` };
  }
  return undefined;
}

function readUpTo(descriptor: number, limit: number): Buffer {
  const buffer = Buffer.alloc(limit);
  let length = 0;
  while (length < limit) {
    const count = readSync(descriptor, buffer, length, limit - length, null);
    if (count === 0) break;
    length += count;
  }
  return buffer.subarray(0, length);
}

function decode(file: string, bytes: Buffer): ReadOutcome {
  if (bytes.length > MAX_BYTES) return refuse(file, `is larger than ${MAX_BYTES / 1024} KiB`, "shorten it");
  const nul = bytes.indexOf(0);
  if (nul >= 0) return refuse(file, "holds a NUL byte", "save it as plain UTF-8 text", lineAt(bytes, nul));
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch {
    return refuse(file, "is not valid UTF-8", "save it as plain UTF-8 text");
  }
}

function lineAt(bytes: Buffer, offset: number): number {
  return bytes.subarray(0, offset).toString("latin1").split("\n").length;
}

function refuse(file: string, problem: string, fix: string, line = 1): ReadOutcome {
  return { kind: "refused", problems: [{ file, line, problem: `the file ${problem}`, fix }] };
}
