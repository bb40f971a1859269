/** What guard run says at its start: one line that fits 80 columns, and others where there is no gate or a profile. */
import type { Mode } from "../core/ruling.ts";
import type { Console } from "../protocol/consoles.ts";
import type { Confined } from "./confine-agent.ts";
import type { Confinement } from "./find-confinement.ts";
import type { Gate } from "./find-gate.ts";

export interface StartFacts {
  readonly session: string;
  readonly mode: Mode;
  readonly tier: string;
  readonly console: Console;
  /** Whether a split of tmux can be opened for questions. */
  readonly tmux: "inside" | "outside";
  readonly profiles: ChosenProfiles;
  readonly gate: Gate;
  readonly confinement: Confinement;
  readonly confined: Confined | undefined;
}

/** `by`: given with --profile, or the user's answer at a first visit of this project. */
export interface ChosenProfiles {
  readonly names: readonly string[];
  readonly by: "hand" | "memory";
}

export function startLines(facts: StartFacts): string[] {
  const { session, mode, tier, console, tmux, profiles, gate, confinement, confined } = facts;
  const whom = asks(mode, console, tmux);
  const parts = [`session ${session}`, mode.toUpperCase().replace("-", "_"), tier, whom];
  return [
    parts.join(", "),
    ...gateLines(gate),
    ...(confinement.kind === "off" && confinement.reason !== undefined
      ? [`not confined: ${confinement.reason}`]
      : []),
    ...(confined === undefined ? [] : planLines(confined, mode)),
    ...profileLines(profiles),
  ];
}

/** PLAN denies whatever would be a question, so there is nothing to answer. */
function asks(mode: Mode, console: Console, tmux: StartFacts["tmux"]): string {
  if (console === "none") return "asks: nobody, denies";
  if (mode === "plan") return "asks: nothing, denies";
  if (console === "wait") return "asks: guard console";
  return console !== "inline" && tmux === "inside" ? "asks: a tmux split" : "asks: here";
}

/** Only where it was wanted. */
function gateLines(gate: Gate): string[] {
  if (gate.kind === "on")
    return gate.open === undefined ? [] : [`sockets that lead out are not held: ${gate.open}`];
  return gate.reason === undefined ? [] : [`no exec gate: ${gate.reason}`];
}

/** What was opened by the user, and what of PLAN could not be. */
function planLines({ plan }: Confined, mode: Mode): string[] {
  const opened = plan.revealed.filter(
    ({ was }) => was === "hidden" || was === "read-only" || was === "socket",
  );
  const refused = plan.revealed.filter(({ was }) => was === "guard");
  const needless = plan.revealed.filter(({ was }) => was === "nothing");
  const list = (paths: typeof opened) => paths.map(({ path }) => path).join(", ");
  return [
    ...plan.warnings,
    ...(opened.length === 0 ? [] : [`revealed to the agent: ${list(opened)}`]),
    ...(refused.length === 0 ? [] : [`not revealed, for it is guard's own: ${list(refused)}`]),
    ...(needless.length === 0 ? [] : [`not hidden in any case: ${list(needless)}`]),
    ...(mode === "plan" && plan.project === "holds-home"
      ? [
          "the project holds your home folder, so it is not mounted read-only: the agent's own edit tools can write",
        ]
      : []),
  ];
}

function profileLines({ names, by }: ChosenProfiles): string[] {
  if (names.length === 0) return [];
  const origin = by === "hand" ? "by --profile" : "remembered here (undo: guard policy forget)";
  return [`${names.length === 1 ? "profile" : "profiles"} ${names.join(", ")}, ${origin}`];
}
