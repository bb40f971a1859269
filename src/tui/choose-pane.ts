/** Which pane stands in the card's place now. */
import { frontQuestion, sessionOf } from "./front.ts";
import type { Look } from "./look.ts";
import type { State } from "./model.ts";
import type { Pane, PaneSize } from "./pane.ts";
import { fullAutoPane, loopPane, modePane, suggestionPane } from "./render-alert.ts";
import { bulkPane } from "./render-bulk.ts";
import { helpPane } from "./render-help.ts";
import { idlePane } from "./render-idle.ts";
import { ladderPane } from "./render-ladder.ts";
import { questionPane } from "./render-question.ts";

export function paneOf(state: State, size: PaneSize, look: Look): Pane {
  const { open, front } = state;
  const question = frontQuestion(state);
  if (open.kind === "help") return helpPane(size, look);
  if (open.kind === "bulk") return bulkPane(state, open, size, look);
  if (open.kind === "mode") return modePane(state, open, size, look);
  if (open.kind === "full-auto") return fullAutoPane(state, open, size, look);
  if (question && open.kind === "ladder") return ladderPane(state, question, open, size, look);
  if (question) return questionPane(state, question, size, look);
  const status = front ? sessionOf(state, front.session)?.status : undefined;
  const loop = status?.loops.find(({ id }) => id === front?.id);
  if (front && loop) return loopPane(front.session, loop, size, look);
  if (front && status?.suggestion) return suggestionPane(state, front.session, status.suggestion, size, look);
  return idlePane(state, size, look);
}
