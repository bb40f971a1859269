/** The same card for a place on another screen, as strings: guard run draws it over the agent's. */

import type { Size } from "./frame.ts";
import type { Look } from "./look.ts";
import type { Drawn, State } from "./model.ts";
import { paintRow } from "./paint.ts";
import { renderCard, renderScreen } from "./render.ts";

export interface CardView {
  /** At most `size.rows`, none wider than `size.columns`; colours are closed in each. */
  readonly rows: readonly string[];
  /** To be given to the approver once the rows are on the screen: keys count only for what is. */
  readonly drawn: Drawn;
}

export function viewCard(state: State, size: Size, look: Look): CardView {
  const { rows, drawn } = renderCard(state, size, look);
  return { rows: rows.map((row) => paintRow(row, look)), drawn };
}

export function viewScreen(state: State, size: Size, look: Look): CardView {
  const { rows, drawn } = renderScreen(state, size, look);
  return { rows: rows.map((row) => paintRow(row, look)), drawn };
}
