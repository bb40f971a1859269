/** Tokens do not reach people's clients; what runs, what is remembered and what rules are made of stays what it was. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { fillIn } from "../../src/build/compile-redaction.ts";
import type { Card } from "../../src/protocol/card-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { TestApprover } from "../helpers/approver.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);
const TOKEN = fillIn("ghp_<36>").text;
const LINE = `touch ${TOKEN} && touch b`;
const SHOWN = "touch «redacted:github-token» && touch b";

let daemon: TestDaemon;
let console: TestApprover;
beforeEach(async () => {
  daemon = new TestDaemon();
  await daemon.start({ console: "wait" });
  console = await TestApprover.open(daemon.folder);
});
afterEach(async () => {
  console.close();
  await daemon.stop();
});

const question = (): Promise<Pending> =>
  console.find((event) => (event.event === "question" ? event.question : undefined));

check(
  "a question, its card and what was decided are shown without the token; the answer holds for the real line",
  async () => {
    const asked = daemon.line(LINE);
    const { id, line } = await question();
    expect(line).toBe(SHOWN);
    const { card } = (await console.ask({ op: "card", check: id })) as unknown as { card: Card };
    expect(card.parts.map(({ from, to }) => SHOWN.slice(from, to))).toEqual([
      "touch «redacted:github-token»",
      "touch b",
    ]);
    expect(await console.ask({ op: "pending" })).toMatchObject({ pending: [{ line: SHOWN }] });
    await console.ask({ op: "resolve", check: id, decision: "session" });
    expect(await asked).toMatchObject({ verdict: "allow" });
    expect(await daemon.line(LINE)).toMatchObject({ verdict: "allow" });
    expect(await console.ask({ op: "grants" })).toMatchObject({ grants: [{ line: SHOWN }] });
    expect(JSON.stringify(console.events)).not.toContain(TOKEN);
  },
);

check("no rule is offered that would hold the token", async () => {
  const asked = daemon.line(LINE);
  const { id } = await question();
  const reply = await console.ask({ op: "ladder", check: id });
  expect(JSON.stringify(reply)).not.toContain(TOKEN);
  expect(JSON.stringify(reply)).not.toContain('"exact"');
  const answer = await console.ask({
    op: "resolve",
    check: id,
    decision: "always",
    save: { layer: "user", rung: "exact" },
  });
  expect(answer.ok).toBe(false);
  await console.ask({ op: "resolve", check: id, decision: "deny" });
  expect(await asked).toMatchObject({ verdict: "deny" });
});
