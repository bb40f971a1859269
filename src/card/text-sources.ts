/** Where the text of what would run stands, as the check tells it: its own script, files that are run, scripts of a package, Makefiles. */
import { resolve } from "node:path";
import { strictnessOf } from "../core/ruling.ts";
import type { Checked } from "../decide/checked.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { projectSources } from "./project-sources.ts";
import type { Source } from "./text-source.ts";

/** What is asked about first. */
export function textSources({ commands, doubts }: CheckResult, what: Checked, cwd: string): Source[] {
  const sources = commands
    .toSorted((a, b) => strictnessOf(b.ruling) - strictnessOf(a.ruling))
    .flatMap((command) => [
      ...filesOf(command),
      ...(doubts.some(({ kind, pos }) => kind === "unknown-text" && pos === command.pos)
        ? inputOf(command)
        : []),
      ...projectSources(command),
    ]);
  const own: Source[] =
    what.kind === "script"
      ? [{ kind: "given", title: "the script", path: resolve(cwd, what.path), text: what.text }]
      : [];
  const byKey = new Map<string, Source>();
  // What was judged goes before what stands on the disk now.
  for (const source of [...own, ...sources]) if (!byKey.has(keyOf(source))) byKey.set(keyOf(source), source);
  return [...byKey.values()];
}

function keyOf(source: Source): string {
  return source.kind === "given" || source.kind === "file" ? source.path : JSON.stringify(source);
}

function filesOf({ effects }: CommandResult): Source[] {
  return effects.flatMap(({ kind, target, because }) => {
    if (kind !== "execute" || target?.kind !== "path" || target.glob) return [];
    const isScript = /runs what is in |it is run from a folder /.test(because);
    const title = isScript ? "the script" : "a file that it runs";
    return [{ kind: "file", title, path: target.raw ?? target.path } as const];
  });
}

/** `bash < x.sh` */
function inputOf({ effects }: CommandResult): Source[] {
  return effects.flatMap(({ kind, target, because }) =>
    kind === "read" && target?.kind === "path" && !target.glob && because.startsWith("redirection ")
      ? [{ kind: "file", title: "the script", path: target.raw ?? target.path } as const]
      : [],
  );
}
