/**
 * What an agent moved comes back, after its tree's end. Names and paths are the agent's to choose, so each step goes
 * by descriptors, and what is moved must be the very one that was kept.
 */
import { closeSync, constants, lstatSync, mkdirSync, openSync, renameSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomBytes } from "../ipc/random-bytes.ts";
import { findNow, letIn, nameNow } from "./find-moved.ts";
import { identityAt, isReplaced, type Kept } from "./kept-place.ts";
import { O_PATH } from "./mount-table.ts";

export type PutBack =
  /** It was there all the time but a folder on the way was closed; or the daemon of another session was faster. */
  | { readonly kind: "in-place" }
  /** `aside`: where what lay in its place is now. */
  | { readonly kind: "back"; readonly from: string; readonly aside: string | undefined }
  /** It is nowhere any more. */
  | { readonly kind: "gone"; readonly aside: string | undefined }
  | { readonly kind: "failed"; readonly why: string; readonly now: string; readonly place: Left };

/** What is at its path, if not it. */
type Left = "empty" | "another";

type WhenGone = "fill" | "leave";

/** The daemon of another session may be at it, too: what fails then is right at the next try. */
const TRIES = 3;

/** `fill`: where it is gone or cannot come back, an empty folder keeps its name. `leave`: one that is gone was its owner's to change. */
export function putBack(kept: Kept, whenGone: WhenGone): PutBack {
  let why = "";
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return withAround(kept, (around, open) => tryPutBack(kept, whenGone, around, open));
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
  }
  return { kind: "failed", why, now: nameNow(kept), place: clear(kept, whenGone) };
}

/** Descriptors that are put into `open` are closed at the end. */
function withAround<Done>({ path }: Kept, act: (around: number, open: number[]) => Done): Done {
  const around = openSync(dirname(path), O_PATH | constants.O_DIRECTORY);
  const open = [around];
  try {
    letIn(around);
    return act(around, open);
  } finally {
    for (const fd of open) closeSync(fd);
  }
}

function tryPutBack(kept: Kept, whenGone: WhenGone, around: number, open: number[]): PutBack {
  if (!isReplaced(kept)) return { kind: "in-place" };
  const place = placeIn(around, kept);
  const from = nameNow(kept);
  if (kept.link !== undefined) {
    const aside = putAside(around, kept);
    symlinkSync(kept.link, place);
    if (isReplaced(kept)) throw new Error("it was a link, and what that led to is not there");
    return { kind: "back", from, aside };
  }
  const now = findNow(kept, open);
  if (now === undefined && whenGone === "leave") return { kind: "gone", aside: undefined };
  const aside = putAside(around, kept);
  if (now === undefined) {
    mkdirSync(place, { mode: 0o700 });
    return { kind: "gone", aside };
  }
  renameSync(now, place);
  if (identityAt(place) !== kept.identity) throw new Error("another one came in its place");
  return { kind: "back", from, aside };
}

function placeIn(around: number, { path }: Kept): string {
  return `/proc/self/fd/${around}/${basename(path)}`;
}

/** A name that nobody can have taken before. Undefined: nothing lies there. */
function putAside(around: number, kept: Kept): string | undefined {
  const place = placeIn(around, kept);
  if (lstatSync(place, { throwIfNoEntry: false }) === undefined) return undefined;
  for (;;) {
    const name = `${basename(kept.path)}.not-guards-${randomBytes(6).toString("hex")}`;
    const aside = `/proc/self/fd/${around}/${name}`;
    if (lstatSync(aside, { throwIfNoEntry: false }) !== undefined) continue;
    renameSync(place, aside);
    return join(dirname(kept.path), name);
  }
}

/** Whatever went wrong: what is not guard's should not stay where guard reads. */
function clear(kept: Kept, whenGone: WhenGone): Left {
  try {
    return withAround(kept, (around) => {
      const place = placeIn(around, kept);
      if (whenGone === "leave") return identityAt(place) === "gone" ? "empty" : "another";
      putAside(around, kept);
      mkdirSync(place, { mode: 0o700 });
      return "empty";
    });
  } catch {
    return "another";
  }
}
