/** One command through the layers of DESIGN section 4: floor, rules, grants, mode, settings. */
import type { Effect } from "../core/effect.ts";
import { QUIET_KINDS } from "../core/effect.ts";
import type { Mode, Ruled } from "../core/ruling.ts";
import { applyMode, type Granted, type Nature } from "../mode/mode.ts";
import { applySettings, rulingOnTimeout } from "../mode/settings.ts";
import { coveredByAllow } from "../policy/covered-by-allow.ts";
import { type Care, findCare } from "../policy/floor/care.ts";
import { ruleByFloor } from "../policy/floor/floor.ts";
import { mayLoseHooks } from "../policy/floor/hooks.ts";
import type { Places } from "../policy/floor/path-class.ts";
import { evaluate, mergeLayers } from "../policy/merge.ts";
import type { PolicyLayers, RuledByPolicy } from "../policy/policy.ts";
import { describeEffects } from "./describe.ts";
import type { Judged } from "./judged.ts";
import { type LayerRulings, layerRulings } from "./layer-rulings.ts";

export interface JudgePorts {
  readonly layers: PolicyLayers;
  readonly places: Places;
  readonly project: string | undefined;
  readonly gate: "on" | "off";
  /** A remembered answer that fits this command. */
  findGrant(judged: Judged, ruled: Ruled | undefined): Granted | undefined;
  /** Effects of the redirections alone. */
  redirectEffects(judged: Judged): readonly Effect[];
}

/** A ruling, with what a question about it needs to know. */
export interface AskableRuling extends Ruled, LayerRulings {
  /** `never`: the rule that asks wants to be asked each time; `session`: in each session. Left out: it may be for always. */
  readonly remember?: "session" | "never";
  /** Nobody answers in time. Left out: deny. */
  readonly onSilence?: "allow";
}

/** What nothing loosens; undefined when the floor has nothing to say. */
export function judgeByFloor(judged: Judged, ports: JudgePorts): AskableRuling | undefined {
  const floor = ruleByFloor({ ...judged, places: ports.places, project: ports.project });
  return floor && adviseInstead(floor, judged);
}

/** Above the floor. `task`: what was ruled about the command whose project script this one belongs to. */
export function judgeCommand(
  judged: Judged,
  mode: Mode,
  ports: JudgePorts,
  task?: AskableRuling,
): AskableRuling {
  const care = findCare(judged.classified, ports.places);
  const nature = natureOf(judged, care, ports.gate);
  const found = evaluate(ports.layers, judged);
  const ruled =
    ruleByPolicy(found, judged, care, ports) ??
    ruleByTask(judged, nature, task, ports) ??
    ruleByAgent(judged);
  const granted = ruled?.remember === "never" ? undefined : ports.findGrant(judged, ruled);
  const inMode = applyMode(
    {
      nature: judged.wrapperOf === undefined ? nature : "quiet",
      ...(ruled ? { ruled } : {}),
      ...(granted ? { granted } : {}),
    },
    mode,
  );
  const { settings } = ports.layers;
  const settled = applySettings(inMode, settings);
  return {
    ...explain(settled, judged, care),
    ...(ruled === undefined || ruled.remember === "always" ? {} : { remember: ruled.remember }),
    ...(rulingOnTimeout(settled.basis, settings.askFallback) === "allow" ? { onSilence: "allow" } : {}),
    ...layerRulings(found, ruled, granted, settled),
  };
}

/** What the knowledge base advises for a command is about what that command does to guard; other floors are about targets. */
function adviseInstead(floor: AskableRuling, { classified }: Judged): AskableRuling {
  const { instead } = classified;
  return floor.rule === "floor.tamper" && instead !== undefined ? { instead, ...floor } : floor;
}

/**
 * Whoever allowed `npm run build` allowed what it is made of, inside the project; denies, asks and confirms of rules still
 * hold, and so does the question about files elsewhere.
 */
function ruleByTask(
  judged: Judged,
  nature: Nature,
  task: AskableRuling | undefined,
  ports: JudgePorts,
): RuledByPolicy | undefined {
  const byRule = task?.ruling === "allow" && task.layer !== "mode" && task.layer !== "agent";
  if (!byRule || nature !== "changing") return undefined;
  const { rulings: _, ...said } = task;
  const onPaths = judged.classified.effects.filter(
    ({ target }) => target?.kind === "path" || target?.kind === "unknown-path",
  );
  const cover = coveredByAllow(onPaths, ports.layers.context.safe);
  return cover.kind === "covered" ? (said as RuledByPolicy) : undefined;
}

function ruleByAgent({ wrapperOf }: Judged): (Pick<RuledByPolicy, "remember"> & Ruled) | undefined {
  if (wrapperOf === undefined) return undefined;
  const because = `${wrapperOf} puts this around every line`;
  return { ruling: "allow", layer: "agent", rule: `agent.${wrapperOf}`, because, remember: "never" };
}

function natureOf({ command, classified }: Judged, care: readonly Care[], gate: JudgePorts["gate"]): Nature {
  if (command.argv.length > 0 && !classified.program && gate === "off") return "unknown-text";
  if (classified.effects.some((effect) => runsUnknownText(effect) || deletesUnknown(effect)))
    return "unknown-text";
  if (care.some(({ outweighs }) => outweighs === "rules")) return "unknown-text";
  if (mayLoseHooks({ command, classified })) return "unknown-text";
  const quiet = classified.effects.every((effect) => QUIET_KINDS.has(effect.kind));
  if (classified.confirm && !quiet) return "confirm";
  return quiet && care.length === 0 ? "quiet" : "changing";
}

/** `rm -rf "$DIR"/*` with an empty $DIR is `rm -rf /*`: no mode lets it pass unseen. */
function deletesUnknown(effect: Effect): boolean {
  const wide = effect.kind === "delete" || (effect.kind === "write" && effect.recursive === true);
  return wide && effect.recursive === true && effect.target?.kind === "unknown-path";
}

/** `bash <(curl …)`, `. /dev/stdin`: the script is the output of another command. */
function runsUnknownText(effect: Effect): boolean {
  return (
    effect.kind === "execute" &&
    effect.target?.kind === "path" &&
    /^\/(?:dev\/(?:fd\/|stdin)|proc\/[^/]+\/fd\/)/.test(effect.target.path)
  );
}

/** An allow covers the program and its words, not where its output goes. */
function ruleByPolicy(
  found: readonly RuledByPolicy[],
  judged: Judged,
  care: readonly Care[],
  ports: JudgePorts,
): RuledByPolicy | undefined {
  const ruled = mergeLayers(found);
  if (ruled?.ruling !== "allow") return ruled;
  if (care.some(({ outweighs }) => outweighs === "rules")) return undefined;
  const cover = coveredByAllow(ports.redirectEffects(judged), ports.layers.context.safe);
  return cover.kind === "covered" ? ruled : undefined;
}

/** The mode knows only "it does more than read"; say what it does. */
function explain(ruled: Ruled, judged: Judged, care: readonly Care[]): Ruled {
  if (ruled.layer !== "mode" || ruled.ruling === "allow") return ruled;
  const what = care[0]?.because ?? describeEffects(judged);
  if (ruled.rule === "mode.plan") return { ...ruled, because: `${ruled.because}: ${what}` };
  const instead = ruled.instead ?? judged.classified.instead;
  return { ...ruled, because: what, ...(instead ? { instead } : {}) };
}
