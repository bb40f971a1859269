/** Eight sessions with fifty questions each; consoles, askers and clocks come and go. Each question ends once, and the record agrees. */
import { expect, test } from "vitest";
import { TestApprover } from "../helpers/approver.ts";
import { type AgentConnection, type Fields, lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const SESSIONS = 8;
const QUESTIONS = 50;

/** What becomes of a question. Two consoles give opposite answers at once: one of them counts. */
const FATES = ["once", "session", "deny", "deny-session", "two-answers", "asker-leaves", "timeout"] as const;
type Fate = (typeof FATES)[number];

/** The two that wait for the clock are looked at from the start: no other clock runs, however slow the machine is. */
const TIMED_OUT = [0, 17];

/** The same each time, and another for each question. */
function fateOf(session: number, index: number): Fate {
  if (TIMED_OUT.includes(index)) return "timeout";
  const value = Math.imul(session * QUESTIONS + index + 1, 0x9e3779b1) >>> 16;
  return FATES[value % (FATES.length - 1)] ?? "deny";
}

interface Asked {
  readonly line: string;
  readonly fate: Fate;
  readonly connection: AgentConnection;
  readonly answer: Promise<Fields>;
}

async function ask(daemon: TestDaemon, session: number, index: number): Promise<Asked> {
  const line = `npm install package-${session}-${index}`;
  const connection = await daemon.connect();
  return {
    line,
    fate: fateOf(session, index),
    connection,
    answer: connection.ask(lineCheck(line, daemon.project)),
  };
}

async function idOf({ line }: Asked, console: TestApprover): Promise<string> {
  return console.find((event) =>
    event.event === "question" && event.question.line === line ? event.question.id : undefined,
  );
}

/** What each answer said: the verdict that must come of it. */
async function settle(asked: Asked, id: string, consoles: readonly TestApprover[]): Promise<string> {
  const [first, second] = consoles as [TestApprover, TestApprover];
  const { fate, connection } = asked;
  switch (fate) {
    case "once":
    case "session":
    case "deny":
    case "deny-session": {
      const reply = await first.ask({ op: "resolve", check: id, decision: fate });
      expect(reply.ok).toBe(true);
      return fate.startsWith("deny") ? "deny by person" : "allow by person";
    }
    case "two-answers": {
      const replies = await Promise.all([
        first.ask({ op: "resolve", check: id, decision: "once" }),
        second.ask({ op: "resolve", check: id, decision: "deny" }),
      ]);
      expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
      expect(replies.find(({ ok }) => !ok)).toMatchObject({ code: "NOT_FOUND" });
      return replies[0].ok ? "allow by person" : "deny by person";
    }
    case "asker-leaves":
      connection.close();
      return "deny by asker";
    case "timeout":
      return "deny by timeout";
  }
}

async function runSession(session: number): Promise<void> {
  const daemon = new TestDaemon();
  try {
    await daemon.start({ console: "wait", timeoutS: 4 });
    const consoles = [await TestApprover.open(daemon.folder), await TestApprover.open(daemon.folder)];
    const [watcher] = consoles as [TestApprover];
    const killed = await TestApprover.open(daemon.folder);
    const all = await Promise.all(
      Array.from({ length: QUESTIONS }, (_, index) => ask(daemon, session, index)),
    );
    const ids = await Promise.all(all.map((asked) => idOf(asked, watcher)));
    await consoles[1]?.ask({ op: "focus", check: ids[17] });
    // A console that dies with a card in front of it takes nothing with it.
    await killed.ask({ op: "focus", check: ids[0] });
    killed.socket.destroy();
    const wanted = await Promise.all(all.map((asked, index) => settle(asked, ids[index] ?? "", consoles)));
    const answers = await Promise.all(
      all.map(async ({ fate, answer }) => (fate === "asker-leaves" ? undefined : await answer)),
    );
    const verdicts = await until("all records", () => {
      const found = new Map(
        daemon.records
          .filter((record) => "verdict" in record)
          .map((record) => [record["request_id"], record]),
      );
      return found.size === QUESTIONS ? found : undefined;
    });
    expect(verdicts.size).toBe(daemon.records.filter((record) => "verdict" in record).length);
    // Who was too late is not on record as having answered.
    const answered = daemon.records
      .filter(({ event }) => event === "answered")
      .map((one) => one["request_id"]);
    expect(new Set(answered).size).toBe(answered.length);
    for (const [index, id] of ids.entries()) {
      const record = verdicts.get(id) ?? {};
      expect(`${record["verdict"]} by ${record["decided_by"]}`).toBe(wanted[index]);
      const told = answers[index];
      if (told !== undefined) expect(told["verdict"]).toBe(record["verdict"]);
      const left = all[index]?.fate === "asker-leaves";
      const overs = watcher.events.filter((event) => event.event === "over" && event.check === id);
      // What its asker has left stays for ten minutes.
      expect(overs).toHaveLength(left ? 0 : 1);
    }
    for (const console of consoles) console.close();
    for (const { connection } of all) connection.close();
  } finally {
    await daemon.stop();
  }
}

test.skipIf(MACHINE_HAS_ORG_POLICY)(
  "8 sessions x 50 questions, answered at random: each ends once, as it was answered, and is on record so",
  async () => {
    await Promise.all(Array.from({ length: SESSIONS }, (_, session) => runSession(session)));
  },
  120_000,
);
