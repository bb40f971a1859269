/** Redirections: files that are read and written, and bash's network paths. */
import type { Redirect } from "../core/command.ts";
import type { Effect, EffectKind } from "../core/effect.ts";
import { displayText, knownPrefix, knownText } from "../core/word.ts";
import { type Folders, isOwnTarget, targetsOf } from "./paths.ts";
import type { Context } from "./scene.ts";
import { printedEffects } from "./secrets.ts";
import type { Variables } from "./variables.ts";

const DESCRIPTOR = /^(?:\d+-?|-)$/u;
const NETWORK = /^\/dev\/(?:tcp|udp)\//u;

export function redirectEffects(
  redirect: Redirect,
  cwds: Folders,
  context: Context,
  variables: Variables,
): readonly Effect[] {
  switch (redirect.operator) {
    case "<":
      return fileEffects(redirect, ["read"], cwds, context);
    case ">":
    case ">>":
    case ">|":
    case "&>":
    case "&>>":
      return fileEffects(redirect, ["write"], cwds, context);
    case "<>":
      return fileEffects(redirect, ["read", "write"], cwds, context);
    case ">&":
    case "<&": {
      if (DESCRIPTOR.test(knownText(redirect.target) ?? "")) return [];
      return fileEffects(redirect, [redirect.operator === ">&" ? "write" : "read"], cwds, context);
    }
    case "<<":
    case "<<-":
    case "<<<":
      return printedEffects(redirect.target, variables, "the text given to it");
  }
}

function fileEffects(
  redirect: Redirect,
  kinds: readonly EffectKind[],
  cwds: Folders,
  context: Context,
): readonly Effect[] {
  const text = displayText(redirect.target);
  if (NETWORK.test(knownPrefix(redirect.target))) {
    const because = `redirection ${redirect.operator} opens a connection`;
    return [{ kind: "network", target: { kind: "host", text: text.replace(NETWORK, "") }, because }];
  }
  const effects: Effect[] = [];
  for (const target of targetsOf(redirect.target, { cwds, home: context.home, below: false })) {
    if (target.kind === "path" && isOwnTarget(target)) continue;
    for (const kind of kinds) {
      const because = `redirection ${redirect.operator} ${kind === "read" ? "reads" : "writes"} ${text}`;
      effects.push({ kind, target, because });
    }
  }
  return effects;
}
