/** Questions, cards and sessions of the tests. */
import type { Card, Ladder } from "../../src/protocol/card-messages.ts";
import type { Pending } from "../../src/protocol/question-messages.ts";
import type { Status } from "../../src/protocol/status-message.ts";

let made = 0;

/** Ids in the order in which they are made. */
export function newCheck(): string {
  made++;
  return `01900000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`;
}

export function pendingOf(changes: Partial<Pending> = {}): Pending {
  return {
    id: newCheck(),
    line: "npm install left-pad && rm -rf build",
    cwd: "/home/me/project",
    risk: "needs-review",
    reasons: ["installs packages from the network", "deletes files below build/"],
    session: "k3j9ab2c",
    expiresAtMs: 1_300_000,
    clock: "runs",
    askedAtMs: 1_000_000,
    ruling: "ask",
    rules: ["mode.default"],
    layer: "hook",
    shell: "bash",
    pid: 4242,
    chain: ["claude", "bash", "npm"],
    waiting: 1,
    rememberable: "yes",
    ...changes,
  };
}

export function statusOf(changes: Partial<Status> = {}): Status {
  return {
    session: "k3j9ab2c",
    agent: ["claude"],
    cwd: "/home/me/project",
    project: "/home/me/project",
    mode: "default",
    tier: "gate+hooks",
    console: "wait",
    startedAtMs: 900_000,
    pending: 0,
    checks: 120,
    denied: 4,
    consoles: 1,
    loops: [],
    notices: [],
    ...changes,
  };
}

export function cardOf(check: string, changes: Partial<Card> = {}): Card {
  return {
    check,
    parts: [
      { from: 0, to: 20, ruling: "ask" },
      { from: 24, to: 36, ruling: "deny" },
    ],
    effects: ["installs left-pad from registry.npmjs.org", "deletes 214 files below build/"],
    rule: { id: "mode.default", says: "in DEFAULT, what does more than read is asked" },
    texts: [],
    ...changes,
  };
}

export const LADDER: Extract<Ladder, { kind: "ladder" }> = {
  kind: "ladder",
  rungs: [
    {
      kind: "exact",
      rule: "npm install left-pad && rm -rf build",
      description: "this very line in this folder",
      widens: [],
      answers: ["npm install left-pad && rm -rf build"],
      misses: ["npm install"],
    },
    {
      kind: "flags",
      rule: "npm install *",
      description: "npm install with any package, in this project",
      widens: ["npm install other-package", "npm install --save-dev x"],
      answers: ["npm install", "npm install is-odd"],
      misses: ["npm publish"],
    },
  ],
  suggested: "flags",
  files: [
    { layer: "user", file: "/home/me/.config/guard/policy.yaml" },
    { layer: "project", file: "/home/me/project/.guard/policy.yaml" },
  ],
};
