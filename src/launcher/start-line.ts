/** What guard run says at its start: one line that fits 80 columns, and others where there is no gate or a profile. */
import type { Mode } from "../core/ruling.ts";
import type { Console } from "../protocol/consoles.ts";
import type { Confined } from "./confine-agent.ts";
import type { Confinement } from "./find-confinement.ts";
import type { Gate } from "./find-gate.ts";
import type { Sandboxes } from "./find-sandboxes.ts";

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
  /** Paths, by hand. */
  readonly reveals: readonly string[];
  /** What was opened besides paths, by hand and in the user's file. */
  readonly ways: readonly string[];
}

/** `by`: given with --profile, or the user's answer at a first visit of this project. */
export interface ChosenProfiles {
  readonly names: readonly string[];
  readonly by: "hand" | "memory";
}

export function startLines(facts: StartFacts): string[] {
  const { session, mode, tier, console, tmux, profiles, gate, confinement, confined, ways } = facts;
  const whom = asks(mode, console, tmux);
  const parts = [`session ${session}`, mode.toUpperCase().replace("-", "_"), tier, whom];
  return [
    parts.join(", "),
    ...gateLines(gate),
    ...(isSaid(confinement) ? [`not confined: ${confinement.reason}`] : []),
    ...(confined === undefined ? unconfinedLines(facts) : planLines(confined, mode)),
    ...wayLines(ways, gate),
    ...profileLines(profiles),
  ];
}

/** It was wanted, and cannot be had. */
function isSaid(confinement: Confinement): confinement is { kind: "off"; reason: string } {
  return confinement.kind === "off" && confinement.reason !== undefined;
}

/** They are the gate's to hold. */
function wayLines(ways: readonly string[], gate: Gate): string[] {
  if (ways.length === 0) return [];
  const names = ways.join(", ");
  return gate.kind === "on" && gate.open === undefined
    ? [`revealed to the agent: ${names}`]
    : [`not closed in any case: ${names}`];
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

/** What PLAN, or --reveal, means without confinement. */
function unconfinedLines({ mode, reveals, confinement }: StartFacts): string[] {
  return [
    mode === "plan"
      ? "PLAN holds commands only: not confined, the agent's own edit tools can write"
      : `${isSaid(confinement) ? "so" : "not confined:"} programs can read your keys and write start-up files`,
    ...(reveals.length === 0 ? [] : ["--reveal opens sockets only: nothing is hidden without confinement"]),
  ];
}

/** What was opened by the user, and what of PLAN could not be. */
function planLines({ plan, seat }: Confined, mode: Mode): string[] {
  return [
    ...plan.warnings,
    ...sandboxLines(seat.sandboxes),
    ...revealLines(plan.revealed),
    ...(plan.project === "read-only"
      ? ["the project is read-only for the agent and all that it starts"]
      : []),
    ...(mode === "plan" && plan.project === "holds-home"
      ? [
          "the project holds your home folder, so it is not mounted read-only: the agent's own edit tools can write",
        ]
      : []),
  ];
}

function sandboxLines(sandboxes: Sandboxes): string[] {
  if (sandboxes.kind === "refused") return [];
  const why = sandboxes.by === "hand" ? "by --sandboxes allow" : "this agent needs them";
  return [
    `sandboxes of the agent's own are allowed (${why}): it can move what is hidden, and read what you replace of it meanwhile`,
  ];
}

function revealLines(revealed: Confined["plan"]["revealed"]): string[] {
  const line = (whose: readonly Was[], before: string, after = "") => {
    const paths = revealed.filter(({ was }) => whose.includes(was)).map(({ path }) => path);
    return paths.length === 0 ? [] : [`${before}: ${paths.join(", ")}${after}`];
  };
  return [
    ...line(["hidden", "read-only", "socket"], "revealed to the agent"),
    ...line(["guard"], "not revealed, for it is guard's own"),
    ...line(
      ["too-wide"],
      "not revealed, for it would open everything",
      " (use --confine off if you mean that)",
    ),
    ...line(["absent"], "not there, so nothing was revealed"),
    ...line(["nothing"], "not hidden in any case"),
  ];
}

type Was = Confined["plan"]["revealed"][number]["was"];

function profileLines({ names, by }: ChosenProfiles): string[] {
  if (names.length === 0) return [];
  const origin = by === "hand" ? "by --profile" : "remembered here (undo: guard policy forget)";
  return [`${names.length === 1 ? "profile" : "profiles"} ${names.join(", ")}, ${origin}`];
}
