/** The launcher is told which hidden paths the user opened, before any agent starts. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { TestDaemon } from "../helpers/daemon.ts";

const daemons: TestDaemon[] = [];
afterEach(async () => {
  for (const daemon of daemons.splice(0)) await daemon.stop();
});

interface Row {
  readonly user?: string;
  readonly project?: string;
  readonly reveals: readonly string[];
}

const ROWS: readonly (readonly [string, Row])[] = [
  ["nothing where there is no policy", { reveals: [] }],
  [
    "what the user's file names",
    { user: "reveal: [~/.aws, /run/x.sock]", reveals: ["~/.aws", "/run/x.sock"] },
  ],
  [
    "nothing of the project's file, which is left out as a whole",
    { project: "reveal: [~/.aws]", reveals: [] },
  ],
  [
    "the user's alone where both have one",
    { user: "reveal: [~/.kube]", project: "reveal: [~/.aws]", reveals: ["~/.kube"] },
  ],
];

describe("ready tells", () => {
  test.for(ROWS)("%s", async ([, { user, project, reveals }]) => {
    const daemon = new TestDaemon();
    daemons.push(daemon);
    if (user !== undefined) write(join(daemon.home, ".config/guard"), user);
    if (project !== undefined) write(join(daemon.project, ".guard"), project);
    expect((await daemon.start()).reveals).toEqual(reveals);
  });
});

function write(folder: string, settings: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, "policy.yaml"), `version: 1\nsettings: {${settings}}\n`, { mode: 0o600 });
}
