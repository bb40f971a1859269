/** A real engine in a real folder, for cards. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { startCardTime } from "../../src/card/card-time.ts";
import type { KnownAgents } from "../../src/core/agent.ts";
import { type Checked, type CheckInput, createEngine } from "../../src/decide/engine.ts";
import type { CheckResult } from "../../src/decide/result.ts";
import { projectFacts } from "../../src/project/project-facts.ts";
import { requireKnowledge } from "../helpers/knowledge.ts";

const knowledge = requireKnowledge();

/** Path below the folder -> content. */
export type Files = Readonly<Record<string, string>>;

export function makeProject(files: Files = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "card-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(root, "home"));
  addFiles(project, files);
  return project;
}

export function addFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function checkIn(
  project: string,
  asked: string | Checked,
  more: Partial<CheckInput> & { readonly agents?: Pick<KnownAgents, "wrappers" | "texts"> } = {},
): Promise<CheckResult> {
  const { agents, ...input } = more;
  const home = join(dirname(project), "home");
  const engine = createEngine({
    home,
    project,
    knowledge,
    facts: projectFacts,
    ...(agents ? { agents } : {}),
  });
  const what = typeof asked === "string" ? ({ kind: "line", line: asked } as const) : asked;
  return engine.check({ what, cwd: project, ...input });
}

/** Longer than any test takes: what is counted must not hang on how busy the machine is. */
export const plenty = () => startCardTime(() => performance.now(), 60_000);
