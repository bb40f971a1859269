/** Effects in plain words, for people. */
import type { Effect, EffectKind, Target } from "../core/effect.ts";
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

/** What matters most to a person first. */
export const WEIGHT: readonly EffectKind[] = ["tamper", "privilege", "delete", "execute", "network", "write"];

/** The effect that matters most, in one sentence; further kinds are named behind it. */
export function describeEffects({ classified }: Judged): string {
  const name = nameOf(classified.known ?? classified.program?.text ?? "the line");
  const loud = WEIGHT.flatMap((kind) => classified.effects.filter((effect) => effect.kind === kind));
  const worst = loud.find((effect) => effect.target !== undefined) ?? loud[0] ?? classified.effects[0];
  if (!worst) return `${name} does nothing by itself`;
  const others = new Set(
    loud.filter((effect) => effect.kind !== worst.kind).map((effect) => ALSO[effect.kind]),
  );
  const sentence = describeEffect(worst);
  const whole =
    describeSetting(worst) ?? (sentence.startsWith(`${name} `) ? sentence : `${name} ${sentence}`);
  return others.size === 0 ? whole : `${whole}; it also ${[...others].join(", ")}`;
}

/** A sentence cannot begin with a dot. */
function nameOf(program: string): string {
  return program === "." ? "source (.)" : program;
}

/** The knowledge base speaks of the variable, not of who sets it. */
function describeSetting({ target, because }: Effect): string | undefined {
  if (target?.kind !== "variable" || !because.startsWith(`${target.text} `)) return undefined;
  return `it changes ${target.text}, which${because.slice(target.text.length)}`;
}

const ALSO: Record<EffectKind, string> = {
  ...VERBS,
  execute: "runs code",
  network: "uses the network",
  delete: "deletes",
};

export function describeEffect(effect: Effect): string {
  const target = effect.target ? describeTarget(effect.target) : undefined;
  const verb = VERBS[effect.kind];
  switch (effect.kind) {
    case "execute":
      return describeRun(effect, target);
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
        ? withoutLabel(effect.because)
        : `${verb} ${target}${effect.recursive ? " and everything below" : ""}`;
  }
}

function withoutLabel(because: string): string {
  return because.replace(/^[\w./+-]+(?: [\w-]+)*: /, "");
}

/** "prints all variables", "takes keys out of the agent": a verb first, so it can follow the program's name. */
const SAYS_WHAT = /^(?!this |its )[a-z]+s /;

/** The knowledge base says why; it is not said twice. */
function describeRun(effect: Effect, target: string | undefined): string {
  const why = withoutLabel(effect.because);
  if (target === undefined) return SAYS_WHAT.test(why) ? why : `runs code (${why})`;
  if (effect.target?.kind === "variable" || effect.target?.kind === "process") return why;
  return why.includes(target) ? why : `runs ${target} (${why})`;
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
