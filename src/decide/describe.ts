/** Effects in plain words, for people. */
import type { Effect, EffectKind, Target } from "../core/effect.ts";
import { QUIET_KINDS } from "../core/effect.ts";
import type { Judged } from "./judged.ts";

const VERBS: Record<EffectKind, string> = {
  read: "reads",
  list: "lists",
  search: "searches",
  write: "writes",
  delete: "deletes",
  execute: "runs",
  network: "talks to",
  privilege: "changes the system",
  tamper: "reaches for guard",
};

/** The effect that matters most, in one sentence. */
export function describeEffects({ classified }: Judged): string {
  const name = classified.known ?? classified.program?.text ?? "the line";
  const worst = classified.effects.find((effect) => !QUIET_KINDS.has(effect.kind)) ?? classified.effects[0];
  if (!worst) return `${name} does nothing by itself`;
  return `${name} ${describeEffect(worst)}`;
}

export function describeEffect(effect: Effect): string {
  const target = effect.target ? describeTarget(effect.target) : undefined;
  const verb = VERBS[effect.kind];
  switch (effect.kind) {
    case "execute":
      return target === undefined ? `runs code (${effect.because})` : `${verb} ${target} (${effect.because})`;
    case "network":
      return target === undefined ? "uses the network" : `${verb} ${target} over the network`;
    case "privilege":
      return target === undefined ? verb : `${verb}: ${target}`;
    case "read":
    case "list":
    case "search":
    case "write":
    case "delete":
    case "tamper":
      return target === undefined
        ? verb
        : `${verb} ${target}${effect.recursive ? " and everything below" : ""}`;
  }
}

function describeTarget(target: Target): string {
  switch (target.kind) {
    case "path":
    case "unknown-path":
    case "host":
    case "process":
    case "thing":
      return target.text;
    case "variable":
      return target.text.startsWith("$") ? target.text : `$${target.text}`;
    case "code":
      return `${target.language} code`;
  }
}
