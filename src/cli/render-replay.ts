/** A replay as text for people and as fields for programs. Commands, folders and rules are hostile text. */
import { makeVisible } from "../core/visible.ts";
import { commandBlock } from "../display/command-block.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { type ChangeRow, changeRows, type Summary, summarise } from "../learn/change-rows.ts";
import type { Answer, ChangeKind, Replay } from "../learn/replay.ts";
import { type Gathered, questionsOf } from "../learn/seen.ts";
import { describeOutcomes, plural, times } from "./outcome-words.ts";
import { localDay, localMinute } from "./parse-time.ts";
import type { ReplayOptions } from "./replay.ts";
import { loosenedTexts, noteTexts } from "./replay-notes.ts";
import { type SessionIo, sayJson } from "./session-io.ts";

export interface ReplayView {
  readonly gathered: Gathered;
  readonly replayed: Replay;
  readonly options: ReplayOptions;
}

/** The exit status. */
export function sayReplay(view: ReplayView, io: SessionIo): 0 | 10 {
  const rows = changeRows(view.replayed.changes);
  const summary = summarise(rows, view.replayed);
  if (view.options.output === "json") sayJson(io, replayFields(view, rows, summary));
  else io.stdout(`${replayRows(view, rows, summary, io.columns).join("\n")}\n`);
  const { allowed, untold } = summary.kinds;
  const isLoosened = view.replayed.settings.some(({ loosens }) => loosens === "yes");
  return isLoosened || allowed.commands + untold.commands > 0 ? 10 : 0;
}

const PLACES = {
  user: "in the place of your policy file",
  project: "in the place of each project's file, as if trusted",
  org: "in the place of the organisation's files",
} as const;

const HEADS: Record<ChangeKind, string> = {
  allowed: "newly allowed",
  untold: "cannot be told",
  denied: "newly denied",
  asked: "newly asked",
  otherwise: "asked otherwise",
};
const KINDS = ["allowed", "untold", "denied", "asked", "otherwise"] as const;

function replayRows(view: ReplayView, rows: readonly ChangeRow[], summary: Summary, columns: number) {
  const { gathered, replayed, options } = view;
  const wrap = (head: string, text: string) => wrapVisible(head, text, columns);
  const counted = (kind: ChangeKind) => {
    const { commands, times: often } = summary.kinds[kind];
    return commands === 0 ? "none" : `${plural(commands, "command")}, ${times(often)}`;
  };
  return [
    ...wrap("", `${options.file} ${PLACES[options.layer]}:`),
    "",
    ...wrap("", judgedText(gathered, replayed)),
    "",
    ...wrap("  questions saved  ", savedText(gathered, summary)),
    ...wrap("  newly allowed    ", allowedText(counted("allowed"), replayed)),
    ...loosenedTexts(replayed).flatMap((text) => wrap("  loosened         ", text)),
    ...(summary.kinds.untold.commands > 0 ? wrap("  cannot be told   ", counted("untold")) : []),
    ...wrap("  newly denied     ", deniedText(counted("denied"), summary)),
    ...wrap("  newly asked      ", counted("asked")),
    ...(summary.kinds.otherwise.commands > 0 ? wrap("  asked otherwise  ", counted("otherwise")) : []),
    ...wrap("  the same         ", plural(summary.same, "check")),
    ...KINDS.flatMap((kind) =>
      kindRows(
        HEADS[kind],
        rows.filter((row) => row.kind === kind),
        columns,
      ),
    ),
    ...noteTexts(gathered, replayed).flatMap((text, at) => [
      ...(at === 0 ? [""] : []),
      ...wrap("note  ", text),
    ]),
  ];
}

function judgedText({ seen, sessions }: Gathered, { judged, different }: Replay): string {
  if (judged === 0) return "no recorded check was judged again";
  const known = seen.filter(({ count }) => count > 0);
  const first = known.reduce((least, one) => Math.min(least, one.firstMs), Number.POSITIVE_INFINITY);
  const last = known.reduce((most, one) => Math.max(most, one.lastMs), 0);
  const days =
    localDay(first) === localDay(last) ? `on ${localDay(last)}` : `${localDay(first)} to ${localDay(last)}`;
  return `${plural(judged, "check")} of ${plural(sessions, "session")}, ${days}, judged again (${different} different ones)`;
}

