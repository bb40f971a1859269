/** Does a rule match one simple command? "maybe" when words that nobody can know yet could make it match. */
import type { Effect } from "../core/effect.ts";
import { knownText, type Word } from "../core/word.ts";
import { saysEnough } from "./allow-scope.ts";
import { assignmentsCovered } from "./covered-by-allow.ts";
import { matchFlag } from "./match-flag.ts";
import { matchProgram } from "./match-program.ts";
import { matchWords } from "./match-words.ts";
import { both, either, globHitsTarget, globMatchesPath } from "./path-glob.ts";
import {
  type Hit,
  type MatchContext,
  type Matcher,
  type Rule,
  type Stance,
  type Subject,
  stanceOf,
} from "./policy.ts";
import { isInReach } from "./reach.ts";
import { passesSpecialCheck } from "./special-checks.ts";

export function matchRule(rule: Rule, subject: Subject, context: MatchContext): Hit {
  const stance = stanceOf(rule.ruling);
  let best: Hit = "no";
  for (const matcher of rule.match) {
    const hit = matchOne(matcher, subject, stance);
    if (hit === "no") continue;
    if (stance === "tighten" || saysEnough(rule, matcher, subject, context.safe)) best = either(best, hit);
    if (best === "yes") break;
  }
  if (stance === "tighten") return best;
  if (best !== "yes" || !assignmentsCovered(subject.command) || !isInReach(rule, subject, context.safe))
    return "no";
  return !checkedForms(rule) || passesSpecialCheck(subject, context.pkillProcesses) ? "yes" : "no";
}

function checkedForms({ origin }: Rule): boolean {
  return origin === "commands" || origin === "profile";
}

function matchOne(matcher: Matcher, subject: Subject, stance: Stance): Hit {
  let hit: Hit = "yes";
  if (matcher.programs.length > 0) {
    hit = matcher.programs.reduce<Hit>(
      (best, pattern) => either(best, matchProgram(pattern, subject, stance)),
      "no",
    );
  }
  if (hit !== "no") hit = both(hit, matchArguments(matcher, subject, stance));
  if (hit !== "no") hit = both(hit, matchFlags(matcher, subject, stance));
  if (hit !== "no") hit = both(hit, matchEffects(matcher, subject.classified.effects, stance));
  if (hit !== "no") hit = both(hit, matchFolder(matcher, subject, stance));
  return hit;
}

function matchArguments({ words: patterns, reading }: Matcher, subject: Subject, stance: Stance): Hit {
  if (!patterns) return "yes";
  const words = subject.command.argv.slice(1);
  const hit = matchWords(patterns, words, stance);
  if (stance === "loosen" || reading === "as-written" || hit === "yes") return hit;
  const bare = withoutGlobalOptions(subject, words);
  return bare ? either(hit, matchWords(patterns, bare, stance)) : hit;
}

/** `git -C x push --force` is a `git push --force` for rules that restrict. */
function withoutGlobalOptions({ classified }: Subject, words: readonly Word[]): Word[] | undefined {
  const path = classified.known?.split(" ").slice(1) ?? [];
  if (path.length === 0) return undefined;
  const found: Word[] = [];
  let at = 0;
  for (const name of path) {
    while (at < words.length && textAt(words, at) !== name) at++;
    const word = words[at++];
    if (!word) return undefined;
    found.push(word);
  }
  return [...found, ...words.slice(at)];
}

function textAt(words: readonly Word[], at: number): string | undefined {
  const word = words[at];
  return word && knownText(word);
}

function matchFlags({ flags }: Matcher, { command }: Subject, stance: Stance): Hit {
  const words = command.argv.slice(1);
  return flags.reduce<Hit>((worst, flag) => both(worst, matchFlag(flag, words, stance)), "yes");
}

/** Restricting: one effect that fits is enough. Allowing: all of them must fit. */
function matchEffects({ effects: kinds, paths }: Matcher, effects: readonly Effect[], stance: Stance): Hit {
  if (kinds.length === 0 && paths.length === 0) return "yes";
  const hits = effects.map((effect): Hit => {
    if (kinds.length > 0 && !kinds.includes(effect.kind)) return "no";
    if (paths.length === 0) return "yes";
    const { target } = effect;
    return target
      ? paths.reduce<Hit>((best, glob) => either(best, globHitsTarget(glob, target, stance)), "no")
      : "no";
  });
  if (stance === "tighten") return hits.reduce<Hit>(either, "no");
  return hits.length > 0 && hits.every((hit) => hit === "yes") ? "yes" : "no";
}

function matchFolder({ under }: Matcher, { command }: Subject, stance: Stance): Hit {
  if (under.length === 0) return "yes";
  const hits = command.cwds.map((cwd): Hit => {
    if (cwd === null) return "maybe";
    return under.some((glob) => globMatchesPath(glob, cwd)) ? "yes" : "no";
  });
  if (stance === "tighten") return hits.reduce<Hit>(either, "no");
  return hits.every((hit) => hit === "yes") ? "yes" : "no";
}
