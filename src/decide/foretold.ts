/**
 * Leases: did an allowed line foretell what is now going to run? Every command must have a counterpart of the same program
 * in the line, with no effect that reaches further. Pure; when in doubt the answer is no, and a check of its own follows.
 */
import { type Effect, type EffectKind, QUIET_KINDS } from "../core/effect.ts";
import { argvFits } from "./argv-fits.ts";
import { type Comparisons, type EffectIndex, indexEffects } from "./effect-index.ts";
import type { CheckResult, CommandResult } from "./result.ts";

/** More is not worth the time that everybody else waits. */
const MAX_COMPARED = 25_000;

export function isForetold(actual: CheckResult, line: CheckResult): boolean {
  if (actual.ruling === "deny" || line.ruling === "deny" || !doubtsForetold(actual, line)) return false;
  const comparisons: Comparisons = { left: MAX_COMPARED };
  const all = line.commands.map((command): Shown => ({ command }));
  return actual.commands.every((command) => {
    // `env`, `timeout`, `sh -c` do nothing by themselves: what they start counts.
    if (command.effects.length === 0 && actual.doubts.length === 0) return true;
    return all.some((shown) => isCovered(command, shown, comparisons));
  });
}

/** A command of the line. */
interface Shown {
  readonly command: CommandResult;
  /** Made when it is first needed. */
  effects?: EffectIndex;
}

/** A text that could not be read is foretold by the same text only. */
function doubtsForetold(actual: CheckResult, line: CheckResult): boolean {
  if (knewMore(actual, line)) return true;
  return actual.doubts.every((doubt) =>
    line.doubts.some((shown) => {
      if (shown.kind !== doubt.kind) return false;
      if (doubt.kind === "unparsable") return shown.because === doubt.because && actual.line === line.line;
      return actual.commands.length > 0 || shown.because === doubt.because;
    }),
  );
}

/**
 * The very command that the line shows, word for word: what it does alone may look wider, because the line knew more (what is
 * piped into it, what a variable holds). For what the line's own shell starts.
 */
export function isSameCommand(actual: CheckResult, line: CheckResult): boolean {
  const [first, ...others] = actual.commands;
  if (first === undefined || actual.ruling === "deny" || line.ruling === "deny") return false;
  // What it starts must have been shown too: a package's script may have changed since.
  const wereShown = others.every(
    (other) => other.effects.length === 0 || line.commands.some((shown) => mayBeCall(other, shown)),
  );
  if (!wereShown && !writesScripts(first, line)) return false;
  return line.commands.some((shown) => sameCall(first, shown) && isThere(first, shown));
}

/** `npm pkg set scripts.x=… && npm run x`: what the line itself has written is its own doing, as with any other file. */
function writesScripts({ effects, cwds }: CommandResult, line: CheckResult): boolean {
  const scripts = effects.flatMap(({ kind, target }) =>
    kind === "execute" && target?.kind === "thing" ? [target.text] : [],
  );
  return line.commands.some((command) =>
    command.effects.some(({ kind, target }) => {
      if (kind !== "write") return false;
      if (target?.kind === "thing") return scripts.some((name) => target.text.startsWith(`scripts.${name}=`));
      return target?.kind === "path" && cwds.some((cwd) => target.path === `${cwd}/package.json`);
    }),
  );
}

/** From here on a name may stand for another program than the user's own: PATH was set, or a file was read into the shell. */
export function choosesPrograms({ commands }: CheckResult): boolean {
  return commands.some(
    ({ program, effects }) =>
      program === "." ||
      program === "source" ||
      effects.some(
        ({ kind, target }) => kind === "execute" && target?.kind === "variable" && target.text === "PATH",
      ),
  );
}

/** `echo ls | bash`: the line knew what the shell, seen alone, would read from anywhere. For what the line's own shell starts. */
export function knewMore(actual: CheckResult, line: CheckResult): boolean {
  return (
    actual.doubts.length > 0 &&
    line.doubts.length === 0 &&
    actual.commands.length > 0 &&
    actual.commands.every((command) => line.commands.some((shown) => sameCall(command, shown)))
  );
}

/** One of them may have words that only the other knew. */
function mayBeCall(actual: CommandResult, shown: CommandResult): boolean {
  return actual.program === shown.program && (argvFits(actual.argv, shown) || argvFits(shown.argv, actual));
}

function sameCall(actual: CommandResult, shown: CommandResult): boolean {
  if (shown.open !== undefined && shown.open.length > 0) return false;
  return actual.program === shown.program && JSON.stringify(actual.argv) === JSON.stringify(shown.argv);
}

function isCovered(actual: CommandResult, line: Shown, comparisons: Comparisons): boolean {
  const { command: shown } = line;
  if (actual.program !== shown.program || comparisons.left-- <= 0) return false;
  // Without a name there are only assignments and redirections, or nobody knew what would run.
  if (actual.program === undefined && (actual.argv.length > 0 || shown.argv.length > 0))
    return sameWords(actual, shown);
  line.effects ??= indexEffects(shown.effects);
  const { effects } = line;
  if (!actual.effects.every(toldByTarget) && !isSameCall(actual, shown)) return false;
  // A call with a word that nobody could know was shown as one, and approved: whom it reaches hangs on that word.
  const unknown = shown.open?.some(({ as }) => as !== "names") === true;
  return actual.effects.every((effect) => {
    if (effects.covers(effect, comparisons)) return true;
    return unknown && !toldByTarget(effect) && effects.hasSort(effect);
  });
}

const ON_FILES: ReadonlySet<EffectKind> = new Set<EffectKind>([...QUIET_KINDS, "write", "delete"]);

/** Where its target says everything; what a program runs, or whom it reaches, depends on all of its words. */
function toldByTarget({ kind, target }: Effect): boolean {
  if (!ON_FILES.has(kind)) return false;
  return QUIET_KINDS.has(kind) || target?.kind === "path" || target?.kind === "unknown-path";
}

function isSameCall(actual: CommandResult, shown: CommandResult): boolean {
  return isThere(actual, shown) && argvFits(actual.argv, shown);
}

function isThere(actual: CommandResult, shown: CommandResult): boolean {
  const folders = new Set(shown.cwds);
  return folders.has(null) || actual.cwds.every((cwd) => folders.has(cwd));
}

function sameWords(actual: CommandResult, shown: CommandResult): boolean {
  return JSON.stringify([actual.argv, actual.effects]) === JSON.stringify([shown.argv, shown.effects]);
}
