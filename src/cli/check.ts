/** `guard check`: explains what would happen to a line. Runs nothing, asks nobody. */
import { fstatSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DIALECTS, type Dialect } from "../core/command.ts";
import { MODES, type Mode, type Ruling } from "../core/ruling.ts";
import type { CheckInput, Engine } from "../decide/engine.ts";
import { describeCap } from "../policy/cap-mode.ts";
import { firstSentence } from "./first-sentence.ts";
import { printProblem } from "./print.ts";

const HELP = `guard check: what would happen to a line, and why

  guard check [OPTIONS] -- LINE
  guard check --stdin [OPTIONS]     one JSON object per line in, one out

  --mode default|plan|full-auto   (not above max_mode of the policy files)
  --shell bash|sh|zsh|fish
  --cwd DIR     as if in DIR
  --json        for programs

LINE in one piece is read as a shell reads it; several words are taken as they
are, as one command. Nothing is run. Policy files count, and the profiles that
you accepted for the project when guard run offered them.

  guard check -- 'git status && rm -rf build'
  guard check --json --mode plan -- 'npm test'
  printf '{"line":"ls -la"}\\n' | guard check --stdin

A mode above max_mode is lowered; --json then says so in modeLoweredTo.
exit status: 0 allow, 10 ask or confirm, 11 deny, 2 usage or internal error
`;

const EXIT: Record<Ruling, number> = { allow: 0, ask: 10, confirm: 10, deny: 11 };

export async function runCheck(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (options.kind === "usage") return usage(options.problem);
  if (options.kind === "help") {
    process.stdout.write(HELP);
    return 0;
  }
  prepareSecondParser(options);
  const { openEngine } = await import("../engine/open-engine.ts");
  const { recallProfiles } = await import("./remembered-profiles.ts");
  const profiles = await recallProfiles(options.cwd, process.env);
  const opened = await openEngine({
    cwd: options.cwd,
    env: process.env,
    profiles: profiles ?? [],
    ...(options.mode ? { mode: options.mode } : {}),
  });
  if (opened.kind === "refused") {
    for (const problem of opened.problems) printProblem(problem);
    printProblem("nothing is allowed until this is mended; guard policy lint shows it again");
    if (opened.problems.some((problem) => problem.startsWith("--profile:")))
      printProblem("that profile is remembered for this project; guard policy forget forgets it");
    return 2;
  }
  for (const warning of opened.warnings) printProblem(warning);
  const { settings } = opened.layers;
  const capped = options.mode && options.mode !== opened.mode ? { cap: describeCap(settings) } : {};
  if (options.input === "stdin") {
    if (capped.cap) printProblem(`--mode ${options.mode} is lowered to ${opened.mode}: ${capped.cap}`);
    const { checkStream } = await import("./check-stream.ts");
    const defaults = { ...options, maxMode: settings.maxMode };
    return checkStream(opened.engine, defaults, process.stdin, process.stdout);
  }
  return checkOne(opened.engine, options, { mode: opened.mode, ...capped });
}

/** A line with more than words, quotes and pipes will need it: its loading then overlaps with that of the engine. */
function prepareSecondParser({ what }: Options): void {
  if (what.kind !== "line" || !/[$`(){}=<[]|\b(?:if|for|while|case)\b/.test(what.line)) return;
  import("../parse/vote.ts").then(
    ({ prepareVote }) => prepareVote(),
    () => undefined,
  );
}

interface ModeInForce {
  readonly mode: Mode;
  /** Why it is not the one that was asked for. */
  readonly cap?: string;
}

async function checkOne(engine: Engine, options: Options, inForce: ModeInForce): Promise<number> {
  const input: CheckInput = { what: options.what, cwd: options.cwd, dialect: options.dialect };
  const result = await engine.check(input);
  if (options.output === "json") {
    const lowered = inForce.cap === undefined ? {} : { modeLoweredTo: inForce.mode };
    process.stdout.write(`${JSON.stringify({ ...result, ...lowered })}\n`);
  } else {
    const colour =
      process.stdout.isTTY && !process.env["NO_COLOR"] && process.env["TERM"] !== "dumb" ? "colour" : "plain";
    const { renderResult } = await import("./render-result.ts");
    process.stdout.write(renderResult(result, { ...inForce, colour, columns: process.stdout.columns ?? 80 }));
  }
  return EXIT[result.ruling];
}

function usage(problem: string): number {
  printProblem(`check: ${problem}; guard check --help shows how it is used`);
  return 2;
}

interface Options {
  readonly kind: "options";
  readonly input: "argument" | "stdin";
  readonly output: "json" | "text";
  readonly cwd: string;
  readonly mode?: Mode;
  readonly dialect: Dialect;
  readonly what: CheckInput["what"];
}

function readOptions(
  args: readonly string[],
): Options | { kind: "usage"; problem: string } | { kind: "help" } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    const hint = args.includes("--") ? "" : "; put -- before the line: guard check -- 'ls -la'";
    return { kind: "usage", problem: `${firstSentence(error)}${hint}` };
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: "help" };
  const problem = findMisuse(values, positionals);
  if (problem !== undefined) return { kind: "usage", problem };
  const mode = MODES.find((name) => name === values.mode);
  const dialect = DIALECTS.find((name) => name === values.shell) ?? "bash";
  const cwd = resolve(values.cwd ?? ".");
  const [line = "", ...more] = positionals;
  return {
    kind: "options",
    input: values.stdin ? "stdin" : "argument",
    output: values.json ? "json" : "text",
    cwd,
    ...(mode ? { mode } : {}),
    dialect,
    what: more.length === 0 ? { kind: "line", line } : { kind: "argv", argv: positionals },
  };
}

type Values = ReturnType<typeof parse>["values"];

/** What is wrong with the options, or undefined. */
function findMisuse(values: Values, positionals: readonly string[]): string | undefined {
  const { mode, shell, cwd, stdin } = values;
  if (mode !== undefined && !MODES.some((name) => name === mode))
    return `--mode is one of ${MODES.join(", ")}`;
  if (shell !== undefined && !DIALECTS.some((name) => name === shell))
    return `--shell is one of ${DIALECTS.join(", ")}`;
  if (cwd === "") return "--cwd is empty";
  if (!statSync(resolve(cwd ?? "."), { throwIfNoEntry: false })?.isDirectory())
    return `--cwd ${cwd ?? "."} is not a folder`;
  return stdin
    ? findStreamMisuse(positionals)
    : positionals.length === 0
      ? "no line to check; write it after --, or use --stdin"
      : undefined;
}

function findStreamMisuse(positionals: readonly string[]): string | undefined {
  if (positionals.length > 0) return "--stdin reads the lines from stdin; there must be none after --";
  return fstatSync(0).isDirectory() ? "stdin is a folder" : undefined;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "boolean" },
      stdin: { type: "boolean" },
      cwd: { type: "string" },
      mode: { type: "string" },
      shell: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
}
