/** Where the text of what would run stands, as the check tells it: its own script, files that are run, scripts of a package, Makefiles. */
import { join, resolve } from "node:path";
import { strictnessOf } from "../core/ruling.ts";
import type { Checked } from "../decide/checked.ts";
import type { CheckResult, CommandResult } from "../decide/result.ts";
import type { WholeText } from "./approved-texts.ts";

export type Source =
  | ({ readonly kind: "given" } & WholeText)
  | { readonly kind: "file"; readonly title: string; readonly path: string }
  | {
      readonly kind: "package";
      readonly title: string;
      readonly folder: string;
      readonly names: readonly string[];
    }
  /** The first of `files` that is there; a recipe of it where that can be told. */
  | {
      readonly kind: "rules";
      readonly tool: string;
      readonly files: readonly string[];
      readonly targets: Targets;
    };

/** `all`: which ones cannot be told. */
export type Targets = readonly string[] | "all";

/** What is asked about first. */
export function textSources({ commands, doubts }: CheckResult, what: Checked, cwd: string): Source[] {
  const sources = commands
    .toSorted((a, b) => strictnessOf(b.ruling) - strictnessOf(a.ruling))
    .flatMap((command) => [
      ...filesOf(command),
      ...(doubts.some(({ kind, pos }) => kind === "unknown-text" && pos === command.pos)
        ? inputOf(command)
        : []),
      ...projectSources(command),
    ]);
  const own: Source[] =
    what.kind === "script"
      ? [{ kind: "given", title: "the script", path: resolve(cwd, what.path), text: what.text }]
      : [];
  return [...new Map([...own, ...sources].map((source) => [keyOf(source), source])).values()];
}

function keyOf(source: Source): string {
  return source.kind === "given" || source.kind === "file" ? source.path : JSON.stringify(source);
}

function filesOf({ effects }: CommandResult): Source[] {
  return effects.flatMap(({ kind, target, because }) => {
    if (kind !== "execute" || target?.kind !== "path" || target.glob) return [];
    const isScript = /runs what is in |it is run from a folder /.test(because);
    const title = isScript ? "the script" : "a file that it runs";
    return [{ kind: "file", title, path: target.raw ?? target.path } as const];
  });
}

/** `bash < x.sh` */
function inputOf({ effects }: CommandResult): Source[] {
  return effects.flatMap(({ kind, target, because }) =>
    kind === "read" && target?.kind === "path" && !target.glob && because.startsWith("redirection ")
      ? [{ kind: "file", title: "the script", path: target.raw ?? target.path } as const]
      : [],
  );
}

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
const RULE_FILES: Readonly<Record<string, readonly string[]>> = {
  make: ["GNUmakefile", "makefile", "Makefile"],
  gmake: ["GNUmakefile", "makefile", "Makefile"],
  just: ["justfile", "Justfile", ".justfile"],
  rake: ["rakefile", "Rakefile", "rakefile.rb", "Rakefile.rb"],
};

function projectSources(command: CommandResult): Source[] {
  const { program = "", argv, cwds } = command;
  const [cwd] = cwds;
  if (typeof cwd !== "string") return [];
  const names = RULE_FILES[program];
  if (names !== undefined) return [rulesSource(command, program, names, cwd)];
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
  return /^(?:-w|-ws|-F|-r|--(?:workspaces?|filter|recursive)(?:=.*)?)$/.test(word);
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

function rulesSource(command: CommandResult, tool: string, names: readonly string[], cwd: string): Source {
  const { argv } = command;
  const isMake = tool.endsWith("make");
  const folder = isMake ? folderOf(argv, cwd, /^(?:-C|--directory)$/) : cwd;
  const at = argv.findIndex((word) => /^(?:-f|--file|--makefile|--justfile|--rakefile)$/.test(word));
  const named = at < 0 ? undefined : argv[at + 1];
  return {
    kind: "rules",
    tool,
    files: named === undefined ? names.map((name) => join(folder, name)) : [resolve(folder, named)],
    targets: isMake ? makeTargets(command) : "all",
  };
}

/** Without any the first of the file is made, if there is nothing but options without a value. */
function makeTargets(command: CommandResult): Targets {
  const names = scriptNames(command).filter((name) => !name.includes("="));
  if (names.length > 0) return names;
  return command.argv.slice(1).every((word) => /^-[jksn]\d*$|^\w+=/.test(word)) ? [] : "all";
}
