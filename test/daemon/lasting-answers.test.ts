/** Answers that hold for longer than the session, taken back, and what cannot be kept. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Ladder } from "../../src/protocol/card-messages.ts";
import { TestApprover } from "../helpers/approver.ts";
import { type Fields, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

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

const userFile = () => join(daemon.home, ".config/guard/policy.yaml");
const projectFile = () => join(daemon.project, ".guard/policy.yaml");

/** `shown`: where a secret in it is hidden on screens. */
async function ask(line: string, shown = line): Promise<{ id: string; verdict: Promise<Fields> }> {
  const seen = console.events.length;
  const verdict = daemon.line(line);
  const id = await console.find((event) =>
    console.events.indexOf(event) >= seen && event.event === "question" && event.question.line === shown
      ? event.question.id
      : undefined,
  );
  return { id, verdict };
}

async function ladderOf(id: string): Promise<Extract<Ladder, { kind: "ladder" }>> {
  const { ladder } = (await console.ask({ op: "ladder", check: id })) as unknown as { ladder: Ladder };
  if (ladder.kind === "none") throw new Error(ladder.because);
  return ladder;
}

check(
  "always is a rule in the user's file: it answers the next check, says so, and can be taken back",
  async () => {
    const { id, verdict } = await ask("npm install left-pad");
    const ladder = await ladderOf(id);
    expect(ladder.rungs.map(({ kind }) => kind)).toEqual(["exact", "flags", "subcommand"]);
    const save = { layer: "user", rung: "subcommand" };
    const reply = await console.ask({ op: "resolve", check: id, decision: "always", save });
    expect(reply).toMatchObject({ ok: true, grant: expect.stringMatching(/^approved-[0-9a-f]{8}$/) });
    expect(reply["note"]).toMatch(
      /saved as approved-\w+ in .*policy\.yaml; to take it back: guard grants revoke/,
    );
    expect(await verdict).toMatchObject({ verdict: "allow" });
    expect(readFileSync(userFile(), "utf8")).toMatch(
      /npm install \*\*.*added via mid-session approval, \d{4}-\d\d-\d\d/,
    );
    expect(await daemon.line("npm install right-pad")).toMatchObject({ verdict: "allow" });
    // Only the rule holds it: nothing is left in the session.
    expect(await console.ask({ op: "grants" })).toMatchObject({ ok: true, grants: [] });
    expect(await console.ask({ op: "revoke", grant: reply["grant"] })).toMatchObject({ ok: true });
    expect(readFileSync(userFile(), "utf8")).not.toContain("npm install");
    const again = await ask("npm install right-pad");
    await console.ask({ op: "resolve", check: again.id, decision: "deny" });
    expect(await console.ask({ op: "revoke", grant: reply["grant"] })).toMatchObject({ code: "NOT_FOUND" });
  },
);

check("an always that was saved before leaves the older rule alone when it is taken back", async () => {
  const [first, second] = [await ask("npm install one"), await ask("npm install two")];
  const save = { layer: "user", rung: "subcommand" };
  const saved = await console.ask({ op: "resolve", check: first.id, decision: "always", save });
  const again = await console.ask({ op: "resolve", check: second.id, decision: "always", save });
  expect(again).toMatchObject({ ok: true, note: expect.stringContaining("saved before as") });
  expect([saved["grant"], again["grant"]]).toEqual([expect.stringMatching(/^approved-/), undefined]);
  expect(await console.ask({ op: "grants" })).toMatchObject({ grants: [] });
});

check("what is taken back is taken out of every file that has it, and recorded only if one has", async () => {
  const { id } = await ask("npm install one");
  const save = { layer: "project", rung: "exact" };
  const { grant } = await console.ask({ op: "resolve", check: id, decision: "always", save });
  mkdirSync(join(userFile(), ".."), { recursive: true });
  writeFileSync(userFile(), readFileSync(projectFile()));
  const records = () => daemon.records.filter(({ event }) => event === "revoked");
  expect(await console.ask({ op: "revoke", grant: "approved-00000000" })).toMatchObject({
    code: "NOT_FOUND",
  });
  expect(records()).toEqual([]);
  expect(await console.ask({ op: "revoke", grant })).toMatchObject({ ok: true });
  for (const file of [userFile(), projectFile()])
    expect(readFileSync(file, "utf8")).not.toContain("npm install");
  expect(records()).toHaveLength(1);
});

