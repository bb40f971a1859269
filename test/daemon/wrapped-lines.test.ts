/** Lines in an agent's own text: a person is shown the line, and an answer holds whatever names the agent makes up next. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askControl } from "../../src/ipc/control-client.ts";
import { PENDING_REPLY, RESOLVE_REPLY } from "../../src/protocol/control-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const SNAPSHOT = ".claude/shell-snapshots/snapshot-bash-1-a.sh";

interface Row {
  readonly agent: string;
  text(line: string, made: string, home: string): string;
}

const rows: readonly Row[] = [
  {
    agent: "claude",
    text: (line, made, home) =>
      `source ${home}/${SNAPSHOT} && eval '${line}' && pwd -P >| /tmp/claude-${made}-cwd`,
  },
  {
    agent: "gemini",
    text: (line, made) =>
      `shopt -u promptvars nullglob extglob nocaseglob dotglob; _bgpids_file=/tmp/gemini-shell-${made}00/bgpids.tmp\n(\n  trap 'jobs -p > "$_bgpids_file"' EXIT\n${line}\n)\n__code=$?\nexit $__code`,
  },
];

describe.skipIf(MACHINE_HAS_ORG_POLICY).each(rows)("$agent", ({ agent, text }) => {
  let daemon: TestDaemon;
  beforeEach(async () => {
    daemon = new TestDaemon();
    mkdirSync(join(daemon.home, ".claude/shell-snapshots"), { recursive: true });
    writeFileSync(join(daemon.home, SNAPSHOT), "shopt -s expand_aliases\n");
    await daemon.start({ console: "wait", agent: [agent] });
  });
  afterEach(() => daemon.stop());

  const ask = (line: string, made: string) => daemon.line(text(line, made, daemon.home));
  async function question(): Promise<Pending> {
    return until("a question", async () => {
      const answer = await askControl(daemon.folder, { op: "pending" }, PENDING_REPLY);
      return answer.kind === "reply" && answer.reply.ok ? answer.reply.pending[0] : undefined;
    });
  }
  const resolve = (check: string, decision: "session" | "deny") =>
    askControl(daemon.folder, { op: "resolve", check, decision }, RESOLVE_REPLY);

  test("the line is shown, and the whole is there for who wants it", async () => {
    const asked = ask("npm install left-pad", "1a2b");
    const shown = await question();
    expect(shown).toMatchObject({ line: "npm install left-pad", wrapper: { agent } });
    expect(shown.wrapper?.text).toBe(text("npm install left-pad", "1a2b", daemon.home));
    await resolve(shown.id, "deny");
    await asked;
  });

  test("an answer for the session holds for the same line with other names around it", async () => {
    const first = ask("npm install left-pad", "1a2b");
    await resolve((await question()).id, "session");
    expect(await first).toMatchObject({ verdict: "allow" });
    expect(await ask("npm install left-pad", "3c4d")).toMatchObject({ verdict: "allow" });
  });

  test("it does not hold for another line", async () => {
    const first = ask("npm install left-pad", "1a2b");
    await resolve((await question()).id, "session");
    await first;
    const other = ask("npm install right-pad", "3c4d");
    await resolve((await question()).id, "deny");
    expect(await other).toMatchObject({ verdict: "deny" });
  });

  test.runIf(agent === "claude")("its snapshot changed since the answer: another question", async () => {
    const first = ask("npm install left-pad", "1a2b");
    await resolve((await question()).id, "session");
    await first;
    writeFileSync(join(daemon.home, SNAPSHOT), "npm() { touch evil; }\n");
    const second = ask("npm install left-pad", "1a2b");
    await resolve((await question()).id, "deny");
    expect(await second).toMatchObject({ verdict: "deny" });
  });
});
