/** Cards that nobody waits for: the agent tries the same again and again; another mode might fit better. */
import type { Mode } from "../core/ruling.ts";
import type { Loop, Suggestion } from "../protocol/status-message.ts";
import { commandRows } from "./card-command.ts";
import { edged, flow } from "./flow.ts";
import { sessionOf } from "./front.ts";
import type { Look } from "./look.ts";
import type { Open, State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { ALERT_KEYS, type KeyLabel, keyRows } from "./render-keys.ts";
import { cutRow, type Row, type Style, span } from "./row.ts";

export const MODE_MEANS: Record<Mode, string> = {
  default: "what only reads passes, the rest asks",
  plan: "what only reads passes, the rest is denied",
  "full-auto": "what no rule speaks about passes unasked",
};

export function loopPane(session: string, loop: Loop, { columns, keys }: PaneSize, look: Look): Pane {
  const spellings = `tried ${loop.spelled} spelling${loop.spelled === 1 ? "" : "s"} of: ${loop.intent}`;
  const times = `${loop.tried} time${loop.tried === 1 ? "" : "s"} in all; you denied it, and guard goes on denying it:`;
  return {
    title: titleOf(`session ${session}: the agent tries again and again`, "danger", columns, look),
    body: [
      ...flow(spellings, columns, look, "bold"),
      ...flow(times, columns, look),
      edged([], look),
      ...loop.spellings.flatMap((line) => commandRows(line, undefined, columns, look)),
    ],
    tone: "plain",
    commandEnd: 0,
    entries: [],
    foot: keyRows(
      [["Enter", "go on denying"], ["a", "ask me again next time"], ...ALERT_KEYS],
      columns,
      keys,
      look,
    ),
  };
}

export function suggestionPane(
  state: State,
  session: string,
  { because, modes }: Suggestion,
  { columns, keys }: PaneSize,
  look: Look,
): Pane {
  const now = sessionOf(state, session)?.status.mode ?? "default";
  return {
    title: titleOf(`another mode for session ${session}?`, "warning", columns, look),
    body: [
      ...flow(because, columns, look, "bold"),
      edged([], look),
      ...flow(`now: ${now}: ${MODE_MEANS[now]}`, columns, look),
      ...modes.flatMap((mode) => flow(`${mode}: ${MODE_MEANS[mode]}`, columns, look)),
    ],
    tone: "plain",
    commandEnd: 0,
    entries: [],
    foot: keyRows([...modes.map(modeKey), ["n", `stay in ${now}`], ...ALERT_KEYS], columns, keys, look),
  };
}

export function modePane(
  state: State,
  { session }: Extract<Open, { kind: "mode" }>,
  { columns, keys }: PaneSize,
  look: Look,
): Pane {
  const now = sessionOf(state, session)?.status.mode;
  const modes = Object.entries(MODE_MEANS) as [Mode, string][];
  return {
    title: titleOf(`which mode for session ${session}?`, "bold", columns, look),
    body: modes.flatMap(([mode, means]) =>
      flow(
        `${mode === now ? look.signs.chosen : look.signs.open} ${mode}: ${means}`,
        columns,
        look,
        mode === now ? "bold" : "plain",
      ),
    ),
    tone: "plain",
    commandEnd: 0,
    entries: [],
    foot: keyRows(
      [
        ...modes.map(([mode]) => modeKey(mode)),
        ...(state.sessions.length > 1 ? ([["Tab", "another session"]] as const) : []),
        ["Esc", "back"],
      ],
      columns,
      keys,
      look,
    ),
  };
}

/** What FULL_AUTO means for those that wait now; what must be confirmed stays a question. */
export function fullAutoTexts(state: State, session: string): string[] {
  const asks = sessionOf(state, session)?.questions.filter(({ asked }) => asked.ruling === "ask").length ?? 0;
  const now = asks === 1 ? "1 question that waits" : `${asks} questions that wait`;
  return [
    ...(asks === 0 ? [] : [`${now} will run now, unless a rule of yours asks.`]),
    "From then on, what no rule speaks about runs without asking.",
  ];
}

export function fullAutoPane(
  state: State,
  { session }: Extract<Open, { kind: "full-auto" }>,
  { columns, keys }: PaneSize,
  look: Look,
): Pane {
  return {
    title: titleOf(`full-auto for session ${session}?`, "danger", columns, look),
    body: fullAutoTexts(state, session).flatMap((text) => flow(text, columns, look, "bold")),
    tone: "danger",
    commandEnd: 0,
    entries: [],
    foot: keyRows(
      [
        ["y", "yes, full-auto"],
        ["any other key", "no"],
      ],
      columns,
      keys,
      look,
    ),
  };
}

function modeKey(mode: Mode): KeyLabel {
  return [mode[0] ?? "", mode];
}

function titleOf(text: string, style: Style, columns: number, look: Look): Row {
  return cutRow([span(`${look.signs.active} `, style), span(text, style)], columns, look);
}
