/** Agents start a shell for each line: `sh -c LINE`. A person is asked about the line; what stood before it is told beside it. */
import type { OpenCheck } from "./open-check.ts";

/** As people see it, without what an agent or a shell has put around it. */
export function shownLineOf({ result, input: { what } }: Pick<OpenCheck, "result" | "input">): string {
  const inner = what.kind === "argv" ? innerLineOf(what.argv)?.line : undefined;
  return result.wrapper?.line ?? inner ?? result.line;
}

export interface InnerLine {
  readonly line: string;
  /** `bash -lc` */
  readonly by: string;
}

/** Options that change nothing of what the line means. Others take words, or read something else (`zsh -b`, `fish -f`, `dash -s`). */
const HARMLESS: ReadonlyMap<string, RegExp> = new Map([
  ...["sh", "bash", "dash", "zsh"].map((name) => [name, /^-[celux]+$/] as const),
  ["fish", /^-[cl]+$/],
]);

/**
 * Undefined: it is anything else, or has words behind the line ($0, $1 …), which belong to what is shown. A program that is named
 * by its path is not known to be a shell, whatever it is called: then all of it is shown.
 */
export function innerLineOf([program = "", ...args]: readonly string[]): InnerLine | undefined {
  const line = args.at(-1);
  const options = args.slice(0, -1);
  const isPlain = options.every((option) => HARMLESS.get(program)?.test(option) === true);
  const isLine =
    options.at(-1)?.includes("c") === true && !options.slice(0, -1).some((one) => one.includes("c"));
  if (line === undefined || !isPlain || !isLine) return undefined;
  return { line, by: [program, ...options].join(" ") };
}