check("a rule that is chosen by name and would not answer is refused, and the question stays", async () => {
  const { id, verdict } = await ask("rm old");
  const save = { layer: "user", rung: "program" };
  const refused = await console.ask({ op: "resolve", check: id, decision: "always", save });
  expect(refused).toMatchObject({ ok: false, code: "BAD_REQUEST" });
  expect(refused["message"]).toMatch(/no rule program .*there is: exact/);
  expect(await console.ask({ op: "resolve", check: id, decision: "once" })).toMatchObject({ ok: true });
  expect(await verdict).toMatchObject({ verdict: "allow" });
});

check("an always that came to nothing, because a file changed, saves nothing", async () => {
  const { id, verdict } = await ask("bash ./y.sh");
  writeFileSync(join(daemon.project, "y.sh"), "touch evil\n");
  const save = { layer: "user", rung: "exact" };
  const reply = await console.ask({ op: "resolve", check: id, decision: "always", save });
  expect(reply).toMatchObject({ ok: false, code: "FAILED" });
  expect(await verdict).toMatchObject({ verdict: "deny", rule: "guard.changed" });
  expect(existsSync(userFile())).toBe(false);
  expect(await console.ask({ op: "grants" })).toMatchObject({ grants: [] });
});

check.for(["node -i -e 1", "python3 -i -c 1"])(
  "%s goes on with its stdin: it is allowed once at most",
  async (line) => {
    const argv = line.split(" ");
    const connection = await daemon.connect();
    const fields = {
      op: "check",
      id: "1",
      layer: "shim",
      kind: "argv",
      pid: String(process.pid),
      cwd: daemon.project,
    };
    const verdict = connection.ask({ ...fields, path: `/usr/bin/${argv[0]}` }, argv);
    const shown = await console.find((event) => (event.event === "question" ? event.question : undefined));
    expect(shown.rememberable).toBe("no");
    await console.ask({ op: "resolve", check: shown.id, decision: "deny" });
    await verdict;
    connection.close();
  },
);

check("all at once are saved in the user's file, though the project has one", async () => {
  const first = await ask("npm install one");
  const save = { layer: "project", rung: "exact" };
  await console.ask({ op: "resolve", check: first.id, decision: "always", save });
  const [two, three] = [await ask("npm install two"), await ask("npm install three")];
  const reply = await console.ask({ op: "resolve-all", checks: [two.id, three.id], decision: "always" });
  expect(reply["results"]).toMatchObject([
    { done: "yes", grant: expect.stringMatching(/^approved-/) },
    { done: "yes", grant: expect.stringMatching(/^approved-/) },
  ]);
  expect(readFileSync(userFile(), "utf8").match(/approved-/g)).toHaveLength(2);
  expect(readFileSync(projectFile(), "utf8").match(/approved-/g)).toHaveLength(1);
});

check("a line behind sh -c is shown without it, and what it is run by is told", async () => {
  const connection = await daemon.connect();
  const argv = ["sh", "-c", "touch a && ls"];
  const fields = {
    op: "check",
    id: "1",
    layer: "shim",
    kind: "argv",
    pid: "4194999",
    cwd: daemon.project,
    path: "/bin/sh",
  };
  const verdict = connection.ask(fields, argv);
  const shown = await console.find((event) => (event.event === "question" ? event.question : undefined));
  expect(shown).toMatchObject({ line: "touch a && ls", by: "sh -c" });
  const { card } = (await console.ask({ op: "card", check: shown.id })) as unknown as {
    card: { parts: unknown };
  };
  expect(card.parts).toEqual([
    { from: 0, to: 7, ruling: "ask" },
    { from: 11, to: 13, ruling: "allow" },
  ]);
  expect((await ladderOf(shown.id)).rungs.map(({ kind }) => kind)).toEqual(["exact", "flags", "program"]);
  await console.ask({ op: "resolve", check: shown.id, decision: "deny" });
  await verdict;
  connection.close();
});

check("code in an interpreter's own words can be remembered", async () => {
  const { id } = await ask("node -e 'console.log(2)'");
  const { pending } = (await console.ask({ op: "pending" })) as unknown as {
    pending: { rememberable: string }[];
  };
  expect(pending).toMatchObject([{ id, rememberable: "yes" }]);
  await console.ask({ op: "resolve", check: id, decision: "deny" });
});

