/** An agent that goes in circles, and modes that are suggested, asked for and capped: in the real daemon. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Status } from "../../src/protocol/status-message.ts";
import { TestApprover } from "../helpers/approver.ts";
import { type Fields, TestDaemon } from "../helpers/daemon.ts";
import { MACHINE_HAS_ORG_POLICY } from "../helpers/org-policy.ts";

const check = test.skipIf(MACHINE_HAS_ORG_POLICY);

let daemon: TestDaemon;
let console: TestApprover;
beforeEach(() => {
  daemon = new TestDaemon();
});
afterEach(async () => {
  console?.close();
  await daemon.stop();
});

async function start(more: Parameters<TestDaemon["start"]>[0] = {}) {
  const ready = await daemon.start({ console: "wait", ...more });
  console = await TestApprover.open(daemon.folder);
  return ready;
}

async function answer(line: string, decision: string): Promise<Fields> {
  const seen = console.events.length;
  const verdict = daemon.line(line);
  const id = await console.find((event) =>
    console.events.indexOf(event) >= seen && event.event === "question" && event.question.line === line
      ? event.question.id
      : undefined,
  );
  await console.ask({ op: "resolve", check: id, decision });
  return verdict;
}

async function status(): Promise<Status> {
  return (await console.ask({ op: "status" }))["status"] as Status;
}

check(
  "the third spelling of a denied wish is denied at once, and one card tells of all of them",
  async () => {
    await start();
    mkdirSync(join(daemon.project, "build"));
    await answer("rm -rf build", "deny");
    await answer("find build -delete", "deny");
    const third = await daemon.line("rm -r ./build/");
    expect(third).toMatchObject({ verdict: "deny", rule: "guard.loop" });
    expect(third["reason"]).toMatch(/denied in other spellings already/);
    await daemon.line("/bin/rm -rf build");
    const [loop] = (await status()).loops;
    expect(loop).toMatchObject({ spelled: 4, tried: 4, intent: expect.stringContaining("build") });
    expect(loop?.spellings).toContain("find build -delete");
    expect(daemon.records.at(-1)).toMatchObject({ decided_by: "loop", rule: "guard.loop" });
    // What has nothing to do with it is asked as ever.
    await answer("mkdir -p build/new", "once");
    expect(await console.ask({ op: "loop", loop: loop?.id, answer: "ask-again" })).toMatchObject({
      ok: true,
    });
    expect(await answer("rm -r build", "once")).toMatchObject({ verdict: "allow" });
    expect((await status()).loops).toEqual([]);
  },
);

check(
  "three denials in a row suggest another mode; nothing switches by itself; accepting one switches",
  async () => {
    await start();
    for (const name of ["a", "b", "c"]) await answer(`npm install ${name}`, "deny");
    const { suggestion, mode } = await status();
    expect(mode).toBe("default");
    expect(suggestion).toMatchObject({ modes: ["plan", "full-auto"] });
    const refused = await console.ask({ op: "suggestion", suggestion: "another", mode: "plan" });
    expect(refused).toMatchObject({ ok: false, code: "NOT_FOUND" });
    const accepted = await console.ask({ op: "suggestion", suggestion: suggestion?.id, mode: "plan" });
    expect(accepted).toMatchObject({ ok: true });
    expect(await status()).toMatchObject({ mode: "plan" });
    expect(await daemon.line("npm install d")).toMatchObject({ verdict: "deny", rule: "mode.plan" });
    expect(daemon.records.map((record) => record["event"])).toEqual(
      expect.arrayContaining(["suggestion", "mode"]),
    );
  },
);

check("who refused twice is left alone", async () => {
  await start();
  for (let round = 0; round < 3; round++) {
    for (const name of ["a", "b", "c"]) await answer(`npm install ${name}${round}`, "deny");
    const { suggestion } = await status();
    if (round === 2) expect(suggestion).toBeUndefined();
    else {
      expect(suggestion).toBeDefined();
      await console.ask({ op: "suggestion", suggestion: suggestion?.id });
    }
  }
});

check(
  "a cap lowers the mode of the start, and refuses a switch above it; a policy that tightens lowers a running session",
  async () => {
    const file = join(daemon.home, ".config/guard/policy.yaml");
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(file, "version: 1\nsettings:\n  max_mode: default\n");
    const ready = await start({ mode: "full-auto" });
    expect(ready.mode).toBe("default");
    expect(ready.warnings.join("\n")).toMatch(/allows mode default at most/);
    expect(await console.ask({ op: "mode", mode: "full-auto" })).toMatchObject({ ok: false, code: "DENIED" });
    expect(await console.ask({ op: "mode", mode: "plan" })).toMatchObject({ ok: true });
    expect(await console.ask({ op: "mode", mode: "default" })).toMatchObject({ ok: true });
    writeFileSync(file, "version: 1\nsettings:\n  max_mode: plan\n");
    await console.find((event) =>
      event.event === "status" && event.status.mode === "plan" ? event : undefined,
    );
  },
  20_000,
);

check(
  "a mode that the project's file asks for is told at the start and asked for on the console",
  async () => {
    mkdirSync(join(daemon.project, ".guard"));
    writeFileSync(join(daemon.project, ".guard/policy.yaml"), "version: 1\nmode: full-auto\n");
    const ready = await start();
    expect(ready.mode).toBe("default");
    expect(ready.warnings.join("\n")).toMatch(/asks for mode full-auto; to allow it: guard mode full-auto/);
    expect((await status()).suggestion).toMatchObject({ modes: ["full-auto"] });
  },
);

check("whoever types into a shell that the user did not start goes in circles as well", async () => {
  await start();
  mkdirSync(join(daemon.project, "build"));
  await answer("rm -rf build", "deny");
  await answer("find build -delete", "deny");
  const third = await daemon.line("rm -r ./build/", { interactive: "yes" });
  expect(third).toMatchObject({ verdict: "deny", rule: "guard.loop" });
});
