/** The written forms of a policy file, each as a draft of one rule with the place it stands at. */
import type { Ruling } from "../core/ruling.ts";
import { type Matchers, matchersOfEntry, matchersOfPatterns, matchersOfRule } from "./compile-match.ts";
import type { GlobBase } from "./path-glob.ts";
import type { Origin } from "./policy.ts";
import type { ListEntry, NameEntry, PolicyData, RuleData } from "./schema.ts";
import type { DataPath } from "./yaml-file.ts";

export interface Draft {
  readonly id: string;
  readonly ruling: Ruling;
  readonly because: string;
  readonly instead?: string | undefined;
  readonly matchers: Matchers;
  readonly text: string;
  readonly path: DataPath;
  readonly origin: Origin;
  /** The fields that only full rules have. */
  readonly full?: RuleData;
}

export function draftsOf(data: PolicyData, base: GlobBase): Draft[] {
  return [
    ...(data.rules ?? []).map((rule, at) => draftOfRule(rule, ["rules", at], base)),
    ...draftsOfAllowed("commands", data.commands ?? [], base),
    ...draftsOfAllowed("allowed_commands", data.allowed_commands ?? [], base),
    ...draftsOfNamed("blocked_commands", "deny", data.blocked_commands ?? [], base),
    ...draftsOfNamed("dangerous_commands", "confirm", data.dangerous_commands ?? [], base),
    ...(data.allowlist ?? []).map((item, at) => draftOfPattern(item, ["allowlist", at], base)),
  ];
}

export function draftsOfProfile(
  name: string,
  entries: readonly ListEntry[],
  path: DataPath,
  base: GlobBase,
): Draft[] {
  return entries.map((entry) => ({
    ...draftOfEntry(`profile.${name}`, entry, path, base),
    because: `profile ${name} allows it`,
    origin: "profile",
  }));
}

function draftOfRule(rule: RuleData, path: DataPath, base: GlobBase): Draft {
  const { id, ruling, because, instead } = rule;
  const text = typeof rule.match === "string" ? rule.match : JSON.stringify(rule.match);
  const matchers = matchersOfRule(rule.match, ruling, base);
  return { id, ruling, because, instead, matchers, text, path, origin: "rule", full: rule };
}

function draftsOfAllowed(list: string, entries: readonly ListEntry[], base: GlobBase): Draft[] {
  return entries.map((entry, at) => draftOfEntry(list, entry, [list, at], base));
}

function draftOfEntry(list: string, entry: ListEntry, path: DataPath, base: GlobBase): Draft {
  const { name, description } = typeof entry === "string" ? { name: entry, description: undefined } : entry;
  const matchers = matchersOfEntry(entry, base);
  const because = description ?? `${list} allows it`;
  const text = typeof entry === "string" || !entry.args ? name : `${name} [${entry.args.join(" | ")}]`;
  return { id: idOf(list, name), ruling: "allow", because, matchers, text, path, origin: "commands" };
}

function draftsOfNamed(list: string, ruling: Ruling, entries: readonly NameEntry[], base: GlobBase): Draft[] {
  const word = ruling === "deny" ? "blocked" : "dangerous";
  return entries.map((entry, at) => {
    const full = typeof entry === "string" ? { name: entry } : entry;
    return {
      id: idOf(list, full.name),
      ruling,
      because: full.description ?? `${full.name} is ${word} by policy`,
      instead: full.instead,
      matchers: matchersOfEntry(full.name, base),
      text: full.name,
      path: [list, at],
      origin: "names",
    };
  });
}

function draftOfPattern(item: string | { readonly pattern: string }, path: DataPath, base: GlobBase): Draft {
  const text = typeof item === "string" ? item : item.pattern;
  const matchers = matchersOfPatterns([text], base, "ignored");
  const because = `the allowlist has \`${text}\``;
  return { id: idOf("allowlist", text), ruling: "allow", because, matchers, text, path, origin: "allowlist" };
}

function idOf(list: string, text: string): string {
  return `${list}.${text.trim().replace(/\s+/g, "_")}`;
}
