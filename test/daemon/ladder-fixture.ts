/** A person's home and project with real files, the policy in force there, and ladders for what is asked. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import type { AskedLine } from "../../src/daemon/asked-lines.ts";
import type { LadderInput, LadderPorts } from "../../src/daemon/make-ladder.ts";
import { type PolicyInForce, startPolicy } from "../../src/daemon/policy-in-force.ts";
import { createTurns } from "../../src/daemon/turns.ts";
import { type Checked, shownLine } from "../../src/decide/checked.ts";
import { trust } from "../../src/policy/trust.ts";

export const NOW = new Date("2026-11-16T12:00:00Z");

export interface Desk {
  readonly policy: PolicyInForce;
  readonly home: string;
  readonly project: string;
  readonly userFile: string;
  readonly projectFile: string;
  /** What the policy has said of itself. */
  readonly events: string[];
  ask(asked: Asked, more?: Partial<LadderInput>): Promise<LadderInput>;
  ports(history?: readonly AskedLine[]): LadderPorts;
}

export type Asked = string | readonly string[];

export interface DeskFiles {
  readonly user?: string;
  readonly project?: string;
  readonly standing?: "trusted" | "untrusted";
}

export async function openDesk(files: DeskFiles = {}): Promise<Desk> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "guard-ladder-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const project = join(home, "app");
  mkdirSync(join(project, ".git"), { recursive: true });
  const userFile = join(home, ".config/guard/policy.yaml");
  const projectFile = join(project, ".guard/policy.yaml");
  if (files.user !== undefined) put(userFile, files.user);
  if (files.project !== undefined) {
    put(projectFile, files.project);
    if (files.standing === "trusted")
      trust(join(home, ".local/state/guard/trust"), projectFile, sha256(files.project), NOW);
  }
  const events: string[] = [];
  const started = await startPolicy(
    { cwd: project, env: { HOME: home } },
    { onReloaded: () => events.push("reloaded"), onRefused: (problems) => events.push(...problems) },
  );
  if (started.kind === "refused") throw new Error(started.problems.join("\n"));
  const { policy } = started;
  return {
    policy,
    home,
    project,
    userFile,
    projectFile,
    events,
    async ask(asked, more = {}) {
      const input = { what: whatOf(asked), cwd: project, mode: "default", ...more } as const;
      const { result: _, ...checked } = { result: undefined, ...input };
      return { ...input, result: await (await policy.current()).check(checked) };
    },
    ports: (history = []) => ({ policy, takeTurn: createTurns(8), history, now: NOW }),
  };
}

export function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, text, { mode: 0o600 });
}

export function whatOf(asked: Asked): Extract<Checked, { kind: "line" | "argv" }> {
  return typeof asked === "string" ? { kind: "line", line: asked } : { kind: "argv", argv: asked };
}

/** Oldest first. */
export function past(cwd: string, ...all: (Asked | { no: Asked })[]): AskedLine[] {
  return all.map((one, at) => {
    const isNo = typeof one === "object" && "no" in one;
    const what = whatOf(isNo ? one.no : one);
    const answer = isNo ? "denied" : "allowed";
    return { id: `past-${at}`, line: shownLine(what), what, cwd, atMs: at, answer };
  });
}
