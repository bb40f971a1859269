/** What a question's card says, in the order in which it matters: beware, the command, why, what it does, where, who. */
import { flagsOf } from "../display/flags.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { commandRows } from "./card-command.ts";
import { textRows } from "./card-texts.ts";
import { describeAge, describeTime } from "./durations.ts";
import { edged, fields } from "./flow.ts";
import type { Look } from "./look.ts";
import type { QuestionView } from "./model.ts";
import type { Row } from "./row.ts";

export interface Body {
  readonly rows: readonly Row[];
  /** Behind the command's last row. */
  readonly commandEnd: number;
}

/** `height`: a command that leaves no room for the reasons comes after them. */
export function cardBody(
  question: QuestionView,
  columns: number,
  height: number,
  look: Look,
  nowMs: number,
): Body {
  const { flags, command, why, rest } = partsOf(question, columns, look);
  const blank = height < 8 ? [] : [edged([], look)];
  const late = lateRows(question.asked, columns, look, nowMs);
  const first = flags.length + command.length + why.length + 2 > height;
  const before = [...late, ...flags, ...(first ? why : [])];
  const ahead = before.length > 0 ? [...before, ...blank] : [];
  const behind = first ? rest : [...why, ...rest];
  const head = [...blank, ...ahead, ...command];
  const texts = (question.card?.texts ?? []).flatMap((one) => textRows(one, columns, look, nowMs));
  const asked = askedRows(question.asked, columns, look, nowMs);
  return { rows: [...head, ...blank, ...behind, ...asked, ...texts], commandEnd: head.length };
}

interface Parts {
  readonly flags: readonly Row[];
  readonly command: readonly Row[];
  readonly why: readonly Row[];
  readonly rest: readonly Row[];
}

interface Made extends Parts {
  readonly card: QuestionView["card"];
  readonly columns: number;
  readonly look: Look;
}

/** Once for each question and width: a screen is drawn each second, and a command may be long. */
const MADE = new WeakMap<Pending, Made>();

function partsOf(question: QuestionView, columns: number, look: Look): Parts {
  const known = MADE.get(question.asked);
  if (known && known.card === question.card && known.columns === columns && known.look === look) return known;
  const made = { ...makeParts(question, columns, look), card: question.card, columns, look };
  MADE.set(question.asked, made);
  return made;
}

function makeParts({ asked, card }: QuestionView, columns: number, look: Look): Parts {
  const flags = bewareTexts(asked, card);
  const row = (word: string, texts: readonly string[] | undefined) =>
    fields(word, texts ?? [], columns, look);
  return {
    flags: fields("BEWARE", flags, columns, look, "danger"),
    command: commandRows(asked.line, card, columns, look),
    why: row("because", asked.reasons),
    rest: [
      ...fields("it can", asked.can ?? [], columns, look, "danger"),
      ...row("does", newEffects(asked, card)),
      ...row("instead", asked.instead === undefined ? [] : [asked.instead]),
      ...row("in", [asked.cwd]),
      ...row("by", asked.by === undefined ? [] : [asked.by]),
      ...row("from", asked.chain.length < 2 ? [] : [asked.chain.join(" > ")]),
      ...row("rule", ruleTexts(asked, card)),
      ...row("around", asked.wrapper ? [aroundText(asked.wrapper.agent)] : []),
    ],
  };
}

/** Names that a line spells by escapes come to light in what it does. */
function bewareTexts({ line, cwd, reasons }: Pending, card: QuestionView["card"]): string[] {
  const own = flagsOf(line).map(({ text }) => text);
  const does = [...reasons, ...(card?.effects ?? [])]
    .flatMap((text) => flagsOf(text, "words"))
    .filter(({ kind, text }) => kind !== "size" && !own.includes(text))
    .map(({ text }) => `what it does: ${text}`);
  return [...own, ...new Set(does), ...flagsOf(cwd, "words").map(({ text }) => `its folder: ${text}`)];
}

/** What stands under "because" already is not said twice. */
export function newEffects({ reasons }: Pending, card: QuestionView["card"]): string[] {
  return (card?.effects ?? []).filter((effect) => !reasons.includes(effect));
}

/** As for effects. */
function ruleTexts({ rules, reasons }: Pending, card: QuestionView["card"]): string[] {
  const rule = card?.rule;
  if (!rule) return rules.length === 0 ? [] : [rules.join(", ")];
  const says = reasons.includes(rule.says) ? "" : `: ${rule.says}`;
  return [`${rule.id}${says}${rule.where === undefined ? "" : ` (${rule.where})`}`];
}

function aroundText(agent: string): string {
  return `${agent} puts its own text around the line, which guard knows; guard pending --json has the whole`;
}

function askedRows(asked: Pending, columns: number, look: Look, nowMs: number): Row[] {
  const { askedAtMs, waiting, session, shell, pid } = asked;
  const others = waiting > 1 ? `, ${waiting} wait for it` : "";
  const by = `session ${session}${shell === undefined ? "" : `, ${shell}`}, process ${pid}`;
  return fields("asked", [`${describeAge(nowMs - askedAtMs)} ago${others}, by ${by}`], columns, look);
}

function lateRows({ waiting, expiresAtMs }: Pending, columns: number, look: Look, nowMs: number): Row[] {
  if (waiting > 0) return [];
  const open = describeTime(expiresAtMs - nowMs);
  return fields(
    "LATE",
    [`nobody waits for this answer now; an allow counts for the next try (open for ${open})`],
    columns,
    look,
    "warning",
  );
}
