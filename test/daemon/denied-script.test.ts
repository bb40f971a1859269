/** Nobody is asked about a script that would be denied when it starts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestApprover } from "../helpers/approver.ts";
import { TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = new TestDaemon();
  await daemon.start({ console: "wait" });
  mkdirSync(join(daemon.project, "bin"));
  const put = (name: string, text: string) =>
    writeFileSync(join(daemon.project, name), text, { mode: 0o755 });
  put("denied.sh", "touch a\nsudo rm -rf /\n");
  put("bin/denied", "#!/bin/sh\nsudo ls\n");
  put("asked.sh", "touch a\n");
  put("code.py", "print('sudo')\n");
});
afterAll(() => daemon.stop());

const rows: [line: string, then: "denied" | "asked"][] = [
  ["bash denied.sh", "denied"],
  ["touch b && ./bin/denied", "denied"],
  ["bash asked.sh", "asked"],
  ["python3 code.py", "asked"],
  ["echo 'touch c' > denied.sh && bash denied.sh", "asked"],
  ["bash gone.sh", "asked"],
];

test.skipIf(MACHINE_HAS_ORG_POLICY).for(rows)("%s is %s", async ([line, then]) => {
  const console = await TestApprover.open(daemon.folder);
  const verdict = daemon.line(line);
  if (then === "asked") {
    const id = await console.find((event) =>
      event.event === "question" && event.question.line === line ? event.question.id : undefined,
    );
    await console.ask({ op: "resolve", check: id, decision: "deny", reason: "asked" });
    expect(await verdict).toMatchObject({ verdict: "deny", reason: "a person said no: asked" });
  } else {
    const { verdict: said, reason = "", rule } = await verdict;
    expect({ said, rule }).toEqual({ said: "deny", rule: "floor.privilege" });
    expect(reason).toMatch(/denied(?:\.sh)? would be denied: .*sudo/);
    expect(console.events.some(({ event }) => event === "question")).toBe(false);
  }
  console.close();
});
