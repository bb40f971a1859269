/** What a person may allow and confinement refuses all the same: nobody should find out from an error that names neither. */
import type { Effect } from "../core/effect.ts";
import type { CheckResult } from "../decide/result.ts";
import type { SessionState } from "./session-state.ts";

const CHANGES: ReadonlySet<Effect["kind"]> = new Set(["write", "delete"]);

/** In words, one at most: it fails at the first. */
export function findReadOnly(
  { commands }: Pick<CheckResult, "commands">,
  { readOnly, projectMount, project }: Pick<SessionState, "readOnly" | "projectMount" | "project">,
): readonly string[] {
  const changed = commands
    .flatMap(({ effects }) => effects)
    .flatMap(({ kind, target }) => (CHANGES.has(kind) && target?.kind === "path" ? [target.path] : []));
  const held = changed.flatMap((path) => readOnly.find((one) => isWithin(path, one)) ?? [])[0];
  if (held === undefined) return [];
  return projectMount === "read-only" && isWithin(held, project)
    ? [`will fail: the project is read-only, for this session began in PLAN; start it again`]
    : [`will fail: ${held} is read-only in this session; guard run --reveal ${held} opens it`];
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
