/**
 * Whether another policy could newly allow something that a program does, whatever its words: for recorded commands whose words are not known.
 * Says yes too often rather than too seldom.
 */
import { isLooser } from "../policy/cap-mode.ts";
import type { ProgramPattern } from "../policy/pattern.ts";
import type { Matcher, PolicyLayers, Rule, Security, Settings } from "../policy/policy.ts";
import { matchesParts } from "../policy/wildcard.ts";

/** `programs`: base names; undefined: nobody knows which. */
export type CouldAllow = (programs: readonly string[] | undefined) => boolean;

export function compareLayers(before: PolicyLayers, after: PolicyLayers): CouldAllow {
  if (loosensAll(before.settings, after.settings)) return () => true;
  const [old, now] = [rulesOf(before), rulesOf(after)];
  const loosened = [
    ...[...now].flatMap(([key, rule]) => (rule.ruling === "allow" && !old.has(key) ? rule.match : [])),
    ...[...old].flatMap(([key, rule]) => (rule.ruling !== "allow" && !now.has(key) ? rule.match : [])),
  ];
  const isMoreEnded = [...after.context.pkillProcesses].some(
    (one) => !before.context.pkillProcesses.has(one),
  );
  const allowed = [...now.values()].flatMap(({ ruling, match }) => (ruling === "allow" ? match : []));
  // The processes that pkill may end are a list of their own.
  if (isMoreEnded) loosened.push(...allowed.filter((match) => isAbout(match, "pkill")));
  return (programs) =>
    loosened.some((match) => programs === undefined || programs.some((name) => isAbout(match, name)));
}

/** By what they do: not by their names, reasons and places. */
function rulesOf({ org, user, project }: PolicyLayers): ReadonlyMap<string, Rule> {
  const all = [...org, ...user, ...project];
  return new Map(
    all.map((rule) => {
      const { layer, ruling, remember, overridable, standing, origin, match } = rule;
      return [JSON.stringify([layer, ruling, remember, overridable, standing, origin, match]), rule];
    }),
  );
}

function isAbout({ programs }: Matcher, name: string): boolean {
  return programs.length === 0 || programs.some((pattern) => mayName(pattern, name));
}

/** A path may also be that of a script, which another program runs. */
function mayName(pattern: ProgramPattern, name: string): boolean {
  if (pattern.kind === "path") return true;
  return matchesParts(pattern.parts, pattern.letterCase === "ignored" ? name.toLowerCase() : name);
}

/** What rules every command, in the direction that could allow one. */
function loosensAll(before: Settings, after: Settings): boolean {
  return (
    rankOf(after.security) > rankOf(before.security) ||
    rankOf(after.askFallback) > rankOf(before.askFallback) ||
    (before.ask === "always" && after.ask !== "always") ||
    (before.dangerousNeedsConfirm === "yes" && after.dangerousNeedsConfirm === "no") ||
    isLooser(after.maxMode, before.maxMode)
  );
}

/** Where nobody wrote it, the mode decides: freer than a list, and less free than everything. */
function rankOf(security: Security | undefined): number {
  return (["deny", "allowlist", undefined, "full"] as const).indexOf(security);
}
