/** Suggestions as a list for people and as fields for programs. Commands and folders are hostile text. */
import { wordBlock } from "../display/word-block.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import { questionsSaved, type Suggestion } from "../learn/suggestion.ts";
import { ruleText } from "../policy/rule-rows.ts";
import { ruleDate } from "./apply-suggestion.ts";
import { plural } from "./outcome-words.ts";
import { type SessionIo, sayJson, sayProblem } from "./session-io.ts";
import type { Found, SuggestOptions } from "./suggest.ts";
import { alsoTexts, savesTexts } from "./suggestion-texts.ts";

export function saySuggestions(found: Found, options: SuggestOptions, io: SessionIo): 0 {
  const { suggestions, warnings } = found;
  const now = ruleDate(io);
  if (options.output === "json") {
    const fields = suggestions.map((one) => suggestionFields(one, now));
    sayJson(io, { ...found, suggestions: fields });
    return 0;
  }
  const rows = [
    ...suggestions.flatMap((one, at) => [...suggestionRows(one, at + 1, now, io.columns), ""]),
    ...aboutTexts(found, options).flatMap((text) => wrapVisible("", text, io.columns)),
  ];
  io.stdout(`${rows.join("\n")}\n`);
  for (const warning of warnings) sayProblem(io, warning);
  return 0;
}

function suggestionRows(one: Suggestion, number: number, now: Date, columns: number): string[] {
  const { id, description, project, widens, layers } = one;
  const rows = (word: string, texts: readonly string[]) =>
    texts.flatMap((text, at) => wrapVisible(`   ${(at === 0 ? word : "").padEnd(8)}`, text, columns));
  const to = layers.includes("project") ? " [--to project]" : "";
  return [
    ...wrapVisible(`${number}. `, description, columns),
    "",
    ...wordBlock(ruleText(one.matches, now, "guard suggest"), columns),
    "",
    ...rows("saves", savesTexts(one)),
    ...rows("also", alsoTexts(one)),
    ...rows("new", widens),
    ...rows("for", [project]),
    ...rows("apply", [`guard suggest --apply ${number}${to}   (id ${id})`]),
  ];
}

/** What else there is to know, also where there is nothing to suggest. */
export function aboutTexts(found: Found, { least, project }: SuggestOptions): string[] {
  const { suggestions, left, answered, settled, withheld, redirected, unclear, gone } = found;
  const where = project === undefined ? "all projects" : project;
  const needless = settled === 0 ? "" : `, ${settled} of which need no rule any more`;
  return [
    ...(suggestions.length === 0 ? [`nothing to suggest for ${where}`] : []),
    `${plural(answered, "question")} answered with yes${needless}; shown is what would have saved ${least} or more`,
    ...(left > 0 ? [`${plural(left, "more rule")} would have saved fewer questions than these`] : []),
    ...(withheld > 0
      ? [
          `${plural(withheld, "rule")} withheld: they would allow what somebody said no to, what needs CONFIRM, or what is to be asked each time`,
        ]
      : []),
    ...(unclear > 0
      ? [
          `${plural(unclear, "command")} that somebody said no to cannot be read whole in the record (a secret was taken out, or it was cut): no rule is suggested that could allow them`,
        ]
      : []),
    ...(redirected > 0
      ? [
          `no rule is made from ${plural(redirected, "question")} with a redirection to a file: it would hold for any file of the project`,
        ]
      : []),
    ...gone.map((one) => `left out: ${one} is gone`),
  ];
}

function suggestionFields(one: Suggestion, now: Date) {
  const { saves, ...rest } = one;
  return {
    ...rest,
    rule: ruleText(one.matches, now, "guard suggest"),
    questionsSaved: questionsSaved(one),
    saves: saves.map(({ question: _, ...save }) => save),
  };
}
