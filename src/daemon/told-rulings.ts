/** What each layer said about the command that decided a check, up to who decided in the end: `layer:ruling:rule`. */
import type { CheckResult } from "../decide/result.ts";
import type { Decided } from "./decided.ts";

/** Undefined: one spoke, and `ruling` and `rule` of the record say what. */
export function toldRulings(result: CheckResult, decided: Decided): readonly string[] | undefined {
  const [rule] = result.rules;
  const said = rule === undefined ? [] : saidByEngine(result, rule);
  const last = saidAtLast(decided, rule);
  if (last !== undefined) return [...said, last];
  return said.length > 1 ? said : undefined;
}

function saidByEngine({ commands, ruling }: CheckResult, rule: string): readonly string[] {
  const decisive = commands.find((command) => command.rule === rule && command.ruling === ruling);
  return decisive?.rulings ?? [`${decisive?.layer ?? layerOf(rule)}:${ruling}:${rule}`];
}

/** Undefined: it stayed with what the engine said. */
function saidAtLast({ by, verdict, rule, from }: Decided, decisive: string | undefined): string | undefined {
  if (by !== "rule" && by !== "mode") return `${by}:${verdict}:${from ?? rule}`;
  return decisive === undefined || rule === decisive ? undefined : `${layerOf(rule)}:${verdict}:${rule}`;
}

/** Settings speak where the mode does. */
function layerOf(rule: string): string {
  const [layer = ""] = rule.split(".", 1);
  return layer === "settings" ? "mode" : layer;
}
