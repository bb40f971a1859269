/** What always may mean: each rule with what it matches, what it newly allows, and what it would have answered. */
import type { Ladder, SaveLayer } from "../protocol/card-messages.ts";
import { barRows } from "./card-texts.ts";
import { edged, fields, flow } from "./flow.ts";
import { type Look, showText } from "./look.ts";
import type { Open, QuestionView, State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { type KeyLabel, keyRows } from "./render-keys.ts";
import { titleRow, toneOf } from "./render-question.ts";
import { cutRow, type Row, span } from "./row.ts";

type Rungs = Extract<Ladder, { kind: "ladder" }>;
const SHOWN = 4;

export function ladderPane(
  state: State,
  question: QuestionView,
  open: Extract<Open, { kind: "ladder" }>,
  { columns, rows, keys }: PaneSize,
  look: Look,
): Pane {
  const { ladder } = open;
  const room = rows < 12 ? "little" : "enough";
  const body =
    ladder?.kind === "ladder"
      ? ladderRows(ladder, open, room, columns, look)
      : flow("looking which rules would fit …".replace("…", look.signs.more), columns, look);
  const foot = keyRows(
    [["Enter", "allow always by it"], ["Esc", "back"], ...choiceKeys(ladder)],
    columns,
    keys,
    look,
  );
  return {
    title: titleRow(state, question, columns, look, "always: by which rule?"),
    body,
    tone: toneOf(question),
    commandEnd: 0,
    entries: [],
    foot,
  };
}

/** Only where there is something to choose. */
function choiceKeys(ladder: Ladder | undefined): KeyLabel[] {
  if (ladder?.kind !== "ladder") return [];
  const rules = ladder.suggested === undefined ? [CHOOSE] : ladder.rungs.length > 1 ? [ANOTHER] : [];
  return [...rules, ...(ladder.files.length > 1 ? ladder.files.map(({ layer }) => FILE_KEYS[layer]) : [])];
}

const ANOTHER: KeyLabel = ["up/down", "another rule"];
const CHOOSE: KeyLabel = ["up/down", "choose a rule"];

const FILE_KEYS: Record<SaveLayer, KeyLabel> = {
  user: ["u", "user's file"],
  project: ["j", "project's file"],
};

function ladderRows(
  ladder: Rungs,
  { rung: at, file }: Extract<Open, { kind: "ladder" }>,
  room: "little" | "enough",
  columns: number,
  look: Look,
): Row[] {
  const { signs } = look;
  const rung = at === "none" ? undefined : ladder.rungs[at];
  const choices = ladder.rungs.map(({ kind, description }, index) =>
    cutRow(
      edged(
        [
          span(`${index === at ? signs.chosen : signs.open} ${index + 1} `, index === at ? "key" : "dim"),
          span(kind.padEnd(11), "dim"),
          // In front: a long description is cut.
          ...(kind === ladder.suggested ? [span("(suggested) ", "dim")] : []),
          span(showText(description, look), index === at ? "bold" : "plain"),
        ],
        look,
      ),
      columns,
      look,
    ),
  );
  const blank = room === "little" ? [] : [edged([], look)];
  const about = "allowed from now on without a question:";
  return [
    ...(room === "little" ? [] : flow(about, columns, look, "bold")),
    ...(ladder.noExact === undefined ? [] : flow(ladder.noExact, columns, look, "warning")),
    ...choices,
    ...blank,
    ...(rung ? rungRows(rung, columns, look) : []),
    ...blank,
    ...fileRows(ladder, file, columns, look),
    ...(rung ? [...blank, ...fields("rule", ["as it would stand there:"], columns, look)] : []),
    ...(rung ? barRows(rung.rule, " ", "plain", columns, look) : []),
  ];
}

function rungRows(rung: Rungs["rungs"][number], columns: number, look: Look): Row[] {
  return [
    ...fields("matches", [rung.description], columns, look),
    ...fields("NEW", firstOf(rung.widens), columns, look, "warning"),
    ...fields(
      "past",
      firstOf(rung.answers.map((text) => `it would have answered ${text}`)),
      columns,
      look,
      "good",
    ),
    ...fields(
      // Never without a word of its own: it would stand under NEW.
      rung.answers.length === 0 ? "past" : "",
      firstOf(rung.misses.map((text) => `would not answer: ${text}`)),
      columns,
      look,
      "dim",
    ),
  ];
}

/** The rest is counted, not dropped in silence. */
function firstOf(texts: readonly string[]): string[] {
  const more = texts.length - SHOWN;
  return more > 0 ? [...texts.slice(0, SHOWN), `and ${more} more`] : [...texts];
}

function fileRows(ladder: Rungs, at: number, columns: number, look: Look): Row[] {
  const { signs } = look;
  return ladder.files.flatMap(({ layer, file }, index) =>
    fields(
      index === 0 ? "into" : "",
      [`${index === at ? signs.chosen : signs.open} ${layer}: ${file}`],
      columns,
      look,
      index === at ? "bold" : "dim",
    ),
  );
}
