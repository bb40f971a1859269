/** Moments as people write them: a date, a time of day, how long ago. In the time zone of this machine. */

export type TimeText =
  | { readonly kind: "time"; readonly ms: number }
  | { readonly kind: "unusable"; readonly problem: string };

export const TIMES_IN_WORDS = "2h, 3d, 14:30, yesterday, 2026-11-17 or 2026-11-17T14:30";

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};
const AGO = /^(\d{1,6}(?:\.\d{1,3})?) ?(s|m|min|h|d|w)(?: ago)?$/;
const CLOCK = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/i;

/** `edge`: a day is meant from its start on, or until its end. */
export function parseTime(written: string, edge: "since" | "until", nowMs: number): TimeText {
  const text = written.trim().toLowerCase();
  const ms = agoMs(text, nowMs) ?? clockMs(text, nowMs) ?? dayMs(text, edge, nowMs) ?? isoMs(text);
  return ms === undefined || Number.isNaN(ms)
    ? { kind: "unusable", problem: `--${edge} ${written} is not a time; ${TIMES_IN_WORDS} are` }
    : { kind: "time", ms };
}

function agoMs(text: string, nowMs: number): number | undefined {
  if (text === "now") return nowMs;
  const [, amount = "", unit = ""] = AGO.exec(text) ?? [];
  const unitMs = UNITS_MS[unit];
  return unitMs === undefined ? undefined : nowMs - Number(amount) * unitMs;
}

/** The last time that clocks showed it. */
function clockMs(text: string, nowMs: number): number | undefined {
  const found = CLOCK.exec(text);
  if (found === null) return undefined;
  const [hours, minutes, seconds] = [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN;
  const date = new Date(nowMs);
  date.setHours(hours, minutes, seconds, 0);
  if (date.getTime() > nowMs) date.setDate(date.getDate() - 1);
  return date.getTime();
}

function dayMs(text: string, edge: "since" | "until", nowMs: number): number | undefined {
  const date = dayOf(text, nowMs);
  if (date === undefined || edge === "since") return date?.getTime();
  // Days are not all of the same length.
  date.setDate(date.getDate() + 1);
  return date.getTime() - 1;
}

function dayOf(text: string, nowMs: number): Date | undefined {
  if (DATE.test(text)) {
    const date = new Date(`${text}T00:00`);
    // The 31st of February is the 3rd of March to some.
    return localDay(date.getTime()) === text ? date : new Date(Number.NaN);
  }
  if (text !== "today" && text !== "yesterday") return undefined;
  const date = new Date(nowMs);
  date.setHours(0, 0, 0, 0);
  if (text === "yesterday") date.setDate(date.getDate() - 1);
  return date;
}

function isoMs(text: string): number | undefined {
  return ISO.test(text) ? new Date(text.toUpperCase().replace(" ", "T")).getTime() : undefined;
}

/** 2026-11-17 */
export function localDay(ms: number): string {
  const date = new Date(ms);
  return [String(date.getFullYear()).padStart(4, "0"), two(date.getMonth() + 1), two(date.getDate())].join(
    "-",
  );
}

/** `2026-11-16 09:30` */
export function localMinute(ms: number): string {
  return `${localDay(ms)} ${localClock(ms).slice(0, 5)}`;
}

/** 14:30:05 */
export function localClock(ms: number): string {
  const date = new Date(ms);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
