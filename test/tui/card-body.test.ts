/** What stands on a card besides the command. */
import { expect, test } from "vitest";
import type { Card } from "../../src/protocol/card-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { cardBody } from "../../src/tui/card-body.ts";
import { PLAIN } from "./play.ts";
import { cardOf, pendingOf } from "./questions.ts";

function textOf(asked: Pending, changes: Partial<Card>): string {
  const { rows } = cardBody({ asked, card: cardOf(asked.id, changes) }, 100, 40, PLAIN, 1_000_000);
  return rows.map((row) => row.map(({ text }) => text).join("")).join("\n");
}

test("a name that the line spells by escapes is told of where it comes to light", () => {
  const asked = pendingOf({ line: "rm bu$'\\u0456'ld", reasons: ["rm deletes bu\u0456ld"] });
  const shown = textOf(asked, { effects: ["deletes bu\u0456ld (it is not there)"] });
  expect(shown.match(/what it does: holds Cyrillic letters/g)).toHaveLength(1);
});

test("a plain command is told nothing of", () => {
  expect(textOf(pendingOf(), { effects: ["deletes 3 files below build/"] })).not.toContain("BEWARE");
});

test("a rule whose reason stands there already is only named", () => {
  const asked = pendingOf({ reasons: ["rm deletes build"] });
  const rule = { id: "user.careful", says: "rm deletes build", where: "/p.yaml:3" };
  expect(textOf(asked, { rule })).toMatch(/rule\s+user\.careful \(\/p\.yaml:3\)/);
  expect(textOf(asked, { rule: { ...rule, says: "because I said so" } })).toContain(
    "user.careful: because I said so (/p.yaml:3)",
  );
});
