/**
 * What a line would do, as its record tells it: `write:/home/me/x`, `network:github.com`, `execute`. On the way of every check:
 * made once for a result, which the engine may give again and again. Decides nothing.
 */
import type { Effect, Target } from "../core/effect.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import { cutText } from "./cut-text.ts";

const MOST = 20;
const MOST_TARGET = 160;
const MOST_ADDRESS = 1_000;

/** By the commands: what is put around a line makes another result of the same ones. */
const told = new WeakMap<readonly CommandResult[], readonly string[]>();

/** In the order of the line, each once. What an agent puts around its lines is left out: the record says whose it is. */
export function toldEffects({ commands }: Pick<CheckResult, "commands">): readonly string[] {
  const known = told.get(commands);
  if (known !== undefined) return known;
  const all = new Set<string>();
  for (const { layer, effects } of commands)
    if (layer !== "agent") for (const effect of effects) all.add(tellEffect(effect));
  const list = [...all];
  const shown = list.length > MOST ? [...list.slice(0, MOST), `… ${list.length - MOST} more`] : list;
  told.set(commands, shown);
  return shown;
}

function tellEffect({ kind, target }: Effect): string {
  return target === undefined ? kind : `${kind}:${cutText(tellTarget(target), MOST_TARGET)}`;
}

function tellTarget(target: Target): string {
  switch (target.kind) {
    case "path":
      return target.path;
    case "host":
      return hostOf(target.text);
    case "code":
      return `${target.language} code`;
    case "unknown-path":
    case "process":
    case "variable":
    case "thing":
      return target.text;
  }
}

/** Of an address only who is talked to: what stands around it may be a password, and is in the command anyway. */
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@\s]*@)?(\[[0-9a-f:.]+\]|[^/?#@:\s]+)(?::\d+)?(?:[:/?#].*)?$/is;

/** The agent writes it: no more of it is looked at than a name can have. */
function hostOf(text: string): string {
  return ADDRESS.exec(text.slice(0, MOST_ADDRESS))?.[1] ?? text;
}
