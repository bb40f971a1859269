/**
 * What a Makefile does for a target: its rule, the rules of what it needs, and all variables. Only for Makefiles of which each line is
 * understood: with includes, conditions, pattern rules or computed names the whole file is what must be shown.
 */
import { basename } from "node:path";

interface Rule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  readonly lines: string[];
}

interface Makefile {
  readonly variables: readonly string[];
  readonly rules: readonly Rule[];
}

/** Undefined: it cannot be told. `targets` empty: the first one of the file. `name`: the file's own. */
export function makeRecipe(text: string, targets: readonly string[], name: string): string | undefined {
  const file = readMakefile(text);
  // make makes its own file first, if it can.
  if (file?.rules.some((rule) => rule.targets.some((target) => basename(target) === name))) return undefined;
  const goals = targets.length > 0 ? targets : firstTarget(file);
  if (file === undefined || goals === undefined) return undefined;
  const needed = rulesFor(goals, file.rules);
  if (!goals.every((goal) => needed.some((rule) => rule.targets.includes(goal)))) return undefined;
  const blocks = file.rules.filter((rule) => needed.includes(rule)).map(({ lines }) => lines.join("\n"));
  return [...(file.variables.length === 0 ? [] : [file.variables.join("\n")]), ...blocks].join("\n\n");
}

function firstTarget(file: Makefile | undefined): string[] | undefined {
  const [first] = file?.rules.flatMap((rule) => rule.targets).filter((name) => !name.startsWith(".")) ?? [];
  return first === undefined ? undefined : [first];
}

function rulesFor(goals: readonly string[], rules: readonly Rule[]): Rule[] {
  const found = new Set<Rule>();
  const seen = new Set<string>();
  const ahead = [...goals];
  for (let goal = ahead.pop(); goal !== undefined; goal = ahead.pop()) {
    if (seen.has(goal)) continue;
    seen.add(goal);
    for (const rule of rules) {
      if (!rule.targets.includes(goal) || found.has(rule)) continue;
      found.add(rule);
      ahead.push(...rule.needs);
    }
  }
  return [...found];
}

const VARIABLE = /^(?:export +)?[A-Za-z_]\w* *(?:[:?+]|::)?=/;
/** What changes how all the rest is read. */
const SETTING = /^(?:export +)?(?:SHELL|MAKEFLAGS|MAKEFILES|GNUMAKEFLAGS|VPATH)\b/;
const DIRECTIVE =
  /^(?:-?include|sinclude|define|if\w+|else|endif|vpath|export|unexport|load|override|private)\b/;
/** Names without wildcards, patterns and variables. */
const NAMES = /^[\w./ |-]*$/;
const MOST_RULES = 500;

function readMakefile(text: string): Makefile | undefined {
  const variables: string[] = [];
  const rules: Rule[] = [];
  // Two backslashes at the end of a line: only make knows whether it goes on.
  if (/\\\\\r?$/m.test(text)) return undefined;
  for (const line of text.replace(/\r$/gm, "").split(/(?<!\\)\n/)) {
    // With a tab it is the shell's comment, and a backslash at its end does not carry on what follows.
    const rule = /^ *(?:#|$)/.test(line) ? "nothing" : readLine(line, variables, rules);
    if (rule === undefined || rules.length > MOST_RULES) return undefined;
    if (typeof rule === "object") rules.push(rule);
  }
  return { variables, rules };
}

/** Undefined: it is not understood. */
function readLine(line: string, variables: string[], rules: readonly Rule[]): Rule | "taken" | undefined {
  if (line.startsWith("\t")) {
    rules.at(-1)?.lines.push(line);
    return rules.length === 0 ? undefined : "taken";
  }
  if (VARIABLE.test(line)) {
    variables.push(line);
    return SETTING.test(line) ? undefined : "taken";
  }
  return DIRECTIVE.test(line) ? undefined : readRule(line);
}

/** By hand: expressions for this take for ever with lines that are made for that. */
function readRule(line: string): Rule | undefined {
  const colon = line.indexOf(":");
  const [targets, rest] = [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).replace(/^:/, "")];
  const [needs = ""] = rest.split(rest.includes(";") ? ";" : "#");
  if (words(targets).length === 0 || !NAMES.test(targets) || !NAMES.test(needs)) return undefined;
  // Special ones change how the rest is read, others (.c.o) are patterns.
  if (words(targets).some((target) => /^\.(?!\.?\/)/.test(target) && target !== ".PHONY")) return undefined;
  return { targets: words(targets), needs: words(needs.replaceAll("|", " ")), lines: [line] };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
