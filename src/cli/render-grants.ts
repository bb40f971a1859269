/** What is remembered, as rows for people and as fields for programs. Lines and rules are hostile text. */
import { commandBlock } from "../display/command-block.ts";
import { wrapVisible } from "../display/wrap-visible.ts";
import type { Grant } from "../protocol/question-messages.ts";
import { describeMatch } from "./describe-match.ts";
import { describeMs } from "./durations.ts";
import type { SavedAnswer } from "./saved-answers.ts";
import type { SessionIo } from "./session-io.ts";
import { shortId } from "./short-id.ts";

export function renderGrant(grant: Grant, ids: readonly string[], io: SessionIo): string {
  const { says, endsAtMs, grantedAtMs, session, reason } = grant;
  const until =
    endsAtMs === undefined ? "until the session ends" : `for ${describeMs(endsAtMs - io.nowMs())} more`;
  const where = session === "" ? "for every session" : `in session ${session}`;
  const rows = (word: string, text: string) => wrapVisible(word.padEnd(11), text, io.columns);
  return [
    `${says === "allow" ? "allowed" : "denied"} ${until}`,
    "",
    ...commandBlock(grant.line, io.columns),
    "",
    ...rows("  in", grant.cwd),
    ...(reason === undefined ? [] : rows("  because", reason)),
    ...rows("  said", `${describeMs(io.nowMs() - grantedAtMs)} ago, ${where}`),
    `  undo     guard grants revoke ${shortId(grant.id, ids)}`,
  ].join("\n");
}

const HEADS = {
  user: "allowed for good, by your own file",
  project: "allowed for good, by the project's file",
  untrusted: "does not count: nobody has trusted the project's file",
} as const;

export function renderSaved(answer: SavedAnswer, io: SessionIo): string {
  const { id, layer, file, standing, rules } = answer;
  const rows = (word: string, text: string) => wrapVisible(word.padEnd(11), text, io.columns);
  const date = savedOn(answer);
  return [
    HEADS[standing === "untrusted" ? "untrusted" : layer],
    "",
    ...rules.flatMap(({ match }) => describeMatch(match)).flatMap((text) => commandBlock(text, io.columns)),
    "",
    ...rows("  file", file),
    ...(date === undefined ? rows("  because", rules[0]?.because ?? "") : rows("  said", date)),
    `  undo     guard grants revoke ${id}`,
  ].join("\n");
}

export function savedFields(answer: SavedAnswer) {
  const { id, layer, file, standing, rules } = answer;
  return {
    id,
    kind: "rule" as const,
    layer,
    file,
    standing,
    matches: rules.map(({ match }) => match),
    because: rules[0]?.because ?? "",
    savedOn: savedOn(answer) ?? null,
  };
}

/** As the rule says it: whoever edits the reason may take it away. */
function savedOn({ rules }: SavedAnswer): string | undefined {
  return /\b\d{4}-\d\d-\d\d$/.exec(rules[0]?.because ?? "")?.[0];
}
