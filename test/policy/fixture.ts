/** A machine in a temp folder: org, user and project files that tests write. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import type { Places } from "../../src/policy/find.ts";
import { type LoadOutcome, loadPolicy } from "../../src/policy/load.ts";
import type { PolicyLayers } from "../../src/policy/policy.ts";
import { formatProblem } from "../../src/policy/policy.ts";
import { HOME, ROOT } from "./subject.ts";

export interface Machine {
  readonly places: Places;
  readonly orgFile: string;
  readonly userFile: string;
  readonly projectFile: string;
}

export const PROFILES_DIR = resolve(import.meta.dirname, "../../policy/profiles");

export function makeMachine(
  files: { readonly org?: string; readonly user?: string; readonly project?: string } = {},
): Machine {
  const folder = mkdtempSync(join(tmpdir(), "guard-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const projectRoot = join(folder, "app");
  const places: Places = {
    orgDir: join(folder, "etc"),
    userFile: join(folder, "config/guard/policy.yaml"),
    projectRoot,
    trustDir: join(folder, "state/guard/trust"),
    profilesDir: PROFILES_DIR,
    home: join(folder, "home"),
    owners: [0, process.getuid?.() ?? 0],
  };
  const machine: Machine = {
    places,
    orgFile: join(places.orgDir, "policy.yaml"),
    userFile: places.userFile,
    projectFile: join(projectRoot, ".guard/policy.yaml"),
  };
  mkdirSync(projectRoot, { recursive: true });
  if (files.org !== undefined) write(machine.orgFile, files.org);
  if (files.user !== undefined) write(machine.userFile, files.user);
  if (files.project !== undefined) write(machine.projectFile, files.project);
  return machine;
}

export function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  writeFileSync(file, content, { mode: 0o644 });
}

/** Rules of a user's file, with paths as the subjects of subject.ts have them. */
export async function userPolicy(text: string): Promise<PolicyLayers> {
  const machine = makeMachine({ user: text });
  return layersOf(await loadPolicy({ places: { ...machine.places, projectRoot: ROOT, home: HOME } }));
}

export function layersOf(outcome: LoadOutcome): PolicyLayers {
  if (outcome.kind === "refused") throw new Error(outcome.problems.map(formatProblem).join("\n"));
  return outcome.layers;
}

/** The problems with the folder of the file cut off. */
export function problemsOf(outcome: LoadOutcome): string[] {
  if (outcome.kind === "loaded") return [];
  return outcome.problems.map((problem) =>
    formatProblem({ ...problem, file: problem.file.split("/").at(-1) ?? "" }),
  );
}
