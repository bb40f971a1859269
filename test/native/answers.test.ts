/** Every answer but a whole allow (for a note: noted) ends in 126 and one line that says what to do. */
import { describe, expect, test } from "vitest";
import { ALLOW_FIELDS, frameOf, type Reply } from "./answering-socket.ts";
import { buildClients } from "./clients.ts";
import { run, startSession } from "./session.ts";

const START_AGAIN = "end this agent and start it again with guard run";
const UNREADABLE = `guard: denied: the answer of the guard daemon cannot be read; ${START_AGAIN} [rule guard.bad-answer]\n`;
const UNANSWERED = `guard: denied: the guard daemon ended the connection without an answer; if it does so again, ${START_AGAIN} [rule guard.no-answer]\n`;
const CHECK = "0b6f5a4e-0000-4000-8000-000000000001";

interface Row {
  readonly name: string;
  readonly reply: Reply;
  /** Left out: allowed, and nothing is printed. */
  readonly stderr?: string;
}

const fields = (...list: readonly string[]): Reply => ({ kind: "fields", fields: ["guard=1", ...list] });
const bytes = (data: Buffer): Reply => ({ kind: "bytes", bytes: data });
const announcing = (length: number): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return head;
};

const ROWS: readonly Row[] = [
  { name: "allow", reply: { kind: "allow" } },
  { name: "allow that comes byte by byte", reply: { kind: "dripping", fields: ALLOW_FIELDS } },
  {
    name: "allow with a field of a later version",
    reply: fields("id=1", "verdict=allow", "lease=7", "lease=8"),
  },
  {
    name: "deny",
    reply: { kind: "deny" },
    stderr: `guard: denied: it deletes your home [rule floor.home, check ${CHECK}]\n`,
  },
  {
    name: "deny with a better way",
    reply: { kind: "deny", fields: ["instead=rm -r build"] },
    stderr: `guard: denied: it deletes your home [rule floor.home, check ${CHECK}]\nguard: instead: rm -r build\n`,
  },
  {
    name: "deny without anything else",
    reply: fields("id=1", "verdict=deny"),
    stderr: "guard: denied: no reason was given\n",
  },
  {
    name: "deny with a rule only",
    reply: fields("id=1", "verdict=deny", "reason=no", "rule=r"),
    stderr: "guard: denied: no [rule r]\n",
  },
  {
    name: "deny with a check only",
    reply: fields("id=1", "verdict=deny", "reason=no", "check=c"),
    stderr: "guard: denied: no [check c]\n",
  },
  {
    name: "deny whose text would begin a line or move the cursor",
    reply: fields("id=1", "verdict=deny", "reason=a\nguard: allowed\x1b[2J\x7f ü", "instead=b\rc"),
    stderr: "guard: denied: a?guard: allowed?[2J? ü\nguard: instead: b?c\n",
  },
  {
    name: "deny with a very long text, which is cut",
    reply: fields("id=1", "verdict=deny", `reason=${"x".repeat(900_000)}`, `rule=${"y".repeat(999)}`),
    stderr: `guard: denied: ${"x".repeat(6000)} [rule ${"y".repeat(200)}]\n`,
  },
  {
    name: "deny of a question that could not be read",
    reply: fields("id=0", "verdict=deny", "reason=not a message of guard"),
    stderr: "guard: denied: not a message of guard\n",
  },
  { name: "an answer to another question", reply: fields("id=2", "verdict=allow"), stderr: UNREADABLE },
  { name: "an answer without a number", reply: fields("verdict=allow"), stderr: UNREADABLE },
  { name: "an unknown verdict", reply: fields("id=1", "verdict=allowed"), stderr: UNREADABLE },
  { name: "an empty verdict", reply: fields("id=1", "verdict="), stderr: UNREADABLE },
  { name: "no verdict", reply: fields("id=1", "check=c"), stderr: UNREADABLE },
  { name: "two verdicts", reply: fields("id=1", "verdict=allow", "verdict=deny"), stderr: UNREADABLE },
  {
    name: "the same verdict twice",
    reply: fields("id=1", "verdict=allow", "verdict=allow"),
    stderr: UNREADABLE,
  },
  { name: "noted instead of a verdict", reply: { kind: "noted" }, stderr: UNREADABLE },
  { name: "noted and allowed", reply: fields("id=1", "verdict=allow", "noted=yes"), stderr: UNREADABLE },
  { name: "a field without a value", reply: fields("id=1", "verdict=allow", "x"), stderr: UNREADABLE },
  { name: "an empty field", reply: fields("id=1", "verdict=allow", ""), stderr: UNREADABLE },
  {
    name: "another version",
    reply: { kind: "fields", fields: ["guard=2", "id=1", "verdict=allow"] },
    stderr: UNREADABLE,
  },
  {
    name: "no version",
    reply: { kind: "fields", fields: ["id=1", "verdict=allow"] },
    stderr: UNREADABLE,
  },
  {
    name: "the version in another place",
    reply: { kind: "fields", fields: ["id=1", "guard=1", "verdict=allow"] },
    stderr: UNREADABLE,
  },
  {
    name: "a last field without its end",
    reply: bytes(Buffer.concat([announcing(26), Buffer.from("guard=1\0id=1\0verdict=allow")])),
    stderr: UNREADABLE,
  },
  { name: "garbage", reply: bytes(Buffer.from("\0\0\0\x0bHTTP/1.1 40")), stderr: UNREADABLE },
  { name: "garbage that announces too much", reply: bytes(Buffer.from("HTTP/1.1 400")), stderr: UNREADABLE },
  { name: "only NULs", reply: bytes(Buffer.concat([announcing(9), Buffer.alloc(9)])), stderr: UNREADABLE },
  { name: "an empty frame", reply: bytes(announcing(0)), stderr: UNREADABLE },
  { name: "one byte over the limit", reply: bytes(announcing((1 << 20) + 1)), stderr: UNREADABLE },
  { name: "4 GiB", reply: bytes(announcing(0xff_ff_ff_ff)), stderr: UNREADABLE },
  { name: "the end at once", reply: bytes(Buffer.alloc(0)), stderr: UNANSWERED },
  { name: "half of the length", reply: bytes(Buffer.alloc(2)), stderr: UNANSWERED },
  { name: "the length alone", reply: bytes(announcing(20)), stderr: UNANSWERED },
  {
    name: "allow without its last byte",
    reply: bytes(frameOf(ALLOW_FIELDS).subarray(0, -1)),
    stderr: UNANSWERED,
  },
];

const NOTES: readonly Row[] = [
  { name: "noted", reply: { kind: "noted" } },
  { name: "allow instead of noted", reply: { kind: "allow" }, stderr: UNREADABLE },
  { name: "noted=no", reply: fields("id=1", "noted=no"), stderr: UNREADABLE },
  {
    name: "deny",
    reply: { kind: "deny" },
    stderr: `guard: denied: it deletes your home [rule floor.home, check ${CHECK}]\n`,
  },
];

const clients = buildClients();

describe.each(clients.all)("answers: $name", (client) => {
  async function expectAnswer(args: readonly string[], { reply, stderr }: Row): Promise<void> {
    const session = await startSession(client);
    session.socket.answerWith(reply);
    const ran = await run([session.ask, ...args]);
    expect(ran).toEqual({
      status: stderr === undefined ? 0 : 126,
      signal: null,
      stdout: "",
      stderr: stderr ?? "",
    });
    expect(session.socket.strange).toEqual([]);
    await session.end();
  }

  test.for(ROWS)("to a check: $name", (row) => expectAnswer(["line", "bash", "1", "--", "ls"], row));
  test.for(NOTES)("to a note: $name", (row) => expectAnswer(["prompt", "bash", "1"], row));
});
