/** A daemon that may open no more files: it goes on answering, and what it could not read counts as soon as it can. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AgentConnection, lineCheck, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";
import { until } from "../helpers/until.ts";

const canLimit = spawnSync("prlimit", ["--version"]).status === 0;
const check = test.skipIf(MACHINE_HAS_ORG_POLICY || !canLimit);

let daemon: TestDaemon;
let asker: AgentConnection;
beforeEach(async () => {
  daemon = new TestDaemon();
  await daemon.start();
  asker = await daemon.connect();
  expect(await ask("pwd")).toMatchObject({ verdict: "allow" });
});
afterEach(async () => {
  asker.close();
  await daemon.stop();
});

const ask = (line: string) => asker.ask(lineCheck(line, daemon.project));

/** The soft limit; `1` is below what it has open: nothing more can be. */
function limitFiles(most: number): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(daemon.child.pid), `--nofile=${most}:`]);
  if (status !== 0) throw new Error(String(stderr));
}

check("checks are named and answered on and on", async () => {
  limitFiles(1);
  // More than one reading of the system's random bytes gives names to.
  for (let n = 0; n < 600; n++) expect(await ask("ls")).toMatchObject({ verdict: "allow" });
});

check("a stricter policy file that could not be read is tried again, and said once", async () => {
  limitFiles(1);
  const config = join(daemon.home, ".config/guard");
  mkdirSync(config, { recursive: true });
  writeFileSync(
    join(config, "policy.yaml"),
    "version: 1\nrules:\n  - { id: no-pwd, match: pwd, ruling: deny, because: no pwd }\n",
  );
  const events = (name: string) => daemon.records.filter(({ event }) => event === name);
  await until("the refusal", async () => {
    await ask("pwd");
    return events("policy-refused")[0];
  });
  // Over several tries.
  const endMs = performance.now() + 2_500;
  while (performance.now() < endMs) await ask("pwd");
  expect(events("policy-refused")).toHaveLength(1);
  limitFiles(1024);
  await until("the new rule", async () => ((await ask("pwd"))["verdict"] === "deny" ? true : undefined));
  expect(events("policy-reloaded")).toHaveLength(1);
});
