/**
 * What a card shows besides the question: the parts of the line, what it would do, the rule, the texts that would run. Made when somebody
 * looks, from the check's result and the disk. It decides nothing, writes nothing, opens only plain files and folders, takes 300 ms
 * at most and never fails: what cannot be known is said in words. All its texts are hostile, and stay as they are.
 */
import type { Checked } from "../decide/checked.ts";
import type { CheckResult } from "../decide/result.ts";
import type { Card, RunText } from "../protocol/card-messages.ts";
import type { ApprovedTexts, WholeText } from "./approved-texts.ts";
import { type CardTime, inTime, startCardTime } from "./card-time.ts";
import { effectsInWords } from "./effects-in-words.ts";
import { partsOf } from "./parts-of.ts";
import { cutText, readTexts } from "./texts.ts";

export interface CardInput {
  readonly check: string;
  /** As it is shown. */
  readonly line: string;
  readonly cwd: string;
  readonly result: CheckResult;
  readonly what: Checked;
  /** For a line from within an agent's wrapper: that line, judged by itself. Only its places count; without it there may be no parts. */
  readonly alone?: CheckResult;
}

export interface CardPorts {
  readonly nowMs: () => number;
  /** File and line of a rule, for rules from files. */
  readonly whereOf?: (rule: string) => string | undefined;
}

export async function makeCard(
  input: CardInput,
  memory: Pick<ApprovedTexts, "changeOf">,
  ports: CardPorts,
): Promise<Card> {
  const { check, line, cwd, result, what, alone = result } = input;
  const time = startCardTime(ports.nowMs);
  const [effects, texts] = await Promise.all([
    effectsInWords(result, cwd, time).catch(() => [NOT_LOOKED_UP]),
    readTexts(result, what, cwd, time).catch(() => []),
  ]);
  return {
    check,
    parts: partsOf(line, alone),
    effects,
    ...ruleOf(result, ports),
    texts: texts.map((text) => shownText(text, memory)),
  };
}

const NOT_LOOKED_UP = "what it would do could not be looked up: read the line itself";

function ruleOf(
  { rules: [id], commands, ruling, reasons }: CheckResult,
  { whereOf }: CardPorts,
): Pick<Card, "rule"> {
  if (id === undefined) return {};
  const decided = commands.find((command) => command.rule === id && command.ruling === ruling);
  const where = whereOf?.(id);
  // Doubts have no rule with them; rules and reasons stand in the same order.
  const says = decided?.because ?? reasons[0] ?? "";
  return { rule: { id, says, ...(where === undefined ? {} : { where }) } };
}

function shownText(whole: WholeText, memory: Pick<ApprovedTexts, "changeOf">): RunText {
  const change = memory.changeOf(whole);
  return { title: whole.title, path: whole.path, ...cutText(whole.text), ...(change ? { change } : {}) };
}

/** What would run now, whole: to be noted when a person allows it. */
export function textsToNote(
  { result, what, cwd }: Pick<CardInput, "result" | "what" | "cwd">,
  { nowMs }: Pick<CardPorts, "nowMs">,
): Promise<WholeText[]> {
  const time: CardTime = startCardTime(nowMs);
  return inTime(readTexts(result, what, cwd, time), time, () => []);
}
