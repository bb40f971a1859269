/** A line whose script would be denied when it starts is denied at once: a person's answer would change nothing. */

import type { CheckResult, CommandResult } from "../decide/result.ts";
import { prepareScript } from "./check-input.ts";
import { type Decided, reasonOf } from "./decided.ts";
import { isShell } from "./general-programs.ts";
import type { OpenCheck } from "./open-check.ts";
import { readShebang } from "./script-start.ts";
import type { SessionState } from "./session-state.ts";

/** The rest is judged when it starts. */
const MOST_SCRIPTS = 4;

export async function findDeniedScript(
  { result, from, mode }: OpenCheck,
  state: SessionState,
): Promise<Decided | undefined> {
  const scripts = result.commands.flatMap((command) => scriptsOf(command, result)).slice(0, MOST_SCRIPTS);
  if (scripts.length === 0) return undefined;
  const engine = await state.policy.current();
  for (const { path, shell } of scripts) {
    const { input } = await prepareScript({ path, arg: [path], cwd: from.cwd, shell }, state.userPath);
    // What cannot be read as a script is not for here.
    if (input.what.kind !== "script") continue;
    const inside = await state.takeTurn(() => engine.check({ ...input, mode }));
    if (inside.ruling === "deny") return deniedInside(path, inside);
  }
  return undefined;
}

interface Script {
  readonly path: string;
  readonly shell: "bash" | "zsh" | "fish" | "sh";
}

/** What the line writes itself is not yet what will run. */
function scriptsOf(command: CommandResult, { commands }: CheckResult): Script[] {
  const written = new Set(commands.flatMap(({ effects }) => pathsOf(effects, "write")));
  return pathsOf(command.effects, "execute").flatMap((path) => {
    const reader = isShell(command.program ?? "") ? command.program : readShebang(path)?.[0];
    return reader === undefined || !isShell(reader) || written.has(path)
      ? []
      : [{ path, shell: shellOf(reader) }];
  });
}

function pathsOf(effects: CommandResult["effects"], wanted: "write" | "execute"): string[] {
  return effects.flatMap(({ kind, target }) =>
    kind === wanted && target?.kind === "path" && !target.glob ? [target.path] : [],
  );
}

function shellOf(name: string): Script["shell"] {
  return name === "bash" || name === "zsh" || name === "fish" ? name : "sh";
}

function deniedInside(path: string, inside: CheckResult): Decided {
  const [rule = "guard.engine"] = inside.rules;
  return {
    verdict: "deny",
    by: "rule",
    reason: `${path} would be denied: ${reasonOf(inside)}`,
    rule,
    ...(inside.instead === undefined ? {} : { instead: inside.instead }),
  };
}
