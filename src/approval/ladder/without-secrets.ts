/**
 * Rules are kept in files that others read (a project's is committed): none may hold what the record would hide, by whatever it was known. So
 * each is looked through as a command, and beside the command that it was made from.
 */
import type { RungDraft, RungMatch } from "./rung.ts";

/** The part of a redactor that matters: the same text comes back where nothing is a secret. */
export interface HidesSecrets {
  record<T>(value: T): T;
}

export interface Sifted<Draft> {
  readonly kept: readonly Draft[];
  readonly secret: readonly Draft[];
}

/** `command`: as it would be recorded. */
export function withoutSecrets<Draft extends Pick<RungDraft, "matches">>(
  drafts: readonly Draft[],
  command: string | readonly string[],
  hides: HidesSecrets,
): Sifted<Draft> {
  const told = drafts.map(({ matches }) => matches.map(textsOf));
  const { told: shown } = hides.record({ command, told });
  const isKept = drafts.map((_, at) => JSON.stringify(shown[at]) === JSON.stringify(told[at]));
  return {
    kept: drafts.filter((_, at) => isKept[at]),
    secret: drafts.filter((_, at) => !isKept[at]),
  };
}

/** `argv` is what the redactor takes for the words of a command; a pattern of a policy file may reach over several of them. */
function textsOf(match: RungMatch) {
  const { program, args = [], exactly = [], flags = [], under = "" } = partsOf(match);
  const argv = [program, ...args, ...exactly, ...flags].map((word) => word.replace(/\\(.)/g, "$1"));
  return { argv, line: argv.join(" "), match, under };
}

function partsOf(match: RungMatch): Exclude<RungMatch, string> {
  if (typeof match !== "string") return match;
  const [program = "", ...args] = match.split(" ");
  return { program, args };
}
