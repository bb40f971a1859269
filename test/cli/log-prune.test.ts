/** guard log prune: what would take most of the record is not done without a word. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { spawn } from "@lydell/node-pty";
import { expect, test } from "vitest";
import { runLog } from "../../src/cli/log.ts";
import type { SessionIo } from "../../src/cli/session-io.ts";
import { record } from "../audit/fixture.ts";
import { createTemplate, START_MS, verify, writeAll } from "../history/fixture.ts";
import { printed } from "./log-io.ts";

const DAY_MS = 86_400_000;
const GUARD = join(import.meta.dirname, "../../bin/guard");

/** Six of the first day, four of the fifth. */
const makeState = createTemplate((folder) => {
  const file = join(folder, "guard/audit.db");
  writeAll(
    Array.from({ length: 6 }, () => record()),
    { file },
  );
  writeAll(
    Array.from({ length: 4 }, () => record()),
    { file },
    START_MS + 4 * DAY_MS,
  );
});

interface Row {
  readonly name: string;
  readonly args: string;
  /** What is typed; left out: nobody sits there. */
  readonly types?: string;
  readonly status: number;
  readonly says: string;
  /** The first record that is there afterwards. */
  readonly first: number;
}

const rows: readonly Row[] = [
  {
    name: "all of it, and nobody sits there",
    args: "--keep 0",
    status: 1,
    says: "--yes says that",
    first: 1,
  },
  { name: "all of it, with --yes", args: "--keep 0 --yes", status: 0, says: "10 records taken", first: 11 },
  {
    name: "all of it, by its number",
    args: "--keep 0",
    types: "10",
    status: 0,
    says: "10 records taken",
    first: 11,
  },
  {
    name: "all of it, by yes",
    args: "--keep 0",
    types: "yes",
    status: 0,
    says: "10 records taken",
    first: 11,
  },
  {
    name: "an empty answer is no",
    args: "--keep 0",
    types: "",
    status: 1,
    says: "nothing was taken",
    first: 1,
  },
  {
    name: "another number is no",
    args: "--keep 0",
    types: "9",
    status: 1,
    says: "nothing was taken",
    first: 1,
  },
  {
    name: "more than half",
    args: "--keep 3",
    status: 1,
    says: "this takes 6 of 10 records out of the database",
    first: 1,
  },
  { name: "nothing is older", args: "--keep 30", status: 0, says: "no record is older", first: 1 },
];

test.for(rows)("$name", async ({ args, types, status, says, first }) => {
  const state = makeState();
  const asked: string[] = [];
  const ask: SessionIo["ask"] = async (question) => {
    asked.push(question);
    return types ?? "";
  };
  const nowMs = () => START_MS + 5 * DAY_MS;
  const { io, out, err } = printed({ state }, { nowMs, ...(types === undefined ? {} : { ask }) });
  expect([await runLog(["prune", ...args.split(" ")], io), out() + err()]).toEqual([
    status,
    expect.stringContaining(says),
  ]);
  expect(asked).toHaveLength(types === undefined ? 0 : 1);
  const report = await verify(join(state, "guard/audit.db"));
  expect(report).toMatchObject({ first, findings: [] });
});

test("half of it or less is taken without a question", async () => {
  const state = makeState();
  writeAll([record(), record()], { file: join(state, "guard/audit.db") }, START_MS + 4 * DAY_MS + 60_000);
  const { io, out } = printed({ state }, { nowMs: () => START_MS + 5 * DAY_MS });
  expect([await runLog(["prune", "--keep", "3"], io), out()]).toEqual([
    0,
    expect.stringContaining("6 records taken away"),
  ]);
});

test.for<[typed: string, status: number, says: string]>([
  ["yes\r", 0, "10 records taken away"],
  ["\u0004", 1, "nothing was taken away"],
])("at a real terminal, %j typed", async ([typed, status, says]) => {
  const { GUARD_SESSION: _, ...env } = process.env;
  const terminal = spawn(process.execPath, [GUARD, "log", "prune", "--keep", "0"], {
    ...{ cols: 200, rows: 20, env: { ...env, XDG_STATE_HOME: makeState() } },
  });
  let shown = "";
  terminal.onData((text) => {
    shown += text;
    if (text.includes("to go on: ")) terminal.write(typed);
  });
  const ended = await new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
  expect([ended, shown]).toEqual([status, expect.stringContaining(says)]);
});

test.for([[], ["--yes"]])("where nothing is recorded nothing is made (%j)", async (more) => {
  const state = join(makeState(), "elsewhere");
  const { io, err } = printed({ state });
  expect(await runLog(["prune", "--keep", "3", ...more], io)).toBe(1);
  expect(err()).toContain("nothing is recorded yet");
  expect(existsSync(state)).toBe(false);
});
