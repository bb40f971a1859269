/** What would run besides the line: a script's text, or what is new in it. Hostile like the line, and behind a bar of its own. */
import { cellsOf, textOf } from "../display/cells.ts";
import { blockRows } from "../display/command-block.ts";
import type { RunText } from "../protocol/card-messages.ts";
import { describeAge } from "./durations.ts";
import { edged, fields, flow } from "./flow.ts";
import { inAscii, type Look } from "./look.ts";
import { type Row, type Style, span } from "./row.ts";

type Change = NonNullable<RunText["change"]>["rows"][number]["kind"];

const KINDS: Record<Change, { readonly sign: string; readonly style: Style }> = {
  same: { sign: " ", style: "plain" },
  added: { sign: "+", style: "good" },
  removed: { sign: "-", style: "danger" },
  gap: { sign: "~", style: "dim" },
};

export function textRows(one: RunText, columns: number, look: Look, nowMs: number): Row[] {
  const { title, path, text, leftOut, change } = one;
  const head = [edged([], look), ...fields("runs", [`${title}: ${path}`], columns, look)];
  const body =
    change === undefined
      ? barRows(text, " ", "plain", columns, look)
      : [
          ...flow(
            `it was allowed ${describeAge(nowMs - change.sinceMs)} ago, and is another one now (+ new, - gone):`,
            columns,
            look,
            "warning",
          ),
          ...change.rows.flatMap((row) =>
            barRows(row.text, KINDS[row.kind].sign, KINDS[row.kind].style, columns, look),
          ),
        ];
  const more = leftOut
    ? flow(
        `${leftOut.lines} more lines (${leftOut.characters} characters) are not shown here: look into the file`,
        columns,
        look,
        "warning",
      )
    : [];
  return [...head, ...body, ...more];
}

/** Whole, behind a bar that is not the command's. */
export function barRows(text: string, sign: string, style: Style, columns: number, look: Look): Row[] {
  const { signs, letters } = look;
  const bar = `${signs.edge} ${signs.textBar}${sign} `;
  const shown = letters === "ascii" ? text.split("\n").map(inAscii).join("\n") : text;
  return blockRows(cellsOf(shown), columns, bar).map(({ cells }) => [
    span(`${signs.edge} `, "dim"),
    span(`${signs.textBar}${sign} `, style === "plain" ? "dim" : style),
    // The end of a line is told by the next row here.
    span(textOf(cells.filter(({ raw }) => raw !== "\n")), style),
  ]);
}
