/** Who may make sandboxes of its own; and a session that would be confined if nobody held all namespaces. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSandboxes } from "../../src/launcher/find-sandboxes.ts";
import { ROOT } from "./guard-run.ts";

const isRoot = process.getuid?.() === 0;

test.for([
  ["auto", "codex", "agent"],
  ["auto", "/opt/x/bin/codex", "agent"],
  ["auto", "claude", undefined],
  ["auto", "codex-like", undefined],
  ["allow", "claude", "hand"],
  ["refuse", "codex", undefined],
] as const)("--sandboxes %s, %s: by %s; root gets none", ([sandboxes, agent, by]) => {
  const found = findSandboxes({ sandboxes, agent: [agent] });
  expect(found).toEqual(isRoot || by === undefined ? { kind: "refused" } : { kind: "allowed", by });
});

/** In a user namespace the limit is its own. */
function runWithLimit(limit: number) {
  const home = mkdtempSync(join(tmpdir(), "guard-limit-"));
  const script = `echo ${limit} > /proc/sys/user/max_mnt_namespaces && exec ${ROOT}/bin/guard run --console none -- true`;
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home };
  const run = spawnSync("unshare", ["-Urm", "sh", "-c", script], { cwd: home, env, encoding: "utf8" });
  rmSync(home, { recursive: true, force: true });
  return run;
}

const canLimit = spawnSync("unshare", ["-Urm", "true"]).status === 0;
if (!canLimit) process.stderr.write("launcher/sandboxes: no user namespaces here, two rows are skipped\n");

test.skipIf(!canLimit)(
  "namespaces that are all taken: nothing is started, and it says who may hold them",
  () => {
    const { status, stderr } = runWithLimit(1);
    expect(stderr).toMatch(/all namespaces of this user are taken, .*guard sessions.*nothing was started/);
    expect(status).toBe(125);
  },
);

test.skipIf(!canLimit)("a machine that has none: not confined, and that is said", () => {
  const { status, stderr } = runWithLimit(0);
  expect(stderr).toContain("not confined: ");
  expect(status).toBe(0);
});