function savedText({ seen }: Gathered, { questionsSaved, saved }: Summary): string {
  const asked = seen.reduce((sum, { outcomes }) => sum + questionsOf(outcomes), 0);
  if (questionsSaved === 0) return `none of ${asked}`;
  return `${questionsSaved} of ${asked}; people had said ${describeOutcomes({ ...saved, part: 0, ran: 0, stopped: 0 })}`;
}

function allowedText(counted: string, { parts }: Replay): string {
  return parts === 0 ? counted : `${counted}; and ${plural(parts, "check")} of what such lines started`;
}

function deniedText(counted: string, { questionsDenied }: Summary): string {
  return questionsDenied === 0 ? counted : `${counted}; ${plural(questionsDenied, "question")} among them`;
}

function kindRows(head: string, rows: readonly ChangeRow[], columns: number): string[] {
  return rows.length === 0
    ? []
    : ["", `${head}:`, ...rows.flatMap((row) => ["", ...changeRow(row, columns)])];
}

/** A command of many rows is whole in --json. */
const MOST_ROWS = 6;

function changeRow(row: ChangeRow, columns: number): string[] {
  const { line, cwd, mode, before, after, rule, because, count, lastMs, outcomes, text } = row;
  const block = commandBlock(line, columns);
  const more = block.length - MOST_ROWS;
  const wrap = (word: string, said: string) => wrapVisible(`    ${word.padEnd(9)}`, said, columns);
  const inMode = mode === "default" ? "" : `, in mode ${mode}`;
  const marked = text === "whole" ? "" : `; its command was ${text} in the record`;
  return [
    ...block.slice(0, MOST_ROWS),
    ...(more > 0 ? [`  | (${more} more rows; --json has them)`] : []),
    ...wrap("ruling", `${WORDS[before]} -> ${WORDS[after]}${rule === "" ? "" : `, by ${rule}`}: ${because}`),
    ...wrap("came", `${times(count)}, last ${localMinute(lastMs)}${inMode}${marked}`),
    ...wrap("so far", describeOutcomes(outcomes)),
    ...wrap("in", cwd),
  ];
}

const WORDS: Record<Answer, string> = {
  allow: "allow",
  ask: "ask",
  confirm: "confirm",
  deny: "deny",
  "allow-if-silent": "ask, and allow when nobody answers",
  unknown: "cannot be told",
};

function replayFields(
  { gathered, replayed, options }: ReplayView,
  rows: readonly ChangeRow[],
  summary: Summary,
) {
  const { seen, sessions, unusable } = gathered;
  const { judged, different, parts, drifted, cut, redacted, settings, gone, warnings } = replayed;
  const known = seen.filter(({ count }) => count > 0);
  return {
    policy: options.file,
    as: options.layer,
    checks: judged,
    different,
    sessions,
    fromMs: known.length === 0 ? null : known.reduce((least, one) => Math.min(least, one.firstMs), Infinity),
    toMs: known.length === 0 ? null : known.reduce((most, one) => Math.max(most, one.lastMs), 0),
    same: summary.same,
    parts,
    questions: {
      asked: seen.reduce((sum, { outcomes }) => sum + questionsOf(outcomes), 0),
      saved: summary.questionsSaved,
      savedYes: summary.saved.yes,
      savedNo: summary.saved.no,
      savedUnanswered: summary.saved.silent,
      denied: summary.questionsDenied,
    },
    changes: KINDS.flatMap((kind) => rows.filter((row) => row.kind === kind)),
    settings,
    drifted,
    cut,
    redacted,
    notJudged: [
      ...[...unusable].map(([why, count]) => ({ why, count })),
      ...[...gone].map(([project, count]) => ({ why: "the project is gone", project, count })),
    ],
    warnings: warnings.map(makeVisible),
  };
}
