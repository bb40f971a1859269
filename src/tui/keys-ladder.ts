/** Keys while a rule for always is chosen. */
import type { SaveLayer } from "../protocol/card-messages.ts";
import { giveAnswer } from "./answer.ts";
import { goBack, scrolled, stay } from "./keys-anywhere.ts";
import type { Open, State, Updated } from "./model.ts";
import { noteOf, withNote } from "./notes.ts";

type LadderOpen = Extract<Open, { kind: "ladder" }>;

export function pressInLadder(state: State, open: LadderOpen, press: string | undefined): Updated {
  if (press === "escape" || press === "q") return goBack(state);
  const { ladder } = open;
  if (ladder?.kind !== "ladder") return stay(state);
  const choose = (rung: number): Updated =>
    stay(ladder.rungs[rung] ? { ...state, open: { ...open, rung }, scroll: 0 } : state);
  switch (press) {
    case "up":
      return choose(open.rung === "none" ? 0 : open.rung - 1);
    case "down":
      return choose(open.rung === "none" ? 0 : open.rung + 1);
    case "1":
    case "2":
    case "3":
    case "4":
      return choose(Number(press) - 1);
    case "u":
      return chooseFile(state, open, "user");
    case "j":
      return chooseFile(state, open, "project");
    case "enter":
      return take(state, open);
    default:
      return stay(press?.startsWith("page") ? scrolled(state, press) : state);
  }
}

function chooseFile(state: State, open: LadderOpen, layer: SaveLayer): Updated {
  const files = open.ladder?.kind === "ladder" ? open.ladder.files : [];
  const file = files.findIndex((one) => one.layer === layer);
  return file < 0
    ? stay(withNote(state, noteOf("warning", `the ${layer}'s file cannot take this rule`)))
    : stay({ ...state, open: { ...open, file } });
}

/** The list must have been on the screen: Enter may come before it does. */
function take(state: State, { ladder, rung, file, confirmed }: LadderOpen): Updated {
  if (ladder?.kind !== "ladder" || state.drawn?.open !== "ladder") return stay(state);
  if (rung === "none") return stay(withNote(state, noteOf("warning", "choose a rule first: by its number")));
  const [chosen, target] = [ladder.rungs[rung], ladder.files[file]];
  if (!chosen || !target) return stay(withNote(state, noteOf("warning", "no file can take this rule")));
  return giveAnswer(state, {
    decision: "always",
    confirmed,
    save: { layer: target.layer, rung: chosen.kind },
  });
}
