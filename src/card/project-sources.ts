/** What tools of a project run: scripts of a package.json, rules of a Makefile. Which one it is only where the words tell it. */
import { join, resolve } from "node:path";
import type { CommandResult } from "../decide/result.ts";
import type { Source, Targets } from "./text-source.ts";

const NODE_TOOLS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"]);
const INSTALLS: ReadonlySet<string> = new Set(["install", "i", "ci"]);
const ON_INSTALL = [
  "preinstall",
  "install",
  "postinstall",
  "prepublish",
  "preprepare",
  "prepare",
  "postprepare",
];
/** Tool -> the files that it looks for, in its order. */
const RULE_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ["make", ["GNUmakefile", "makefile", "Makefile"]],
  ["gmake", ["GNUmakefile", "makefile", "Makefile"]],
  ["just", ["justfile", "Justfile", ".justfile"]],
  ["rake", ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"]],
]);

export function projectSources(command: CommandResult): Source[] {
  const { program = "", argv, cwds } = command;
  const [cwd] = cwds;
  if (typeof cwd !== "string") return [];
  const names = RULE_FILES.get(program);
  if (names !== undefined) return rulesSources(command, program, names, cwd);
  if (!NODE_TOOLS.has(program) || argv.some(picksPackage)) return [];
  const folder = folderOf(argv, cwd, /^(?:--prefix|-C|--dir|--cwd)$/);
  const installs = INSTALLS.has(argv[1] ?? "")
    ? [{ kind: "package", title: "what the project runs on install", folder, names: ON_INSTALL } as const]
    : [];
  return [
    ...installs,
    ...scriptNames(command).map((name) => ({
      kind: "package" as const,
      title: `the ${program} script ${name}`,
      folder,
      names: [`pre${name}`, name, `post${name}`],
    })),
  ];
}

/** One of several packages, and which one only the tool knows. */
function picksPackage(word: string): boolean {
  return /^(?:-w|-ws|-F|-r|workspaces?|--(?:workspaces?|filter|recursive)(?:=.*)?)$/s.test(word);
}

/** In the words of src/classify. */
function scriptNames({ effects }: CommandResult): string[] {
  return effects.flatMap(({ kind, target, because }) =>
    kind === "execute" &&
    target?.kind === "thing" &&
    because.endsWith(` runs ${target.text}, a script of the project`)
      ? [target.text]
      : [],
  );
}

/** `make -C a -C b` goes to a/b. */
function folderOf(argv: readonly string[], cwd: string, option: RegExp): string {
  let folder = cwd;
  for (const [index, word] of argv.entries()) {
    const [, name = "", value] = /^(--?[A-Za-z]+)=([\s\S]+)$/.exec(word) ?? [];
    const given = option.test(word) ? argv[index + 1] : option.test(name) ? value : undefined;
    if (given !== undefined) folder = resolve(folder, given);
  }
  return folder;
}

/** None where the words name a file: the check knows that one as code that is run. None for `make -kC x`, which may be anything. */
function rulesSources(command: CommandResult, tool: string, names: readonly string[], cwd: string): Source[] {
  const { argv } = command;
  if (argv.some((word) => NAMES_FILE.test(word) || (/^-[A-Za-z]*C/.test(word) && word !== "-C"))) return [];
  const isMake = tool.endsWith("make");
  const folder = isMake ? folderOf(argv, cwd, /^(?:-C|--directory)$/) : cwd;
  const files = names.map((name) => join(folder, name));
  return [{ kind: "rules", tool, files, targets: isMake ? makeTargets(command) : "all" }];
}

const NAMES_FILE = /^(?:-[A-Za-z]*f|--(?:file|makefile|justfile|rakefile)(?:=|$))/;

/** Without any the first of the file is made, if there is nothing but options without a value. */
function makeTargets(command: CommandResult): Targets {
  const names = scriptNames(command).filter((name) => !name.includes("="));
  if (names.length > 0) return names;
  return command.argv.slice(1).every((word) => /^-[jksn]\d*$|^\w+=/.test(word)) ? [] : "all";
}
