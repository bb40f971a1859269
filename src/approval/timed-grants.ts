/**
 * A grant for an hour outlives its session, as a text of its own. What is read back is believed only word for word: anything
 * that guard would not have written is broken, and answers nothing. There are no timed denials.
 */
import { cutLine } from "./cut-line.ts";

export interface TimedGrant {
  /** The check that was answered. */
  readonly id: string;
  /** As in grants.ts: what was shown and would run. */
  readonly key: string;
  /** For people; the key decides. A long one is cut. */
  readonly line: string;
  readonly cwd: string;
  readonly answers: "ask" | "confirm";
  readonly grantedAtMs: number;
  readonly endsAtMs: number;
  readonly reason?: string;
}

export type ParsedGrant =
  | { readonly kind: "grant"; readonly grant: TimedGrant }
  | { readonly kind: "broken"; readonly problem: string };

/** It is a file's name, too. */
const ID = /^[0-9a-z](?:[0-9a-z-]{0,62}[0-9a-z])?$/;
const MAX_KEY = 8_192;
const MAX_TEXT = 4_096;
/** Longer is no grant for a time. */
export const MOST_TIMED_MS = 24 * 60 * 60_000;

export function isGrantId(id: string): boolean {
  return ID.test(id);
}

export function encodeTimedGrant(grant: TimedGrant): string {
  const { id, key, cwd, answers, grantedAtMs, endsAtMs, reason } = grant;
  const line = cutLine(grant.line, MAX_TEXT);
  const why = reason === undefined ? {} : { reason: cutLine(reason, MAX_TEXT) };
  return `${JSON.stringify({ v: 1, id, key, line, cwd, answers, grantedAtMs, endsAtMs, ...why })}\n`;
}

/** `id` is what its place says that it is. */
export function parseTimedGrant(rawText: string, id: string): ParsedGrant {
  let raw: unknown;
  try {
    raw = JSON.parse(rawText);
  } catch {
    return { kind: "broken", problem: "it is no JSON" };
  }
  if (typeof raw !== "object" || raw === null || Array.isArray(raw))
    return { kind: "broken", problem: "it is no JSON object" };
  const fields = raw as Record<string, unknown>;
  const problem = findProblem(fields, id);
  if (problem !== undefined) return { kind: "broken", problem };
  const { v: _, ...grant } = fields;
  return { kind: "grant", grant: grant as unknown as TimedGrant };
}

/** Each field with what is wrong of it. */
const FIELDS: Record<"v" | keyof TimedGrant, (value: unknown) => boolean> = {
  v: (value) => value === 1,
  id: (value) => typeof value === "string" && isGrantId(value),
  key: (value) => isText(value, MAX_KEY) && value !== "",
  line: (value) => isText(value, MAX_TEXT),
  cwd: (value) => isText(value, MAX_KEY) && value.startsWith("/"),
  answers: (value) => value === "ask" || value === "confirm",
  grantedAtMs: isTime,
  endsAtMs: isTime,
  reason: (value) => value === undefined || isText(value, MAX_TEXT),
};

function findProblem(fields: Record<string, unknown>, id: string): string | undefined {
  const strange = Object.keys(fields).find((name) => !Object.hasOwn(FIELDS, name));
  if (strange !== undefined) return "it has a field that guard does not write";
  const wrong = Object.entries(FIELDS).find(([name, isRight]) => !isRight(own(fields, name)));
  if (wrong !== undefined) return `its ${wrong[0]} is missing or wrong`;
  if (fields["id"] !== id) return "its id is not that of its name";
  const timeMs = Number(fields["endsAtMs"]) - Number(fields["grantedAtMs"]);
  return timeMs > 0 && timeMs <= MOST_TIMED_MS ? undefined : "it would hold for no time, or for too long";
}

function own(fields: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === "string" && value.length <= maxLength;
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export interface Moment {
  readonly nowMs: number;
  /** The latest that the clock ever said here: set back, it gives no time back. */
  readonly latestMs: number;
}

/** `not-yet`: granted in what is now the future, so the clock was set back, and nobody knows how long it held. */
export function timeOfGrant(grant: TimedGrant, { nowMs, latestMs }: Moment): "holds" | "ended" | "not-yet" {
  if (grant.endsAtMs <= Math.max(nowMs, latestMs)) return "ended";
  return grant.grantedAtMs > nowMs ? "not-yet" : "holds";
}

/** A confirm is answered only by what was confirmed. */
export function isAnswerTo(grant: TimedGrant, key: string, ruling: "ask" | "confirm"): boolean {
  return grant.key === key && (ruling === "ask" || grant.answers === "confirm");
}
