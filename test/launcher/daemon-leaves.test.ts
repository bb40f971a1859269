/** The daemon removes the folder of a guard run that was killed before it said `start`, and never anything else. */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt, Machine, ROOT } from "./guard-run.ts";

let machine: Machine;
beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.dispose());

async function endBeforeStart(folder: string): Promise<number | null> {
  const child = spawn(process.execPath, [join(ROOT, "bin/guard-daemon.cjs"), folder], {
    stdio: ["ignore", "ignore", "inherit", "pipe"],
    env: machine.env,
  });
  const exited = new Promise<number | null>((resolve) => child.on("exit", resolve));
  (child.stdio[3] as Duplex).end();
  return exited;
}

interface Row {
  readonly name: string;
  readonly path?: string;
  readonly holds?: readonly string[];
  readonly socket?: "there";
  readonly after: "gone" | "there";
}

const WHOLE = ["agent", "control"];
const rows: readonly Row[] = [
  { name: "a session's folder is removed", after: "gone" },
  {
    name: "also in the folder for machines without a runtime folder",
    path: "guard-1000/abcd2345",
    after: "gone",
  },
  { name: "one whose session began stays: an agent may need its hooks", socket: "there", after: "there" },
  { name: "one without control/ stays", holds: ["agent"], after: "there" },
  { name: "one without agent/ stays", holds: ["control"], after: "there" },
  { name: "another name stays", path: "guard/Documents", after: "there" },
  { name: "one that is elsewhere stays", path: "other/abcd2345", after: "there" },
];

describe.skipIf(!isBuilt)("when the pipe ends before start", () => {
  test.for(rows)("$name", async ({ path = "guard/abcd2345", holds = WHOLE, socket, after }) => {
    const folder = join(machine.runtime, path);
    for (const name of holds) mkdirSync(join(folder, name), { recursive: true });
    if (socket === "there") writeFileSync(join(folder, "agent/agent.sock"), "");
    expect(await endBeforeStart(folder)).toBe(0);
    expect(existsSync(folder)).toBe(after === "there");
  });

  test("without a folder nothing happens", async () => {
    expect(await endBeforeStart("")).toBe(0);
  });
});
