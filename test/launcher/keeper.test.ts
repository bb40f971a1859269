/** A confined session whose hidden files are replaced outside: what the person is told, what is recorded, and what a lost keeper means. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hasTier } from "../evasion/tier.ts";
import { USERS } from "../evasion/user.ts";
import { hasSeat, isBuilt, Machine, type Run } from "./guard-run.ts";
import { keeperOf } from "./keeper-of.ts";
import { waitUntil } from "./wait-until.ts";

const canConfine = isBuilt && hasSeat && hasTier("confined", USERS[0] ?? "root");

describe.skipIf(!canConfine)("what is replaced while the agent runs", () => {
  let machine: Machine;
  let run: Run;
  let seat: number;
  const at = (name: string) => join(machine.folder, "home", name);

  beforeEach(async () => {
    machine = new Machine();
    writeFileSync(at(".netrc"), "machine x password y\n");
    writeFileSync(at(".zlogin"), "# mine\n");
    writeFileSync(at(".npmrc"), "color=true\n");
    run = machine.run(["--confine", "on", "--console", "none", "--", agent()]);
    await run.shows("agent up");
    const [session = ""] = machine.sessions;
    const record = join(machine.runtime, "guard", session, "control/session.json");
    seat = JSON.parse(readFileSync(record, "utf8")).seat.pid;
  });
  afterEach(() => machine.dispose());

  /** Ends when the test says so: nothing that it starts need be asked for. */
  function agent(): string {
    const file = join(machine.folder, "agent.sh");
    const text = "echo agent up; until [ -e go ]; do /bin/sleep 0.02; done; /bin/cat ~/.netrc ~/.npmrc";
    writeFileSync(file, `#!/bin/bash -p\n${text}\n`, { mode: 0o755 });
    return file;
  }

  function writeAnew(name: string): void {
    writeFileSync(at(`${name}.new`), "new secret\n");
    renameSync(at(`${name}.new`), at(name));
  }

  const isTold = (text: string) =>
    waitUntil(
      `"${text}"`,
      () => run.stderr.includes(text),
      () => run.stderr,
    );

  const end = async () => {
    mkdirSync(join(machine.work, "go"));
    expect(await run.closed).toEqual({ code: 0, signal: null });
    await machine.leavesNothing();
  };

  const notices = () =>
    readFileSync(at("state/guard/audit/permissions.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === "notice")
      .map(({ details }) => [details.rule, details.reason]);

  test("is held again, told and recorded, and nobody is told to end the session", async () => {
    writeAnew(".netrc");
    await isTold(`${at(".netrc")} was replaced while the agent runs; the new one is hidden too`);
    writeAnew(".zlogin");
    await isTold(`${at(".zlogin")} was replaced while the agent runs; the new one is read-only too`);
    appendFileSync(at(".npmrc"), "//r/:_authToken=new secret\n");
    await isTold(
      `${at(".npmrc")} was changed while the agent runs, and may hold a secret: it is hidden since then`,
    );
    await end();
    expect(run.stdout).not.toContain("new secret");
    expect(run.stderr).not.toContain("end this session");
    expect(notices().map(([rule]) => rule)).toEqual([
      ...["guard.held-again", "guard.held-again", "guard.held-again"],
      "guard.start-up-changed",
    ]);
  });

  test("by a link: the person is told to end the session", async () => {
    rmSync(at(".netrc"));
    writeFileSync(at("elsewhere"), "");
    symlinkSync("elsewhere", at(".netrc"));
    const told = `${at(".netrc")} is a link now, and is not hidden from the agent any more: end this session, start another`;
    await isTold(told);
    await end();
    expect(notices()).toEqual([["guard.secret-shown", told]]);
  });

  test("by way of a backup: the owner's new one stays where it is", async () => {
    renameSync(at(".netrc"), at(".netrc~"));
    writeFileSync(at(".netrc"), "the owner's new secret\n");
    await isTold(`${at(".netrc")} was replaced while the agent runs; the new one is hidden too`);
    await end();
    expect(run.stderr).not.toContain("exchanged");
    expect(readFileSync(at(".netrc"), "utf8")).toBe("the owner's new secret\n");
  });

  test("a secret where none was is told, for the agent sees it", async () => {
    writeFileSync(at(".pgpass"), "the owner's new secret\n");
    const told = `${at(".pgpass")} is new since the agent began, and not hidden from it: if it is yours, end this session, start another`;
    await isTold(told);
    await end();
    expect(notices()).toEqual([["guard.secret-shown", told]]);
  });

  test("the keeper is killed: the session is lost, with a record", async () => {
    process.kill(keeperOf(seat) ?? 0, "SIGKILL");
    expect(await run.closed).toEqual({ code: 125, signal: null });
    await machine.leavesNothing();
    const why = "what is hidden from the agent can no longer be kept so: guard's keeper is gone";
    expect(run.stderr).toContain(why);
    expect(notices()).toEqual([[undefined, why]]);
  });
});