check("always without a choice takes what the ladder suggests, in the user's file", async () => {
  const { id, verdict } = await ask("npm install left-pad");
  expect(await console.ask({ op: "resolve", check: id, decision: "always" })).toMatchObject({ ok: true });
  expect(await verdict).toMatchObject({ verdict: "allow" });
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
  const other = await ask("npm install right-pad");
  await console.ask({ op: "resolve", check: other.id, decision: "deny" });
  expect(existsSync(projectFile())).toBe(false);
});

const TOKEN = `ghp_${"abcdefghijklmnopqrstuvwxyz0123456789"}`;

check(
  "always without a choice is refused where the exact words hold a secret; a rule by name is not",
  async () => {
    const { id, verdict } = await ask(`git push origin ${TOKEN}`, "git push origin «redacted:github-token»");
    const refused = await console.ask({ op: "resolve", check: id, decision: "always" });
    expect(refused).toMatchObject({ ok: false, code: "BAD_REQUEST" });
    expect(refused["message"]).toMatch(
      /^nothing was saved or allowed: .*hold a secret.*; answer once or session, or choose a rule by --rule: flags \(.*subcommand \(/,
    );
    const listed = await console.ask({ op: "resolve-all", checks: [id], decision: "always" });
    expect(listed["results"]).toMatchObject([{ done: "no", note: expect.stringContaining("hold a secret") }]);
    expect(existsSync(userFile())).toBe(false);
    const save = { layer: "user", rung: "subcommand" };
    expect(await console.ask({ op: "resolve", check: id, decision: "always", save })).toMatchObject({
      ok: true,
    });
    expect(await verdict).toMatchObject({ verdict: "allow" });
    expect(readFileSync(userFile(), "utf8")).not.toContain("ghp_");
  },
);

check("always where every rule would hold a secret is for the session, and no file has it", async () => {
  const { id, verdict } = await ask("curl -u me:hunter2A22x http://127.0.0.1:1/");
  const reply = await console.ask({ op: "resolve", check: id, decision: "always" });
  expect(reply).toMatchObject({ ok: true, grant: id });
  expect(reply["note"]).toMatch(/would hold a secret.*; allowed until the session ends$/);
  expect(await verdict).toMatchObject({ verdict: "allow" });
  expect(existsSync(userFile())).toBe(false);
});

check("always in the project's file makes it, and trusts it in the same step", async () => {
  const { id, verdict } = await ask("npm install left-pad");
  const save = { layer: "project", rung: "exact" };
  expect(await console.ask({ op: "resolve", check: id, decision: "always", save })).toMatchObject({
    ok: true,
  });
  expect(await verdict).toMatchObject({ verdict: "allow" });
  expect(readFileSync(projectFile(), "utf8")).toContain("left-pad");
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
});

check("what cannot be saved holds for the session, and that is said", async () => {
  // With a file that was broken from the start there would be no policy at all, and so no question.
  await daemon.line("ls");
  mkdirSync(join(daemon.home, ".config/guard"), { recursive: true });
  writeFileSync(userFile(), "version: 1\nrules: [\n");
  const { id, verdict } = await ask("npm install left-pad");
  const reply = await console.ask({
    op: "resolve",
    check: id,
    decision: "always",
    save: { layer: "user", rung: "exact" },
  });
  expect(reply).toMatchObject({ ok: true, grant: id });
  expect(reply["note"]).toMatch(/allowed until the session ends$/);
  expect(await verdict).toMatchObject({ verdict: "allow" });
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
  expect(readFileSync(userFile(), "utf8")).toBe("version: 1\nrules: [\n");
});

check("what must be confirmed can be saved in its exact words only, and only when confirmed", async () => {
  const { id, verdict } = await ask("kubectl delete pod x");
  expect((await ladderOf(id)).rungs.map(({ kind }) => kind)).toEqual(["exact"]);
  const save = { layer: "user", rung: "exact" };
  expect(await console.ask({ op: "resolve", check: id, decision: "always", save })).toMatchObject({
    code: "NEEDS_CONFIRM",
  });
  const confirmed = await console.ask({ op: "resolve", check: id, decision: "always", confirm: true, save });
  expect(confirmed).toMatchObject({ ok: true, grant: expect.stringMatching(/^approved-/) });
  expect(await verdict).toMatchObject({ verdict: "allow" });
  expect(await daemon.line("kubectl delete pod x")).toMatchObject({ verdict: "allow" });
  const other = await ask("kubectl delete pod y");
  await console.ask({ op: "resolve", check: other.id, decision: "deny" });
});

check("two answers at once save one rule", async () => {
  const { id } = await ask("npm install left-pad");
  const other = await TestApprover.open(daemon.folder);
  const save = { layer: "user", rung: "exact" };
  const replies = await Promise.all([
    console.ask({ op: "resolve", check: id, decision: "always", save }),
    other.ask({ op: "resolve", check: id, decision: "always", save }),
  ]);
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  expect(readFileSync(userFile(), "utf8").match(/approved-/g)).toHaveLength(1);
  other.close();
});

check("an hour holds in the next session too, until it is taken back there", async () => {
  const { id, verdict } = await ask("npm install left-pad");
  expect(await console.ask({ op: "resolve", check: id, decision: "timed" })).toMatchObject({
    ok: true,
    grant: id,
  });
  await verdict;
  const again = new TestDaemon({ HOME: daemon.home });
  try {
    await again.start({ console: "wait", cwd: daemon.project });
    expect(await again.line("npm install left-pad", { cwd: daemon.project })).toMatchObject({
      verdict: "allow",
    });
    const there = await TestApprover.open(again.folder);
    expect(await there.ask({ op: "revoke", grant: id })).toMatchObject({
      ok: true,
      line: "npm install left-pad",
    });
    there.close();
  } finally {
    await again.stop();
  }
  const asked = await ask("npm install left-pad");
  await console.ask({ op: "resolve", check: asked.id, decision: "deny" });
  expect(await asked.verdict).toMatchObject({ verdict: "deny" });
});

check("a state folder that others may write to keeps no hour; it holds here, and that is said", async () => {
  const folder = join(daemon.home, ".local/state/guard/grants");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const { id, verdict } = await ask("npm install left-pad");
  const reply = await console.ask({ op: "resolve", check: id, decision: "timed" });
  expect(reply["note"]).toMatch(/other sessions will not know of it/);
  await verdict;
  expect(await daemon.line("npm install left-pad")).toMatchObject({ verdict: "allow" });
});

check(
  "the card tells what it does, which rule asks, and the text that would run; the next one what changed",
  async () => {
    mkdirSync(join(daemon.project, "build"));
    for (let n = 0; n < 12; n++) writeFileSync(join(daemon.project, `build/${n}`), "x");
    const deletion = await ask("rm -rf build");
    const { card } = (await console.ask({ op: "card", check: deletion.id })) as unknown as {
      card: { effects: string[]; parts: unknown[]; rule: { id: string } };
    };
    expect(card.effects.join("\n")).toMatch(/deletes 12 files below build/);
    expect(card.parts).toEqual([{ from: 0, to: 12, ruling: "ask" }]);
    expect(card.rule.id).toBe("mode.default");
    await console.ask({ op: "resolve", check: deletion.id, decision: "deny" });
    writeFileSync(join(daemon.project, "x.sh"), "touch one\n");
    const first = await ask("bash x.sh");
    const shown = async (id: string) =>
      (await console.ask({ op: "card", check: id })) as unknown as {
        card: { texts: { text: string; change?: { rows: { kind: string; text: string }[] } }[] };
      };
    expect((await shown(first.id)).card.texts[0]?.text).toBe("touch one\n");
    await console.ask({ op: "resolve", check: first.id, decision: "session" });
    await first.verdict;
    writeFileSync(join(daemon.project, "x.sh"), "touch two\n");
    const second = await ask("bash x.sh");
    expect((await shown(second.id)).card.texts[0]?.change?.rows).toEqual([
      { kind: "removed", text: "touch one" },
      { kind: "added", text: "touch two" },
    ]);
    await console.ask({ op: "resolve", check: second.id, decision: "deny" });
  },
);

check("save all saves the words that were listed and no more, whatever was allowed before", async () => {
  for (const line of ["npm install a", "npm install b", "npm install c"]) {
    const { id, verdict } = await ask(line);
    await console.ask({ op: "resolve", check: id, decision: "once" });
    expect(await verdict).toMatchObject({ verdict: "allow" });
  }
  const { id, verdict } = await ask("npm install d");
  expect((await ladderOf(id)).suggested).not.toBe("exact");
  await console.ask({ op: "resolve-all", checks: [id], decision: "always" });
  expect(await verdict).toMatchObject({ verdict: "allow" });
  const text = readFileSync(userFile(), "utf8");
  expect(text).toContain('exactly: ["install", "d"]');
  expect(text.match(/approved-/g)).toHaveLength(1);
});
