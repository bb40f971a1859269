/** Suggestions one after the other, on a screen of their own. Each key does one thing; what was done is said afterwards, too. */
import { join } from "node:path";
import { wrapVisible } from "../display/wrap-visible.ts";
import { afterApplying, type Suggestion } from "../learn/suggestion.ts";
import { placesFor } from "../policy/find.ts";
import { ruleText } from "../policy/rule-rows.ts";
import type { Key } from "../tui/key.ts";
import { chooseLook } from "../tui/look.ts";
import { paintRow } from "../tui/paint.ts";
import { actOf, type DrawnSuggestion, drawSuggestion, type SuggestScreen } from "../tui/suggest-card.ts";
import { type OpenTerminal, openTerminal } from "../tui/terminal.ts";
import { applySuggestion, ruleDate } from "./apply-suggestion.ts";
import { plural } from "./outcome-words.ts";
import { aboutTexts } from "./render-suggestions.ts";
import { type SessionIo, sayProblem } from "./session-io.ts";
import type { Found, SuggestOptions } from "./suggest.ts";
import { alsoTexts, savesTexts } from "./suggestion-texts.ts";

export async function showSuggestions(found: Found, options: SuggestOptions, io: SessionIo): Promise<number> {
  const shown = new SuggestionsShown(found.suggestions, options.least, io);
  const status = await shown.run();
  const left = `${plural(shown.left, "suggestion")} not taken; guard suggest shows what is left again`;
  const texts = [...shown.notes, ...(shown.left > 0 ? [left] : []), ...aboutTexts(found, options)];
  io.stdout(`${texts.flatMap((text) => wrapVisible("", text, io.columns)).join("\n")}\n`);
  for (const warning of found.warnings) sayProblem(io, warning);
  return status;
}

class SuggestionsShown {
  readonly #look;
  readonly #least: number;
  readonly #io: SessionIo;
  readonly notes: string[] = [];
  #waiting: readonly Suggestion[];
  #seen = 0;
  #skipped = 0;
  #scroll = 0;
  #note: SuggestScreen["note"];
  #drawn: DrawnSuggestion | undefined;
  #terminal: OpenTerminal | undefined;
  /** A key that comes while a rule is written belongs to a screen that is not there yet. */
  #isSaving = false;
  #end: (status: number) => void = () => undefined;

  constructor(suggestions: readonly Suggestion[], least: number, io: SessionIo) {
    this.#waiting = suggestions;
    this.#least = least;
    this.#io = io;
    this.#look = chooseLook(io.env, "as-the-terminal-can");
  }

  get left(): number {
    return this.#waiting.length + this.#skipped;
  }

  run(): Promise<number> {
    return new Promise<number>((resolve) => {
      this.#end = resolve;
      this.#terminal = openTerminal({
        onKey: (key) => void this.#press(key),
        onResize: () => this.#draw(),
        onEnd: resolve,
      });
      this.#draw();
    }).finally(() => this.#terminal?.close());
  }

  async #press(key: Key): Promise<void> {
    const [one] = this.#waiting;
    if (one === undefined || this.#isSaving) return;
    const act = actOf(key, this.#viewOf(one));
    switch (act.kind) {
      case "none":
        return;
      case "quit":
        return this.#end(0);
      case "scroll": {
        const { from = 0, height = 1 } = this.#drawn ?? {};
        this.#scroll = Math.max(0, from + act.way * (act.by === "row" ? 1 : height));
        break;
      }
      case "skip":
        this.#skipped++;
        this.#next(this.#waiting.slice(1));
        this.#note = undefined;
        break;
      case "save":
        await this.#save(one, act.layer);
        break;
    }
    if (this.#waiting.length === 0) this.#end(0);
    else this.#draw();
  }

  async #save(one: Suggestion, layer: "user" | "project"): Promise<void> {
    this.#isSaving = true;
    const applied = await applySuggestion(one, layer, this.#io);
    this.#isSaving = false;
    if (applied.kind === "not-saved") {
      this.#note = { text: `not saved: ${applied.why}`, style: "danger" };
      return;
    }
    this.notes.push(`${one.description}: ${applied.note}`);
    this.#note = { text: applied.note, style: "good" };
    this.#next(afterApplying(one, this.#waiting, this.#least));
  }

  #next(waiting: readonly Suggestion[]): void {
    this.#seen++;
    this.#waiting = waiting;
    this.#scroll = 0;
  }

  #viewOf(one: Suggestion): SuggestScreen["view"] {
    const { userFile, projectRoot } = placesFor(one.project, this.#io.env);
    return {
      number: this.#seen + 1,
      total: this.#seen + this.#waiting.length,
      description: one.description,
      rule: ruleText(one.matches, ruleDate(this.#io), "guard suggest"),
      saves: savesTexts(one),
      also: alsoTexts(one),
      widens: one.widens,
      project: one.project,
      userFile,
      ...(one.layers.includes("project") ? { projectFile: join(projectRoot, ".guard/policy.yaml") } : {}),
    };
  }

  #draw(): void {
    const [one] = this.#waiting;
    if (one === undefined || this.#terminal === undefined) return;
    const screen = {
      view: this.#viewOf(one),
      scroll: this.#scroll,
      ...(this.#note ? { note: this.#note } : {}),
    };
    this.#drawn = drawSuggestion(screen, this.#terminal.size(), this.#look);
    this.#terminal.screen.draw(this.#drawn.rows.map((row) => paintRow(row, this.#look)));
  }
}
