/** Statistics as bars that fit the terminal, readable without colour: each number stands beside its bar. */
import { makeVisible } from "../core/visible.ts";
import { columnsOf } from "../display/columns.ts";
import { cutVisible, padVisible } from "../display/cut-visible.ts";
import type { Count, GroupBy, Stats, Tally } from "../history/stats.ts";
import { describeMs, showMs } from "./durations.ts";
import { localDay } from "./parse-time.ts";
import type { SessionIo } from "./session-io.ts";

const MOST_ROWS = 8;
const MOST_GROUPS = 12;
const WIDEST_NAME = 28;
const WIDEST_BAR = 40;

export function renderStats(stats: Stats, by: GroupBy, { columns }: SessionIo): string {
  const blocks = [
    headOf(stats, columns),
    totalRows(stats, columns),
    chart("ASKED MOST", stats.askedPatterns, columns),
    chart("DENIED MOST, BY RULE", stats.deniedRules, columns),
    peopleRows(stats, columns),
    groupRows(stats, by, columns),
  ];
  return `${blocks
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.join("\n"))
    .join("\n\n")}\n`;
}

function headOf({ total, sessions, firstMs, lastMs }: Stats, columns: number): string[] {
  const days = [...new Set([localDay(firstMs), localDay(lastMs)])].join(" to ");
  const what = `${number(total.checks)} ${total.checks === 1 ? "check" : "checks"}`;
  return [
    cutVisible(`${what} in ${number(sessions)} ${sessions === 1 ? "session" : "sessions"}, ${days}`, columns),
  ];
}

function totalRows({ total, deniedBy }: Stats, columns: number): string[] {
  const { checks, allowed, asked, denied, latencyMs } = total;
  const width = number(checks).length;
  const bars = barRoom(columns, "allowed".length + width + "100.0 %".length + 6);
  const row = (name: string, count: number) =>
    `${name.padEnd(7)}  ${number(count).padStart(width)}  ${share(count, checks)}  ${bar(count, checks, bars)}`.trimEnd();
  const who = deniedBy.map(({ name, count }) => `${name} ${number(count)}`).join(", ");
  return [
    row("allowed", allowed),
    row("asked", asked),
    row("denied", denied),
    ...(denied === 0 ? [] : [cutVisible(`denied by ${who}`, columns)]),
    ...timeRows(total).map((row) => cutVisible(row, columns)),
    cutVisible(
      `latency: p50 ${showMs(latencyMs.p50)}, p95 ${showMs(latencyMs.p95)}, p99 ${showMs(latencyMs.p99)} (nobody asked)`,
      columns,
    ),
  ];
}

/** What answers took of people; a silence took nothing of anybody. */
function timeRows({ asked, timedOut, askedMs: { sum, median } }: Tally): string[] {
  const answered = asked - timedOut;
  const half = answered > 1 ? `; half of them within ${showMs(median)}` : "";
  const spent = `spent ${describeMs(sum)} on ${questions(answered)}${half}`;
  const silence = timedOut === 0 ? [] : [`silence: ${questions(timedOut)} let the time pass`];
  if (asked === 0) return ["people:  nobody was asked"];
  return [`people:  ${answered === 0 ? "nobody answered" : spent}`, ...silence];
}

function questions(count: number): string {
  return `${number(count)} ${count === 1 ? "question" : "questions"}`;
}

function chart(title: string, counts: readonly Count[], columns: number): string[] {
  if (counts.length === 0) return [];
  const shown = counts.slice(0, MOST_ROWS);
  const most = shown[0]?.count ?? 0;
  const width = number(most).length;
  const names = nameRoom(shown, columns, width);
  const bars = barRoom(columns, names + width + 6);
  return [
    title,
    ...shown.map(({ name, count }) =>
      `  ${padVisible(name, names)}  ${number(count).padStart(width)}  ${bar(count, most, bars)}`.trimEnd(),
    ),
    ...moreRow(counts.length - shown.length),
  ];
}

function peopleRows({ people }: Stats, columns: number): string[] {
  const known = people.filter(({ name }) => name !== "unknown");
  if (known.length === 0) return [];
  const shown = known.slice(0, MOST_ROWS);
  const most = Math.max(...shown.map(({ askedMs }) => askedMs));
  const width = number(shown[0]?.count ?? 0).length;
  const times = Math.max(...shown.map(({ askedMs }) => describeMs(askedMs).length));
  const names = nameRoom(shown, columns, width + times + 2);
  const bars = barRoom(columns, names + width + times + 8);
  return [
    cutVisible("PEOPLE: ANSWERS, AND HOW LONG THEY WERE WAITED FOR", columns),
    ...shown.map(({ name, count, askedMs }) =>
      [
        `  ${padVisible(name, names)}`,
        number(count).padStart(width),
        describeMs(askedMs).padStart(times),
        bar(askedMs, most, bars),
      ]
        .join("  ")
        .trimEnd(),
    ),
    ...moreRow(known.length - shown.length),
  ];
}

/** Days: the last ones. */
function groupRows({ groups }: Stats, by: GroupBy, columns: number): string[] {
  const shown = by === "day" ? groups.slice(-MOST_GROUPS) : groups.slice(0, MOST_GROUPS);
  const cells = (pick: (tally: Tally) => number, title: string) =>
    Math.max(title.length, ...shown.map((one) => number(pick(one)).length));
  const widths = {
    checks: cells((one) => one.checks, "checks"),
    asked: cells((one) => one.asked, "asked"),
    denied: cells((one) => one.denied, "denied"),
  };
  const most = Math.max(...shown.map(({ checks }) => checks));
  const title = `BY ${by.toUpperCase()}`;
  const beside = widths.checks + widths.asked + widths.denied + 4;
  const names = nameRoom([...shown, { name: title.slice(2) }], columns, beside);
  const bars = barRoom(columns, names + widths.checks + widths.asked + widths.denied + 10);
  const head = [
    padVisible(title, names + 2),
    "checks".padStart(widths.checks),
    "asked".padStart(widths.asked),
    "denied".padStart(widths.denied),
  ];
  return [
    head.join("  "),
    ...shown.map((one) =>
      [
        `  ${padVisible(one.name, names)}`,
        number(one.checks).padStart(widths.checks),
        number(one.asked).padStart(widths.asked),
        number(one.denied).padStart(widths.denied),
        bar(one.checks, most, bars),
      ]
        .join("  ")
        .trimEnd(),
    ),
    ...moreRow(groups.length - shown.length),
  ];
}

function moreRow(left: number): string[] {
  return left > 0 ? [`  and ${number(left)} more`] : [];
}

/** `taken`: by what stands beside it. */
function nameRoom(shown: readonly { readonly name: string }[], columns: number, taken: number): number {
  const widest = Math.max(...shown.map(({ name }) => columnsOf(makeVisible(name))));
  return Math.max(3, Math.min(WIDEST_NAME, widest, columns - taken - 4));
}

/** 0: no room for bars. */
function barRoom(columns: number, taken: number): number {
  const room = Math.min(WIDEST_BAR, columns - taken);
  return room < 4 ? 0 : room;
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Something is never nothing. */
function bar(count: number, most: number, width: number): string {
  if (count <= 0 || most <= 0 || width === 0) return "";
  const eighths = Math.max(1, Math.round((count / most) * width * 8));
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "");
}

function share(count: number, all: number): string {
  return `${((100 * count) / Math.max(1, all)).toFixed(1)} %`.padStart(7);
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
