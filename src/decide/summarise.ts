/** The strictest command decides the line; every reason is kept, strictest first, each once. What rules allowed comes before what needed none. */
import type { Doubt } from "../core/command.ts";
import type { Effect } from "../core/effect.ts";
import { type Ruled, strictest, strictnessOf } from "../core/ruling.ts";
import { displayText, hasGlob, isUnknown, type Word } from "../core/word.ts";
import { findBackground } from "./background.ts";
import type { AskableRuling } from "./judge-command.ts";
import type { Judged } from "./judged.ts";
import type { CheckResult, CommandResult, OpenWord } from "./result.ts";
import { riskOf, worstRisk } from "./risk.ts";

export interface Verdicts {
  readonly commands: readonly { readonly judged: Judged; readonly ruled: AskableRuling }[];
  readonly doubts: readonly { readonly doubt: Doubt; readonly ruled: Ruled }[];
}

export function summarise(
  line: string,
  { commands, doubts }: Verdicts,
  wrapper?: CheckResult["wrapper"],
): CheckResult {
  const all = [...commands.map(({ ruled }) => ruled), ...doubts.map(({ ruled }) => ruled)];
  const does = new Map<Ruled, Judged>(commands.map(({ judged, ruled }) => [ruled, judged]));
  const ranked = all.toSorted((a, b) => rankOf(b, does.get(b)) - rankOf(a, does.get(a)));
  // An empty line or a comment runs nothing: there is nothing to refuse.
  const ruling = all.length === 0 ? "allow" : strictest(all.map((ruled) => ruled.ruling));
  const deciding = ranked.filter((ruled) => ruled.ruling !== "allow");
  const instead = deciding.find((ruled) => ruled.instead !== undefined)?.instead;
  const risks = commands.map(({ judged, ruled }) => riskOf(ruled, judged));
  if (doubts.some(({ ruled }) => ruled.layer === "floor")) risks.push("dangerous");
  else if (doubts.length > 0) risks.push(fetches(commands) ? "dangerous" : "needs-review");
  const asking = commands.filter(({ ruled }) => ruled.ruling === "ask" || ruled.ruling === "confirm");
  const silent =
    ruling === "ask" && doubts.length === 0 && asking.every(({ ruled }) => ruled.onSilence === "allow");
  const background = findBackground(commands.map(({ judged }) => judged));
  return {
    line,
    ruling,
    risk: worstRisk(risks),
    reasons: all.length === 0 ? ["nothing would run"] : reasonsOf(deciding, ranked),
    rules: unique((deciding.length > 0 ? deciding : ranked).map((ruled) => ruled.rule)),
    ...(instead === undefined ? {} : { instead }),
    ...(background === undefined ? {} : { background }),
    ...(wrapper === undefined ? {} : { wrapper }),
    ...rememberOf(asking),
    ...(silent ? { onSilence: "allow" as const } : {}),
    commands: commands.map(({ judged, ruled }) => toResult(judged, ruled)),
    doubts: doubts.map(({ doubt, ruled }) => ({ ...doubt, ruling: ruled.ruling })),
  };
}

/** Of `sh -c 'npm run build'` the rule that allowed npm is told, not that sh alone only reads; nor that of `ls; rm -rf x` in FULL_AUTO. */
function rankOf({ ruling, layer }: Ruled, judged: Judged | undefined): number {
  if (ruling !== "allow") return strictnessOf(ruling);
  if (layer !== "mode" && layer !== "agent") return strictnessOf(ruling) + 0.5;
  return strictnessOf(ruling) + (judged?.classified.effects.some(isChange) ? 0.25 : 0);
}

function isChange({ kind }: Effect): boolean {
  return kind !== "read" && kind !== "list" && kind !== "search";
}

function rememberOf(asking: Verdicts["commands"]): Pick<CheckResult, "remember"> {
  for (const remember of ["never", "session"] as const)
    if (asking.some(({ ruled }) => ruled.remember === remember)) return { remember };
  return {};
}

function reasonsOf(deciding: readonly Ruled[], ranked: readonly Ruled[]): string[] {
  return unique((deciding.length > 0 ? deciding : ranked.slice(0, 1)).map((ruled) => ruled.because));
}

/** Text from the network that is then run is the worst of unknown texts. */
function fetches(commands: Verdicts["commands"]): boolean {
  return commands.some(({ judged }) => judged.classified.effects.some((effect) => effect.kind === "network"));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

function toResult({ command, classified }: Judged, ruled: AskableRuling): CommandResult {
  const open = command.argv.flatMap(openWord);
  return {
    argv: command.argv.map(displayText),
    ...(classified.program === undefined ? {} : { program: classified.program.name }),
    ...(open.length === 0 ? {} : { open }),
    cwds: command.cwds,
    effects: classified.effects,
    ruling: ruled.ruling,
    layer: ruled.layer,
    rule: ruled.rule,
    because: ruled.because,
    ...(ruled.instead === undefined ? {} : { instead: ruled.instead }),
    ...(ruled.rulings === undefined ? {} : { rulings: ruled.rulings }),
    pos: command.pos,
    end: command.end,
    nesting: command.nesting,
    ...(classified.confirm ? { can: classified.confirm.can } : {}),
  };
}

function openWord(argument: Word, word: number): OpenWord[] {
  if (!isUnknown(argument)) return hasGlob(argument) ? [{ word, as: "names" }] : [];
  const several = argument.pieces.some(
    (piece) => piece.kind === "unknown" && (piece.splits || piece.why === "appended"),
  );
  return [{ word, as: several || hasGlob(argument) ? "many" : "one" }];
}
