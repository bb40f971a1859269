/** The lines to type in, in the place of the keys. */
import { columnsOf } from "../display/columns.ts";
import type { Pending } from "../protocol/question-messages.ts";
import { edged, flow } from "./flow.ts";
import { CONFIRM_WORD } from "./keys-input.ts";
import { type Look, showText } from "./look.ts";
import type { QuestionView, State } from "./model.ts";
import { keyRows } from "./render-keys.ts";
import { type Row, span } from "./row.ts";

export function inputRows(
  { open }: State,
  { asked }: QuestionView,
  columns: number,
  look: Look,
): Row[] | undefined {
  switch (open.kind) {
    case "reason":
      return [
        ...flow("deny, and tell the agent why:", columns, look, "bold"),
        typedRow(open.text, columns, look),
        ...keyRows(
          [
            ["Enter", "deny with this reason"],
            ["Esc", "back"],
          ],
          columns,
          2,
          look,
        ),
      ];
    case "confirm":
      return open.text === CONFIRM_WORD
        ? chooseRows(asked.rememberable, columns, look)
        : wordRows(open.text, columns, look);
    case "broken-off":
      return [
        ...flow(
          "The question you were typing at is over; your text was sent nowhere. This is another one.",
          columns,
          look,
          "warning",
        ),
        ...keyRows([["Esc", "go on to this question"]], columns, 1, look),
      ];
    case "card":
    case "help":
    case "ladder":
    case "bulk":
    case "mode":
    case "full-auto":
      return undefined;
  }
}

function wordRows(text: string, columns: number, look: Look): Row[] {
  return [
    ...flow(`type ${CONFIRM_WORD} to allow this:`, columns, look, "danger"),
    typedRow(text, columns, look),
    ...keyRows(
      [
        ["Enter", "deny, if it is empty"],
        ["Esc", "back"],
      ],
      columns,
      2,
      look,
    ),
  ];
}

function chooseRows(rememberable: Pending["rememberable"], columns: number, look: Look): Row[] {
  const longer = [
    ["s", "until the session ends"],
    ["p", "always"],
  ] as const;
  return [
    ...flow(`${CONFIRM_WORD}: allow it for how long?`, columns, look, "danger"),
    ...keyRows([["o", "once"], ...longer.slice(0, LONGER[rememberable]), ["Esc", "back"]], columns, 3, look),
  ];
}

/** Its end, where it is longer than the row. */
function typedRow(text: string, columns: number, look: Look): Row {
  const room = Math.max(1, columns - 6 - columnsOf(look.signs.cursor));
  let chars = Array.from(showText(text, look));
  const isLong = columnsOf(chars.join("")) > room;
  while (columnsOf(chars.join("")) > room - (isLong ? columnsOf(look.signs.more) : 0)) chars = chars.slice(1);
  const shown = `${isLong ? look.signs.more : ""}${chars.join("")}`;
  return edged([span("> ", "key"), span(shown), span(look.signs.cursor)], look);
}

/** How many of session, permanent. */
const LONGER: Record<Pending["rememberable"], number> = { yes: 2, session: 1, no: 0 };
